"""New members from a list, and their login cards."""
