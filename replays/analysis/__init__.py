"""Analysis: what a finished deal says about luck and choices, in points. Pure arithmetic over the deal's events."""
