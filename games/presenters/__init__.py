"""Builds the texts and view models of all pages.

Their data has passed `sight`, so they reveal only what the viewer may know.
"""
