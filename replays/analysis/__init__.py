"""Analysis: the luck and choices of a finished deal, in points. Pure arithmetic over the deal's events."""
