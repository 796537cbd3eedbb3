"""The API for tables, deals and the user's own account: the same commands and queries as the pages, in JSON."""
