"""Tournaments: pairings, scores, prizes."""
