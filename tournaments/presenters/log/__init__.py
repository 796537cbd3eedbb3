"""A tournament's events as sentences."""
