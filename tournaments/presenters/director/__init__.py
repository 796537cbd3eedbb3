"""What a tournament waits for, for its director."""
