"""Django's PostgreSQL, but for how it finds out that a kept connection is dead."""
