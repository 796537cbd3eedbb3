"""Pages of tables with real cards: results, photographs, disputed discards."""
