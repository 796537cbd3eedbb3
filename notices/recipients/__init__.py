"""Whom an event concerns: the members, and what the words that tell them need."""

from games.club.notices import Facts, Recipient
from notices.recipients.heard import Heard

__all__ = ["Facts", "Heard", "Recipient"]
