"""Live push: says that a table has moved on, never what happened there."""
