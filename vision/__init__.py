"""A picture in, a TableReading out. Knows cards and the table's plane, nothing of whose turn it is."""
