"""Permissions: sessions, guests, the second factor, duties, limits of writes, the admin's door."""
