"""Texts and values that need no database: names, labels, preferences, whole numbers, addresses, rulebook sections."""
