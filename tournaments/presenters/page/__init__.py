"""The pages of a tournament: terms, entries, draws, standings."""
