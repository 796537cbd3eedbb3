"""Words and values that know no row: names, labels, preferences, whole numbers, addresses, the rulebook's sections."""
