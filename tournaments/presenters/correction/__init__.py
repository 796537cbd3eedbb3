"""What can be done about a result, and what each action changes."""
