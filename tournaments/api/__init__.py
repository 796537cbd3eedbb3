"""The read-only API of tournaments: the same rows as the pages show."""
