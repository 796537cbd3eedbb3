"""Commands of the log: signing, archiving, checking unsigned events, and importing records."""
