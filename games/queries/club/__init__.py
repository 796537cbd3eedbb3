"""Queries for the club: its rules, limits, grants of chips, and health."""
