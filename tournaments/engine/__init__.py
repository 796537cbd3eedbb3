"""The rules of tournaments: pairings, scores, prizes. Pure: the standard library alone."""
