"""Whom an event concerns: the members, and what the words that tell them need."""

from notices.recipients.heard import Facts, Heard, Told

__all__ = ["Facts", "Heard", "Told"]
