"""Builds a member's own pages: account, ratings, preferences."""
