"""Commands of the club's machine."""
