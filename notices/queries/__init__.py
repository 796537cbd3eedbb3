"""Reading notices."""

from notices.queries.ends import Reminder, reminders
from notices.queries.own import (
    MOST_COUNTED,
    Names,
    Page,
    names_of,
    page_of_notices,
    unread,
    wants_mail,
)

__all__ = [
    "MOST_COUNTED",
    "Names",
    "Page",
    "Reminder",
    "names_of",
    "page_of_notices",
    "reminders",
    "unread",
    "wants_mail",
]
