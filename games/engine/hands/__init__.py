"""Hands: how cards form sets, what a hand can still become, and deals played on by habit."""
