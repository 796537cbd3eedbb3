"""A reader of deal records that knows docs/records.md alone, and imports nothing of the engine."""
