"""Whom an event concerns: the members, and what the words that tell them need."""

from games.club.notices import Facts, Recipient
from notices.recipients.context import NoticeContext

__all__ = ["Facts", "NoticeContext", "Recipient"]
