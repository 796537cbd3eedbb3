"""Queries for finished deals: their events, records and long lists."""
