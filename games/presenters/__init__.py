"""Texts and view models of all pages; they add no information to what has passed `sight`."""
