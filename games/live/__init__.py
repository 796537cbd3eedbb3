"""Live updates: they say that a table has changed, never how."""
