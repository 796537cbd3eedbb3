"""The referee's queue in words: what waits, how long, until when, for how much, and between whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.presenters.cards import listed, points_words
from games.presenters.sentences import deal_name, distinct_names
from replays.models import Dispute
from replays.presenters.replay import seat_names
from replays.queries.queue import Case


@dataclass(frozen=True, slots=True)
class CaseBox:
    """A line of the queue."""

    dispute: Dispute
    name: str
    state: str
    waits: bool
    age: str
    until: str
    stake: str
    parties: str


def case_box(case: Case, *, now: datetime) -> CaseBox:
    """A case in words; `now` is when it is looked at."""
    dispute = case.dispute
    names = distinct_names(seat_names(dispute.deal, case.players))
    objecting = listed(
        _("the director") if seat is None else names[seat] for seat in case.objecting
    )
    told = {"who": objecting, "discarder": names[case.discarder], "winner": names[case.winner]}
    return CaseBox(
        dispute=dispute,
        name=deal_name(dispute.deal.number, dispute.deal.table.name),
        state=_state(case),
        waits=case.waits,
        age=_("%(time)s old") % {"time": timesince(dispute.filed_at, now)},
        until=_until(case, now),
        stake=_stake(case),
        parties=_("Objecting: %(who)s. %(discarder)s let the card go, %(winner)s won with it.")
        % told,
    )


def _state(case: Case) -> str:
    if case.dispute.proposed:
        return _("waits for a second signature")
    if not case.waits:
        return str(case.dispute.get_status_display())
    if case.dispute.appealed:
        return _("appealed: waits for another referee")
    return str(case.dispute.get_status_display())


def _until(case: Case, now: datetime) -> str:
    if case.until is None:
        return _("no end is set")
    told = {"when": date_format(localtime(case.until), "SHORT_DATETIME_FORMAT")}
    if not case.waits:
        return _("appeals until %(when)s") % told
    if now < case.until:
        return _("other seats join until %(when)s") % told
    return _("time to join ended %(when)s") % told


def _stake(case: Case) -> str:
    points = points_words(case.stake.points)
    if not case.stake.chips:
        return points
    return _("%(points)s, %(chips)s chips") % {"points": points, "chips": case.stake.chips}
