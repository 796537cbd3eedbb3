"""Queries for tables and running deals, as a viewer may see them."""
