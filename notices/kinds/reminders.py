"""Reminders of coming deadlines, and their words; sent by the clock and not by events (decision 0240)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

APPEAL_ENDS: Final = "reminder.appeal-ends"
RULING_DUE: Final = "reminder.ruling-due"
RULING_LATE: Final = "reminder.ruling-late"

REMINDERS: Final[dict[str, tuple[str, ...]]] = {
    APPEAL_ENDS: (
        gettext_noop("The ruling on %(deal)s can be appealed until %(until)s."),
        gettext_noop(
            "%(tournament)s, table %(table)s: the ruling on deal %(deal_number)s can be "
            "appealed until %(until)s."
        ),
    ),
    RULING_DUE: (
        gettext_noop("A dispute on %(deal)s needs a ruling by %(until)s."),
        gettext_noop(
            "%(tournament)s, table %(table)s: the dispute on deal %(deal_number)s needs a "
            "ruling by %(until)s."
        ),
    ),
    RULING_LATE: (
        gettext_noop("The dispute on %(deal)s still has no ruling. It was due by %(until)s."),
        gettext_noop(
            "%(tournament)s, table %(table)s: the dispute on deal %(deal_number)s still has no "
            "ruling. It was due by %(until)s."
        ),
    ),
}
"""The name of a reminder, which is final → its words, by `variant` of the facts. All are sent by mail."""
