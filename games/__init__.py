"""Games: one table, one deal at a time, from the shuffle to the money."""
