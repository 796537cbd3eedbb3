"""The games app: tables and their deals, from the shuffle to the settlement."""
