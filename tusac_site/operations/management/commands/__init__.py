"""Commands of `manage.py` that back up and restore the whole club."""
