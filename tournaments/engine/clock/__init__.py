"""Time: rounds by the clock, breaks, check-in, and the time to appeal."""
