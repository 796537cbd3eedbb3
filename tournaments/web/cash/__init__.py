"""A director's page of the money at the door."""
