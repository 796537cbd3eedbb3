"""What goes out on paper or is typed in from it."""
