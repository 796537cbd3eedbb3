"""Checks that the log is what was appended; signs it, and renumbers it after a restore."""
