"""Decides what depends on time: timed rounds, breaks, check-in, and the time to appeal."""
