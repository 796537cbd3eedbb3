"""Decides on corrections of deals, points and terms, on second signatures, and on reports of conduct."""
