"""What is said of results with real cards by people without a phone."""
