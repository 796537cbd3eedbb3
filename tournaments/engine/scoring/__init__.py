"""Computes standings with their tie-breaks, prizes, and comparisons of deals between tables."""
