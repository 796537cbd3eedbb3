"""A database of an older release, and what it must still say and do after the upgrade."""
