"""Whom an event concerns: the members, and what the words that tell them need."""

from notices.recipients.context import Facts, NoticeContext, Recipient

__all__ = ["Facts", "NoticeContext", "Recipient"]
