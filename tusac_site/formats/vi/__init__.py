"""Vietnamese."""
