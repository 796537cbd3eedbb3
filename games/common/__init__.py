"""Texts and values that need no database: names, labels, preferences, addresses, rulebook sections."""
