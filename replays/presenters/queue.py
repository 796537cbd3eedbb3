"""Presents the referee's queue: the cases, their age, deadlines, stakes and parties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.common.joints import listed
from games.engine.disputing.periods import is_over
from games.models import Deal, statuses
from games.presenters.amounts import in_unit
from games.presenters.cards import points_words
from games.presenters.moments import rule_by_state, span_words
from games.presenters.sentences import distinct_names
from games.queries.behalf import RealCardDispute
from games.queries.play.participants import names_of
from replays.models import Dispute
from replays.presenters.replay import seat_names
from replays.queries.queue import QueuedCase, urgency_of


@dataclass(frozen=True, slots=True)
class QueueBox:
    """A case in the queue, in words."""

    address: str
    """Of its page for referees."""
    name: str
    state: str
    waits: bool
    age: str
    until: str
    stake: str
    parties: str
    ruling: str
    """By when to rule, or since when it is late; empty where nothing says when."""
    late: bool
    real_cards: bool = False


def case_box(case: QueuedCase, *, now: datetime) -> QueueBox:
    """Return a case in words; `now` is the current time."""
    dispute = case.dispute
    names = distinct_names(seat_names(dispute.deal, case.players))
    return QueueBox(
        address=reverse("desk-case", args=[dispute.pk]),
        name=dispute.deal.shown_name,
        state=_state(case),
        waits=case.waits,
        age=_age(dispute.filed_at, now),
        until=_joining(case.until, now) if case.waits else _appealing(case.until),
        stake=_stake(case),
        parties=_parties(case.objecting, case.discarder, names[case.winner], names),
        ruling=rule_by_state(dispute.rule_by, now) if dispute.status == Dispute.OPEN else "",
        late=case.late,
    )


def queue_boxes(
    cases: Sequence[QueuedCase], told: Sequence[RealCardDispute], *, now: datetime
) -> list[QueueBox]:
    """Return the waiting cases, on screens and with real cards, most urgent first."""
    deals = Deal.objects.select_related("table").prefetch_related("seats")
    found = deals.in_bulk([one.deal_id for one in told])
    boxes = [(urgency_of(one), case_box(one, now=now)) for one in cases]
    boxes += [(_urgency(one, now), _told_box(one, found[one.deal_id], now)) for one in told]
    return [box for _at, box in sorted(boxes, key=lambda one: one[0])]


def _urgency(case: RealCardDispute, now: datetime) -> tuple[bool, bool, datetime, datetime]:
    late = is_over(case.rule_by, now)
    end = case.rule_by if late else case.until
    return False, not late, end or case.filed_at, case.filed_at


def _told_box(case: RealCardDispute, deal: Deal, now: datetime) -> QueueBox:
    names = distinct_names(names_of([seat.label for seat in deal.seats.all()]))
    winner = "–" if deal.winner is None else names[deal.winner]
    return QueueBox(
        address=reverse("desk-real-cards", args=[case.number]),
        name=deal.shown_name,
        state=_waiting(proposed=case.proposed, appealed=case.appealed),
        waits=True,
        age=_age(case.filed_at, now),
        until=_joining(case.until, now),
        stake=points_words(case.stake),
        parties=_parties(case.objecting, case.discarder, winner, names),
        ruling=rule_by_state(case.rule_by, now),
        late=is_over(case.rule_by, now),
        real_cards=True,
    )


def _state(case: QueuedCase) -> str:
    if not case.waits:
        return str(case.dispute.get_status_display())
    return _waiting(proposed=bool(case.dispute.proposed), appealed=case.dispute.appealed)


def _waiting(*, proposed: bool, appealed: bool) -> str:
    if proposed:
        return _("waiting for a second signature")
    if appealed:
        return _("appealed: waiting for another referee")
    return str(dict(statuses())[Dispute.OPEN])


def _age(filed_at: datetime, now: datetime) -> str:
    return _("%(time)s old") % {"time": span_words(filed_at, now)}


def _joining(until: datetime | None, now: datetime) -> str:
    if until is None:
        return _("no time limit")
    told = {"when": date_format(localtime(until), "SHORT_DATETIME_FORMAT")}
    if now < until:
        return _("others can join until %(when)s") % told
    return _("time to join ended %(when)s") % told


def _appealing(until: datetime | None) -> str:
    if until is None:
        return _("no time limit")
    return _("can be appealed until %(when)s") % {
        "when": date_format(localtime(until), "SHORT_DATETIME_FORMAT")
    }


def _stake(case: QueuedCase) -> str:
    points = points_words(case.stake.points)
    if not case.stake.chips:
        return points
    return listed((points, in_unit(case.stake.chips)))


def _parties(
    objecting: Iterable[int | None],
    discarder: int,
    winner: str,
    names: Sequence[str],
) -> str:
    who = listed(_("the director") if seat is None else names[seat] for seat in objecting)
    told = {"who": who, "discarder": names[discarder], "winner": winner}
    return (
        _("Disputed by: %(who)s. %(discarder)s discarded the card, and %(winner)s won with it.")
        % told
    )
