"""New members from a list, and the cards by which they log in."""
