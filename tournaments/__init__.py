"""The tournaments app: pairings, scores and prizes."""
