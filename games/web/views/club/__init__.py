"""Pages on which a club begins and says what it is."""
