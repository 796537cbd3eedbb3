"""`manage.py …`: commands that back up and restore the whole club."""
