"""The recipients of an event, and the values their notices need."""

from games.club.notices import Facts, Recipient
from notices.recipients.context import NoticeContext

__all__ = ["Facts", "NoticeContext", "Recipient"]
