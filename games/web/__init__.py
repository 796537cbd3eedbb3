"""Pages: the lobby, the table, the member's account, the rulebook."""
