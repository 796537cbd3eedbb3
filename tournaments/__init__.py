"""Tournaments: who plays whom, what it counts for, what is owed."""
