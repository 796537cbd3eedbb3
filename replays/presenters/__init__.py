"""All words and view models of the replays' pages."""
