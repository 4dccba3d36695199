"""The machine: cameras, buzzer, buttons, the station that alone writes the journal, and the ``steward`` command."""
