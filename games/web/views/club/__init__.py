"""Pages for founding and running the club."""
