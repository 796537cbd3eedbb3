"""Sends live updates, which say that a table has changed but not how."""
