"""Writes and reads deal records, and verifies them by playing the deals again."""
