"""Builds the table page: seats, moves, menus, and past events."""
