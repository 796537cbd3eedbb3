"""The next steps of a tournament, for its director."""
