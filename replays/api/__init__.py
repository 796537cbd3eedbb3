"""The API of replays: disputes and rulings, analyses, notes, records and search."""
