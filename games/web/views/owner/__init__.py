"""Pages for owners alone."""
