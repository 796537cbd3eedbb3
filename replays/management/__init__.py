"""Commands of the replays app."""
