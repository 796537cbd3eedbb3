"""Deals played with real cards: what an entered result and a reported discard may say."""
