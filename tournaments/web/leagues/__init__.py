"""The page of a series or league, and the page on which a director changes it."""
