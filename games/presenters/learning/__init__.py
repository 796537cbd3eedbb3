"""Lessons and the coach in words."""
