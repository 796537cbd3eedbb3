"""The page of the money at the door."""
