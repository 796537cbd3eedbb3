"""Makes and opens backups: a backup is one encrypted file with the whole club. Keeps the directory of nightly
ones.
"""
