"""English formats of dates and times."""
