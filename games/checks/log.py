"""Checks that every stream belongs to something in the club, and that each deal's row agrees with its events.

`manage.py verify_log` uses two functions of each app's module `checks.log`: `owned_streams(names)` returns which of
these streams belong to the app, and `check_log()` yields a sentence for each row that differs from its events. The
nightly check works in pieces: `check_streams(names)` checks these streams alone, `counted_streams(names)` counts them
by kind, `kept_streams()` names all streams that have a row, with or without events, and `KIND` names the check under
which the findings are counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from django.utils.translation import gettext as _

from games.checks import checks_of_every_app
from games.checks.bindings import strange_bindings
from games.checks.deals import unlike_their_events
from games.checks.pots import unreadable_pots
from games.checks.wording import UNREADABLE, unreadable
from games.club.calls import call_of, call_stream
from games.club.calls import from_stored as call_event
from games.club.chips import LEDGER, member_of, member_stream
from games.club.events import STREAM
from games.club.events import from_stored as club_event
from games.club.held_chips import held_for
from games.club.pots import pot_stream, table_of
from games.log import read_events
from games.log.integrity.verify import stream_names
from games.models import Call, Deal, Player, Table
from games.schema import deal_of, stream_of
from games.settlement import carried_over, hold_owed, member_owed

KIND = "deals"
_BATCH = 500


def strange_streams() -> Iterator[str]:
    """Yield a sentence for each stream of the log that belongs to nothing in the club."""
    modules = checks_of_every_app("log")
    names = stream_names()
    while batch := list(islice(names, _BATCH)):
        owned: set[str] = set()
        for module in modules:
            owned |= module.owned_streams(batch)
        for name in batch:
            if name not in owned:
                yield _(
                    "Stream %(stream)s belongs to no deal and no tournament: it was inserted, or its "
                    "row was deleted."
                ) % {"stream": name}


def differing_rows() -> Iterator[str]:
    """Yield every difference between rows and their events that any app finds."""
    for module in checks_of_every_app("log"):
        yield from module.check_log()


def owned_streams(names: Collection[str]) -> set[str]:
    """Return those of the streams `names` that belong to the club, or to something that has a row.

    That can be a deal, its held chips, a member, a pot or a call.
    """
    deals = {deal for name in names if (deal := deal_of(name)) is not None and deal < 2**63}
    calls = {call for name in names if (call := call_of(name)) is not None and call < 2**63}
    members = {member for name in names if (member := member_of(name)) and member < 2**63}
    known = Player.objects.filter(pk__in=members).values_list("pk", flat=True)
    holds = {deal: name for name in names if (deal := held_for(name)) and deal < 2**63}
    held = Deal.objects.filter(pk__in=holds).values_list("pk", flat=True)
    pots = {table for name in names if (table := table_of(name)) and table < 2**63}
    tables = Table.objects.filter(pk__in=pots).values_list("pk", flat=True)
    return (
        {STREAM, LEDGER}.intersection(names)
        | {holds[deal] for deal in held}
        | {pot_stream(table) for table in tables}
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


def kept_streams() -> Iterator[str]:
    """Yield the name of the stream of each deal that has a row to compare, even if the stream has no events."""
    rows = Deal.objects.filter(entered__isnull=True).values_list("pk", flat=True)
    yield from map(stream_of, rows.iterator())


def counted_streams(names: Collection[str]) -> dict[str, int]:
    """Return the number of deals with a row to compare among these streams, as `{"deals": number}`."""
    deals = {deal for name in names if (deal := deal_of(name)) is not None and deal < 2**63}
    return {"deals": Deal.objects.filter(pk__in=deals, entered__isnull=True).count()}


def check_log() -> Iterator[str]:
    """Yield a sentence for each difference found in this app."""
    yield from unreadable_streams()
    yield from differing_deals()


def check_streams(only: Collection[str]) -> Iterator[str]:
    """Return the differences found in deals of these streams, each checked by itself."""
    return unlike_their_events(only)


def unreadable_streams() -> Iterator[str]:
    """Yield a sentence for each unreadable stream among those without a row to compare."""
    yield from unreadable_club()
    yield from unreadable_members()
    yield from unreadable_calls()
    yield from unreadable_holds()
    yield from unreadable_pots()


def unreadable_club() -> Iterator[str]:
    """Yield a sentence if the club's own stream cannot be folded. It has no row to compare it with."""
    try:
        for stored in read_events(STREAM):
            club_event(stored.name, stored.schema, stored.payload)
    except UNREADABLE as error:
        yield unreadable(STREAM, error)


def unreadable_calls() -> Iterator[str]:
    """Yield a sentence for each unreadable stream of a call."""
    for stream in stream_names("call-"):
        try:
            for stored in read_events(stream):
                call_event(stored.name, stored.schema, stored.payload)
        except UNREADABLE as error:
            yield unreadable(stream, error)


def unreadable_holds() -> Iterator[str]:
    """Yield a sentence for each unreadable stream of held chips; `check_ledger` compares the chips."""
    for stream in stream_names("hold-"):
        try:
            for _owed in hold_owed(held_for(stream) or 0):
                pass
        except UNREADABLE as error:
            yield unreadable(stream, error)


def unreadable_members() -> Iterator[str]:
    """Yield a sentence for each unreadable stream of a member's chips; `check_ledger` compares the transfers."""
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


def differing_deals() -> Iterator[str]:
    """Yield the errors found in single deals, and between deals."""
    yield from unlike_their_events()
    yield from strange_bindings()
