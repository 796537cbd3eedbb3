"""Tables with real cards: results that are entered, disputes of discards, photographs."""
