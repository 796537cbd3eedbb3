"""Draws of rounds: the pairing methods, the searches they share, and the certificate of what was drawn."""
