"""Whether the log is what was appended: verified, sealed, and renumbered after a restore."""
