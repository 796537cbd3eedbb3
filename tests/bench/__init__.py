"""Benchmarks: `python -m tests.bench` measures and prints; nothing here is a test, and nothing judges."""
