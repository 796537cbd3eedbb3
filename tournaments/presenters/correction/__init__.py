"""What can be done to a result, and what each of it changes."""
