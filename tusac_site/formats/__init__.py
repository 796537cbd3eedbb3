"""Formats of dates and times, where Django's own read badly in a sentence."""
