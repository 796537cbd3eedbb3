"""The director's page of the money paid at the door."""
