"""The drive: many tables, one bell, honest score cards. Pure rules on frozen values, like the games beside it."""
