"""The words in which notices are shown."""
