"""One file with the whole club: how it is sealed, what is in it, and where the nightly ones are kept."""
