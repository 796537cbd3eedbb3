"""Checks and scores deals played with real cards, from an entered result and a reported discard."""
