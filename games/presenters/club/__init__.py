"""Builds the club's pages in words: its rules, its log, and acts of the staff."""
