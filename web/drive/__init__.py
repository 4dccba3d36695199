"""The drive's screens: set-up, organiser, steward's desk, hall, score entry and score card."""
