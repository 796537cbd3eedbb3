"""Draws of members who do not fill tables of four: tables of three, and who sits out."""
