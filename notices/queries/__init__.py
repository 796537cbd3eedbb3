"""Queries for notices."""

from notices.queries.ends import Reminder, reminders
from notices.queries.own import (
    MOST_COUNTED,
    Names,
    NoticesPage,
    names_of,
    page_of_notices,
    unread,
    wants_mail,
)
from notices.queries.webhooks import get_webhook

__all__ = [
    "MOST_COUNTED",
    "Names",
    "Page",
    "Reminder",
    "get_webhook",
    "names_of",
    "page_of_notices",
    "reminders",
    "unread",
    "wants_mail",
]
