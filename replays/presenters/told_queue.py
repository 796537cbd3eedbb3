"""What waits for a referee at tables with real cards, in words, beside the queue of those on screens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.models import Deal
from games.presenters.cards import listed, points_words
from games.presenters.sentences import deal_name, distinct_names
from games.queries.participants import names_of
from games.queries.told_cases import ToldCase
from replays.models import Dispute


@dataclass(frozen=True, slots=True)
class ToldBox:
    """A line of the queue."""

    address: str
    name: str
    state: str
    age: str
    until: str
    stake: str
    parties: str


def told_boxes(cases: Iterable[ToldCase], *, now: datetime) -> list[ToldBox]:
    """Those of these cases that wait for a ruling, the oldest first; `now` is when it is looked at."""
    waiting = [one for one in cases if one.waits]
    deals = Deal.objects.select_related("table").prefetch_related("seats")
    found = deals.in_bulk([one.deal_id for one in waiting])
    return [_box(one, found[one.deal_id], now) for one in waiting]


def _box(case: ToldCase, deal: Deal, now: datetime) -> ToldBox:
    names = distinct_names(names_of([seat.label for seat in deal.seats.all()]))
    told = {
        "who": listed(
            _("the director") if seat is None else names[seat] for seat, _by, _said in case.said
        ),
        "discarder": names[case.seat],
        "winner": "–" if deal.winner is None else names[deal.winner],
    }
    return ToldBox(
        address=case.desk,
        name=deal_name(deal.number, deal.table.name),
        state=_("appealed: waits for another referee")
        if case.on_appeal
        else str(Dispute.Status.OPEN.label),
        age=_("%(time)s old") % {"time": timesince(case.filed_at, now)},
        until=_until(case, now),
        stake=points_words(case.stake()),
        parties=_("Objecting: %(who)s. %(discarder)s let the card go, %(winner)s won with it.")
        % told,
    )


def _until(case: ToldCase, now: datetime) -> str:
    if case.until is None:
        return _("no end is set")
    told = {"when": date_format(localtime(case.until), "SHORT_DATETIME_FORMAT")}
    if now < case.until:
        return _("other seats join until %(when)s") % told
    return _("time to join ended %(when)s") % told
