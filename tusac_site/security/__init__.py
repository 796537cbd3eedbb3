"""Who may ask what: sessions, guests, the second factor, duties, limits of writes, the admin's door."""
