"""Habits of language that a program can see, in the messages of the site and in the documents for people."""
