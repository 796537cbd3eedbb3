"""Vietnamese formats of dates and times."""
