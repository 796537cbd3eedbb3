"""Reading the club: its rules, limits, gifts of chips, and health."""
