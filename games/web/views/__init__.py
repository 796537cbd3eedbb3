"""Serves the pages: the lobby, the table with its live stream, the member's account, the rulebook."""
