"""Shared parts of the API: its addresses, the single form of its errors, and how bodies are read."""
