"""Deal records: notation, files, reenactment and verification."""
