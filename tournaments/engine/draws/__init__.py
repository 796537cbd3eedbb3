"""Draws rounds: the pairing methods, the searches that they share, and the certificates of drawn rounds."""
