"""French formats of dates and times."""
