"""Commands of the log: signing, archiving, looking at what is not signed, records brought in."""
