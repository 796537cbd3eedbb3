"""Builds the texts and view models of all pages, from data that has passed `sight`; they reveal nothing more."""
