"""The club in words: its rules, its log, its staff and what they did."""
