"""A member's own pages in words: account, ratings, preferences."""
