"""Benchmarks: `python -m benchmarks` measures and prints; nothing here is a test, and nothing judges."""
