"""Tables with real cards in words: results, photographs, disputed discards."""
