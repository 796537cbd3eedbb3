"""Scoring: standings with their tie-breaks, prizes, and deals compared between tables."""
