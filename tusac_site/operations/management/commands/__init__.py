"""`manage.py …`: the club as a whole is saved and put back."""
