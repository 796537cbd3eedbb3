"""Queries for members: names, logins, ratings, lessons."""
