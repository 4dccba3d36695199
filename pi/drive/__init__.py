"""The drive on a machine: its one writer, its commands, and tables that play by themselves to show it."""
