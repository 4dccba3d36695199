"""The network between tables and hub: the broker, the accounts at it, and who sends what where.

Topics of an event: a table writes under ``steward/<event>/up/<device>``, the hub under ``down/<device>`` and, for all
tables, ``all``; a new table asks to be let in under ``join/<its own>`` and is answered under ``joined/<its own>``.
"""
