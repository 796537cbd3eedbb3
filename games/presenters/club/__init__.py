"""The club in words: its rules, its log, and acts of the staff."""
