"""Permissions: sessions, guests, two-step login, duties, limits of writes, access to the admin."""
