"""The page of a series or league: its standings and its evenings."""
