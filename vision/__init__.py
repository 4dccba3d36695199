"""A picture in, a :class:`engine.table.TableReading` out. Knows cards and the table's plane, nothing of whose turn it is."""
