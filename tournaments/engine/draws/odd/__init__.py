"""Draws of members who do not fill tables of four: tables of three, and turns to sit out."""
