"""Services used by commands and pages: broker, outbox, encryption, backups, metrics and rate limits."""
