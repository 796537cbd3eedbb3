"""Whom an event concerns, and the facts that its words need."""

from games.club.notices import Facts, Recipient
from notices.recipients.context import NoticeContext

__all__ = ["Facts", "NoticeContext", "Recipient"]
