"""The rules of tournaments: pairings, scores, prizes. Pure functions that use only the standard library."""
