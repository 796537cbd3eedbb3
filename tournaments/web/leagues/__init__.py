"""The page of a series or league, and the page on which directors change it."""
