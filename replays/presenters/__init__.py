"""Builds the contents of the replays' pages, with all their words."""
