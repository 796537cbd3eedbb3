"""Builds a JSON Feed (version 1.1) of the club's tournaments, for feed readers and the club's own website."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.common.addresses import whole_address
from games.common.dialect import page_language
from games.common.joints import listed
from games.queries.club.house import shown_settings
from tournaments.models import Tournament
from tournaments.presenters.printouts.result import StandingsPrintout


def page_of(row: Tournament) -> str:
    """Return the absolute URL of a tournament's page."""
    return whole_address(reverse("tournament", args=[row.pk]))


def feed_of(rows: Iterable[Tournament]) -> dict[str, Any]:
    """Return the feed with an item for each of these tournaments; the item of a closed one has its result."""
    club = shown_settings().name or _("Tứ Sắc club")
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": listed((club, _("Tournaments"))),
        "home_page_url": whole_address(reverse("tournaments")),
        "feed_url": whole_address(reverse("tournament-feed")),
        "language": page_language(),
        "items": [_item(row) for row in rows],
    }


def _item(row: Tournament) -> dict[str, Any]:
    return {
        "id": page_of(row),
        "url": page_of(row),
        "title": row.name,
        "content_text": _text(row),
        "date_published": row.created_at.isoformat(),
        "date_modified": (row.ended_at or row.started_at or row.created_at).isoformat(),
        "_tusac": {
            "id": row.pk,
            "status": row.status,
            "starts_at": _said(row.starts_at),
            "started_at": _said(row.started_at),
            "ended_at": _said(row.ended_at),
            "entrants": row.entrants,
        },
    }


def _text(row: Tournament) -> str:
    if row.status == Tournament.Status.CLOSED:
        return StandingsPrintout(row).message
    day = row.starts_at
    when = "" if day is None else date_format(timezone.localtime(day), "SHORT_DATETIME_FORMAT")
    said = (str(row.get_status_display()), when, row.description)
    return "\n".join(one for one in said if one)


def _said(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
