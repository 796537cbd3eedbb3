"""Pages for adding new members from a list, and for their login cards."""
