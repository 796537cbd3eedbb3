"""Serves the pages: the lobby, the table, the member's account, the rulebook."""
