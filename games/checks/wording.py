"""Sentences that several checks share, and the exceptions that reading a stream may raise."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.log import UNREADABLE

__all__ = ["UNREADABLE", "empty", "unlike", "unreadable"]


def empty(stream: str) -> str:
    """Return the sentence for a row whose stream does not exist."""
    return _("%(stream)s has a row, but no events.") % {"stream": stream}


def unreadable(stream: str, error: Exception) -> str:
    """Return the sentence for a stream that cannot be folded."""
    return _("%(stream)s cannot be read from its events: %(error)r") % {
        "stream": stream,
        "error": error,
    }


def unlike(stream: str, name: str, row: object, events: object) -> str:
    """Return the sentence for a row that differs from its events."""
    return _("%(stream)s: its row says %(name)s %(row)s, its events say %(events)s.") % {
        "stream": stream,
        "name": name,
        "row": row,
        "events": events,
    }
