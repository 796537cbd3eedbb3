"""Management commands of the whole club."""
