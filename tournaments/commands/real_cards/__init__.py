"""Commands about results with real cards for players without a phone."""
