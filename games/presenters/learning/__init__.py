"""Builds the pages of lessons and the coach's words."""
