"""Commands of this app: disputes and rulings, analyses, notes, puzzles, collections, reviews."""
