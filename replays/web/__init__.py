"""Pages of the replays."""
