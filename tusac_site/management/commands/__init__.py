"""Commands of the site, one a file."""
