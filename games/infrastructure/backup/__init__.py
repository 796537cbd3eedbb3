"""Backups: one file with the whole club, its encryption and contents, and the directory of nightly files."""
