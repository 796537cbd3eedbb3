"""Reconciling: every stream belongs to something, and every deal folded again agrees with its live row.

`manage.py verify_log` asks the module `checks.log` of each app that has one for two things: `owned_streams(names)`,
which of these streams belong to something of the app's, and `check_log()`, a sentence for each row that does not say
what its events say. The night also asks `counted_streams(names)`: how many of which kind these are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import queries
from games.checks import checks_of_every_app
from games.club.calls import call_of, call_stream
from games.club.calls import from_stored as call_event
from games.club.chips import LEDGER, member_of, member_stream
from games.club.events import STREAM
from games.club.schema import from_stored as club_event
from games.commands.deals import BROKEN
from games.engine.errors import BadNotation
from games.engine.evolve import fold
from games.engine.records import DealRecord
from games.engine.state import DealState, Phase
from games.engine.verification import verify
from games.log import read_events
from games.log.integrity.verify import stream_names
from games.models import Call, Deal, Player
from games.models.tables import IMPORTED
from games.projections import public_phase, secret_of
from games.schema import deal_of, stream_of
from games.settlement import carried_over, member_owed

UNREADABLE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BadNotation,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""What reading a stream may raise whose events nobody of us has written."""
_BATCH = 500
_EVENT = re.compile(r"event \d+")


def strange_streams() -> Iterator[str]:
    """A sentence for each stream of the log that belongs to nothing in the club."""
    modules = checks_of_every_app("log")
    names = stream_names()
    while batch := list(islice(names, _BATCH)):
        owned: set[str] = set()
        for module in modules:
            owned |= module.owned_streams(batch)
        for name in batch:
            if name not in owned:
                yield _(
                    "Stream %(stream)s belongs to no deal and no tournament: it was put in, or its row is gone."
                ) % {"stream": name}


def differing_rows(only: Collection[str] | None = None) -> Iterator[str]:
    """What all apps find that does not agree with its events; of these streams alone, if given."""
    for module in checks_of_every_app("log"):
        yield from module.check_log(only)


def owned_streams(names: Collection[str]) -> set[str]:
    """Which of these are the club's own, or the streams of deals and members that have a row."""
    deals = {deal for name in names if (deal := deal_of(name)) is not None and deal < 2**63}
    calls = {call for name in names if (call := call_of(name)) is not None and call < 2**63}
    members = {member for name in names if (member := member_of(name)) and member < 2**63}
    known = Player.objects.filter(pk__in=members).values_list("pk", flat=True)
    return (
        {STREAM, LEDGER}.intersection(names)
        | {
            call_stream(call)
            for call in Call.objects.filter(pk__in=calls).values_list("pk", flat=True)
        }
        | {member_stream(member) for member in known}
        | {
            stream_of(deal)
            for deal in Deal.objects.filter(pk__in=deals).values_list("pk", flat=True)
        }
    )


def counted_streams(names: Collection[str]) -> dict[str, int]:
    """How many of these streams are deals with a row, which is compared with them."""
    rows = Deal.objects.filter(entered__isnull=True).values_list("pk", flat=True)
    return {"deals": sum(stream_of(pk) in names for pk in rows.iterator())}


def check_log(only: Collection[str] | None = None) -> Iterator[str]:
    """What does not agree in this app; of deals those of these streams alone, if given."""
    yield from unreadable_club()
    yield from unreadable_members()
    yield from unreadable_calls()
    yield from differing_deals(only)


def unreadable_club() -> Iterator[str]:
    """A sentence if the club's own stream cannot be folded. It has no row to compare it with."""
    try:
        for stored in read_events(STREAM):
            club_event(stored.name, stored.schema, stored.payload)
    except UNREADABLE as error:
        yield unreadable(STREAM, error)


def unreadable_calls() -> Iterator[str]:
    """A sentence for each stream of a call that cannot be read."""
    for stream in stream_names("call-"):
        try:
            for stored in read_events(stream):
                call_event(stored.name, stored.schema, stored.payload)
        except UNREADABLE as error:
            yield unreadable(stream, error)


def unreadable_members() -> Iterator[str]:
    """A sentence for each stream about chips that cannot be read; `check_ledger` compares what they call for."""
    try:
        carried_over()
    except UNREADABLE as error:
        yield unreadable(LEDGER, error)
    for stream in stream_names("member-"):
        try:
            for _owed in member_owed(member_of(stream) or 0):
                pass
        except UNREADABLE as error:
            yield unreadable(stream, error)


def differing_deals(only: Collection[str] | None = None) -> Iterator[str]:
    """A sentence for each deal whose row does not say what its events say, or whose events break the rules.

    Among `only` some streams, a secret or a way of dealing is compared with those of the others among them.
    """
    in_two_steps = False
    bound_to: dict[str, str] = {}
    for deal in _deals().iterator(chunk_size=200):
        if only is not None and deal.stream not in only:
            continue
        try:
            rows = queries.history(deal.pk)
            if not rows:
                yield empty(deal.stream)
                continue
            state = fold([row.event for row in rows])
        except UNREADABLE as error:
            yield unreadable(deal.stream, error)
            continue
        for name, stored, folded in _comparison(deal, state):
            if stored != folded:
                yield unlike(deal.stream, name, stored, folded)
        yield from _unfair(deal, rows, state)
        first = bound_to.setdefault(_binding(deal, state), deal.stream)
        if first != deal.stream:
            yield _("%(stream)s is bound to the secret of %(first)s, which was known before.") % {
                "stream": deal.stream,
                "first": first,
            }
        if state.setup.bound:
            in_two_steps = True
        elif in_two_steps and state.setup.stock and not deal.table.origin.startswith(IMPORTED):
            yield _(
                "%(stream)s was dealt without binding its seats, though deals before it did."
            ) % {"stream": deal.stream}
        if rows[0].chips_per_point not in (None, deal.table.chips_per_point):
            yield _(
                "%(stream)s: its table says %(row)d chips a point, its first event says %(event)d."
            ) % {
                "stream": deal.stream,
                "row": deal.table.chips_per_point,
                "event": rows[0].chips_per_point,
            }


def _unfair(deal: Deal, rows: list[queries.Row], state: DealState) -> Iterator[str]:
    """What `verify_deal` finds in it, and for a deal that is not over, whether its secret is still what binds it."""
    secret = None
    if state.ending is None:
        secret = secret_of(deal.pk, state)
        if secret is None:
            yield _("%(stream)s: the secret in its row is not the one that it is bound to.") % {
                "stream": deal.stream
            }
            return
    elif state.ending.cancelled == BROKEN:
        yield _(
            "%(stream)s was called off, since its secret or a seed was not what it was bound to."
        ) % {"stream": deal.stream}
        return
    try:
        fault = verify(
            DealRecord(deal.stream, tuple((row.at, row.event) for row in rows)), secret=secret
        )
    except UNREADABLE as error:
        fault = type(error).__name__ if state.ending is None else repr(error)
    if fault is None:
        return
    if state.ending is None:
        # What exactly is wrong may name a card that nobody else may see yet.
        where = _EVENT.match(fault)
        fault = _("%(where)s is not what the rules make of the deal; more when it is over.") % {
            "where": where[0] if where else "?"
        }
    yield f"{deal.stream}: {fault}"


def empty(stream: str) -> str:
    """The sentence for a row whose stream is not there."""
    return _("%(stream)s has a row, but no events.") % {"stream": stream}


def unreadable(stream: str, error: Exception) -> str:
    """The sentence for a stream that cannot be folded."""
    return _("%(stream)s cannot be read from its events: %(error)r") % {
        "stream": stream,
        "error": error,
    }


def _binding(deal: Deal, state: DealState) -> str:
    """What no other deal may be bound to: of a duplicate, whose tables share it, that at its own table."""
    if not deal.table.duplicate:
        return state.setup.commitment
    called_off = f" {deal.pk}" if deal.cancelled else ""  # no card of it was dealt
    return f"{state.setup.commitment} {deal.table_id}{called_off}"


def unlike(stream: str, name: str, row: object, events: object) -> str:
    """The sentence for a row that says something else than its events."""
    return _("%(stream)s: its row says %(name)s %(row)s, its events say %(events)s.") % {
        "stream": stream,
        "name": name,
        "row": row,
        "events": events,
    }


def _deals() -> QuerySet[Deal]:
    # A deal with real cards has no stream of its own: whoever let it be played compares it.
    deals = Deal.objects.filter(entered__isnull=True)
    return deals.order_by("pk").select_related("table").prefetch_related("seats")


def _comparison(deal: Deal, state: DealState) -> Iterator[tuple[str, object, object]]:
    yield "version", deal.version, state.version
    yield "phase", deal.phase, public_phase(state).value
    yield "turn", deal.turn, state.turn
    yield "ended", deal.ended_at is not None, state.phase is Phase.OVER
    if not deal.table.origin.startswith(IMPORTED):  # its players are somebody elsewhere, not here
        yield "players", tuple(seat.label for seat in deal.seats.all()), state.setup.players
    if state.ending is None:
        return
    yield "cancelled", deal.cancelled, bool(state.ending.cancelled)
    result = state.ending.result
    if not state.ending.cancelled and not deal.sealed:
        yield "winner", deal.winner, result.winner
        yield "points", deal.points, result.points
        yield "offender", deal.offender, result.offender
        yield "net", tuple(seat.net for seat in deal.seats.all()), result.net
