"""The Flask dashboard: pages, live events and entry by hand. Reads what was appended; changes go through commands."""
