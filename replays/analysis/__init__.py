"""Computes the luck and choices of a finished deal, in points, from the deal's events alone."""
