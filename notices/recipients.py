"""Whom an event concerns: the members, and what the words that tell them need."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django.db.models import Q

from games.club import calls, chips, held_chips
from games.club.events import AlarmKind
from games.club.warnings import ConductWarned
from games.engine.events import RulingAppealed, RulingGiven
from games.engine.notation import NAMES
from games.engine.sanctions import Measure
from games.ledger.accounts import member_account
from games.ledger.commands import Owed
from games.log.store import Recorded, read_named
from games.models import Deal, DealSeat, Player
from games.queries import seated_at, with_duty
from games.schema import deal_of
from games.schema import from_stored as deal_event
from games.settlement import member_owed
from games.settlement import owed as owed_by_deal
from tournaments import schema as tournament_schema
from tournaments.engine.evolve import fold
from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.seat_events import SeatGiven, Span
from tournaments.engine.seats import with_substitute
from tournaments.models import Entry, RoundTable, Tournament
from tournaments.queries import current

Facts = dict[str, Any]
_ABOUT: Final = re.compile(r"\b(deal|tournament|member|call)-\d+\b")
"""The stream that a finding names."""


class Told(NamedTuple):
    """A member who is told, and what the words need."""

    player: int
    facts: Facts = {}


class Heard:
    """An event of the log, decoded, with what tells whom it concerns."""

    def __init__(self, recorded: Recorded) -> None:
        """The event is read at once, by the schema of its stream."""
        self.recorded = recorded
        self.deal_id = deal_of(recorded.stream)
        self.tournament_id = tournament_schema.tournament_of(recorded.stream)
        self.member_id = chips.member_of(recorded.stream)
        self.held_for = held_chips.held_for(recorded.stream)
        stored = recorded.name, recorded.schema, recorded.payload
        self.event: Any = (
            deal_event(*stored)
            if self.deal_id is not None
            else tournament_schema.from_stored(*stored)
            if self.tournament_id is not None
            else chips.from_stored(*stored)
            if self.member_id is not None
            else calls.from_stored(*stored)
            if self.call_id is not None
            else held_chips.from_stored(*stored)
            if self.held_for is not None
            else None
        )

    @property
    def by(self) -> int | None:
        """Who did it, None for the service."""
        by = self.recorded.metadata.get("by")
        return by if isinstance(by, int) else None

    @property
    def subject(self) -> Facts:
        """What the notice leads to."""
        deal = self.held_for if self.deal_id is None else self.deal_id
        if deal is not None:
            return {"deal": deal}
        return {} if self.tournament_id is None else {"tournament": self.tournament_id}

    @property
    def call_id(self) -> int | None:
        """The call of the referee that it is about."""
        return calls.call_of(self.recorded.stream)

    def seats(self) -> dict[int, int]:
        """The members at the seats of a deal, by seat."""
        rows = DealSeat.objects.filter(deal=self.deal_id, player__isnull=False)
        return {seat: int(player) for seat, player in rows.values_list("number", "player")}

    def fee(self) -> int:
        """The entry fee that a member paid in the tournament by then; 0 where the club paid it."""
        stream, last = self.recorded.stream, self.recorded.version
        terms = (
            tournament_schema.from_stored(row.name, row.schema, row.payload)
            for name in ("tournament.created", "tournament.setting-corrected")
            for row in read_named(stream, name)
            if row.version <= last
        )
        options = fold(terms).options
        return 0 if options.club_pays else options.entry_fee

    def substitutes(self) -> Mapping[int, int | None]:
        """Who had the seats of which members for the rest of the tournament by then, None the careful bot."""
        found: Mapping[int, int | None] = {}
        for row in read_named(self.recorded.stream, "tournament.seat-given"):
            event = tournament_schema.from_stored(row.name, row.schema, row.payload)
            assert isinstance(event, SeatGiven)
            if row.version <= self.recorded.version and event.span is Span.REST:
                found = found if is_bot(event.owner) else with_substitute(found, event)
        return found

    def call(self) -> calls.CallMade:
        """How the call began that it is about, with whom that concerned; of older calls, whom it would concern now."""
        (made,) = read_named(self.recorded.stream, calls.NAMES[calls.CallMade])
        event = calls.from_stored(made.name, made.schema, made.payload)
        assert isinstance(event, calls.CallMade)
        if event.seated is None or event.asked is None:
            seated = seated_at(event.table)
            but = {*seated, event.player}
            asked = tuple(one.pk for one in with_duty() if one.pk not in but)
            event = replace(event, seated=tuple(seated), asked=asked)
        return event

    def chips_of(self, player: int, transfers: Iterable[Owed]) -> int:
        """What the transfers that this event calls for bring a member."""
        code, version = member_account(player), self.recorded.version
        mine = (one for one in transfers if one.event.version == version)
        return sum(one.amounts.get(code, 0) for one in mine)


def member(*fields: str) -> Callable[[Heard], Iterator[Told]]:
    """The member of the event, with these of its fields."""

    def whom(heard: Heard) -> Iterator[Told]:
        yield Told(heard.event.player, {name: getattr(heard.event, name) for name in fields})

    return whom


def by_others(*fields: str) -> Callable[[Heard], Iterator[Told]]:
    """The same where somebody else did it: what one does oneself one sees."""

    def whom(heard: Heard) -> Iterator[Told]:
        return member(*fields)(heard) if heard.by != heard.event.player else iter(())

    return whom


def left(heard: Heard) -> Iterator[Told]:
    """Whom somebody else withdrew; of who withdraws alone the tournament's director hears, who seats the others."""
    player = heard.event.player
    if heard.by != player:
        yield Told(player, {"round": heard.event.round})
        return
    director = Tournament.objects.filter(pk=heard.tournament_id or 0).values_list("director")
    facts = {"who": player, "variant": 1}
    yield from (Told(one, facts) for (one,) in director if one != player)


def entered(heard: Heard) -> Iterator[Told]:
    """The member of an entry with its fee; without one only what others did is told."""
    fee = heard.fee()
    if fee or heard.by != heard.event.player:
        yield Told(heard.event.player, {"chips": -fee, "variant": 1 if fee else 0})


def went(heard: Heard) -> Iterator[Told]:
    """A member whose fee comes back, if there was one; without one only what others did is told."""
    fee = heard.fee()
    if fee or heard.by != heard.event.player:
        yield Told(heard.event.player, {"chips": fee, "variant": 1 if fee else 0})


def removed_before(heard: Heard) -> Iterator[Told]:
    """A member who was removed before the start, with the reason and the fee that comes back."""
    fee = heard.fee()
    facts = {"chips": fee, "reason": heard.event.reason, "variant": 1 if fee else 0}
    yield Told(heard.event.player, facts)


def seat_given(heard: Heard) -> Iterator[Told]:
    """Who gets the seat, its owner, and whoever else sits at the table; but for who did it."""
    event = heard.event
    owner = None if is_bot(event.owner) else player_id(event.owner)
    facts = {name: getattr(event, name) for name in ("round", "table", "seat", "reason")}
    first = 3 if owner is None else 0 if event.player != owner else 2
    told: dict[int, int] = {} if event.player is None else {event.player: first}
    if owner is not None:
        told.setdefault(owner, 1)
    rows = RoundTable.objects.filter(
        tournament=heard.tournament_id, round=event.round, number=event.table
    )
    for row in rows:
        for label in (*row.seats, *row.holders):
            if not is_bot(label):
                told.setdefault(player_id(label), 4)
    for player, variant in told.items():
        if player != heard.by:
            yield Told(player, {**facts, "variant": variant})


def from_list(heard: Heard) -> Iterator[Told]:
    """All members of a list."""
    return (Told(player) for player in heard.event.players)


def entered_from_list(heard: Heard) -> Iterator[Told]:
    """All members whom a director entered, with the fee that each has paid."""
    fee = heard.fee()
    facts = {"chips": -fee, "variant": 1 if fee else 0}
    return (Told(player, facts) for player in heard.event.players)


def drawn(heard: Heard) -> Iterator[Told]:
    """Everybody who was seated, or has the seat for the rest, with round, table and seat."""
    # Nobody stands in for anybody before the first round.
    substitutes = heard.substitutes() if heard.event.number > 1 else {}
    for number, seats in enumerate(heard.event.tables, 1):
        for seat, label in enumerate(seats):
            owner = None if is_bot(label) else player_id(label)
            player = owner if owner is None else substitutes.get(owner, owner)
            if player is not None:
                facts = {"round": heard.event.number, "table": number, "seat": seat}
                if heard.event.finalists:
                    facts["variant"] = 1 if owner in heard.event.finalists else 2
                yield Told(player, facts)


def final(heard: Heard) -> Iterator[Told]:
    """Every member of the final standings, with place and prize."""
    for row in heard.event.rows:
        label, place = row.standing.participant, row.standing.place
        if not is_bot(label):
            variant = 2 if place is None else 1 if row.prize else 0
            yield Told(player_id(label), {"place": place, "chips": row.prize, "variant": variant})


def corrected(heard: Heard) -> Iterator[Told]:
    """All who stand in the table, since any place may have changed; with the difference where a prize did."""
    moved = {one.player: one.amount for one in heard.event.corrections}
    for row in heard.event.rows:
        label = row.standing.participant
        if not is_bot(label):
            player = player_id(label)
            amount = moved.get(player, 0)
            place = row.standing.place or "–"
            variant = (1 if amount else 0) + (0 if heard.event.ruling else 2)
            yield Told(player, {"place": place, "chips": amount, "variant": variant})


def cancelled(heard: Heard) -> Iterator[Told]:
    """Everybody who had entered, with what comes back."""
    back = {one.player: one.amount for one in heard.event.refunds}
    entered = Entry.objects.filter(tournament=heard.tournament_id).exclude(
        status__in=Entry.NO_ENTRY
    )
    for player in sorted({*back, *entered.values_list("player", flat=True)}):
        facts = {"reason": heard.event.reason, "chips": back.get(player, 0)}
        yield Told(player, {**facts, "variant": 1 if player in back else 0})


def seat(heard: Heard) -> Iterator[Told]:
    """The member at the seat of the event."""
    player = heard.seats().get(heard.event.seat)
    if player is not None:
        yield Told(player, {"seat": heard.event.seat})


def missing(heard: Heard) -> Iterator[Told]:
    """Who had not checked in."""
    return (Told(player) for player in heard.event.missing)


def entrants(heard: Heard) -> Iterator[Told]:
    """Everybody who has entered and was not left out."""
    entered = Entry.objects.filter(tournament=heard.tournament_id).exclude(
        status__in=Entry.NO_ENTRY
    )
    return (Told(player) for player in entered.order_by("pk").values_list("player", flat=True))


def at_drawn(*fields: str) -> Callable[[Heard], Iterator[Told]]:
    """Who was drawn at the table that the event names, and who played its deal, but for who did it."""

    def whom(heard: Heard) -> Iterator[Told]:
        event = heard.event
        rows = RoundTable.objects.filter(
            tournament=heard.tournament_id, round=event.round, number=event.table
        )
        facts = {name: getattr(event, name) for name in ("round", "table", "deal_number", *fields)}
        labels = [label for row in rows for label in row.seats]
        loaded = current(heard.tournament_id or 0)
        found = None if loaded is None else loaded.state.find_deal(event.deal_id)
        played = () if found is None else (player for _seat, player in found[2].sat_in)
        known = dict.fromkeys(player_id(label) for label in labels if not is_bot(label))
        known |= dict.fromkeys(played)
        yield from (Told(player, facts) for player in known if player != heard.by)

    return whom


def correction_waits(heard: Heard) -> Iterator[Told]:
    """Who stands in the final table, whose prizes it may move, and the directors and referees who may sign it."""
    facts = {"reason": heard.event.reason}
    playing = set(_with_a_line(heard))
    yield from (Told(player, {**facts, "variant": 0}) for player in sorted(playing))
    yield from (
        Told(one.pk, {**facts, "variant": 1})
        for one in with_duty()
        if one.pk not in playing and one.pk != heard.by
    )


def correction_unsigned(heard: Heard) -> Iterator[Told]:
    """The same members, and who had proposed it, but for who did this."""
    asked = read_named(heard.recorded.stream, "tournament.correction-proposed")
    by = {row.payload["director"] for row in asked if row.payload["number"] == heard.event.number}
    people = set(_with_a_line(heard)) | by
    return (Told(pk, {"reason": heard.event.reason}) for pk in sorted(people - {heard.by}))


def _with_a_line(heard: Heard) -> Iterator[int]:
    loaded = current(heard.tournament_id or 0)
    for row in () if loaded is None else loaded.state.final:
        if not is_bot(row.standing.participant):
            yield player_id(row.standing.participant)


def contradicted(heard: Heard) -> Iterator[Told]:
    """The director who decides it, and the table."""
    told = list(at_drawn("reason")(heard))
    yield from told
    director = Tournament.objects.filter(pk=heard.tournament_id or 0).values_list("director")
    facts = {
        name: getattr(heard.event, name) for name in ("round", "table", "deal_number", "reason")
    }
    known = {heard.by, *(one.player for one in told)}
    yield from (Told(player, facts) for (player,) in director if player not in known)


def disputed(heard: Heard) -> Iterator[Told]:
    """The seats of the deal, then directors and referees, but for who did it."""
    several = heard.recorded.name == "deal.dispute-filed"
    seated = set(heard.seats().values()) - {heard.by}
    yield from (Told(player, {"variant": 0} if several else {}) for player in sorted(seated))
    for one in with_duty():
        if one.pk not in seated and one.pk != heard.by:
            yield Told(one.pk, {"variant": 1} if several else {})


def ruled(heard: Heard) -> Iterator[Told]:
    """The seats of the deal, with what the ruling brings them; then directors, whose tournament may wait for it."""
    chips_per_point = (
        Deal.objects.filter(pk=heard.deal_id or 0)
        .values_list("table__chips_per_point", flat=True)
        .first()
    )
    if heard.deal_id is None or chips_per_point is None:
        return
    transfers = owed_by_deal(heard.deal_id, chips_per_point)
    event, base = heard.event, 0
    said: Facts = {}
    if type(event) is RulingGiven:
        judged = event.upheld == (event.result.offender is not None)
        said |= {"outcome": "upheld" if event.upheld else "reversed", "judged": judged}
        base = 4 if _on_appeal(heard) else 2
    seated = set(heard.seats().values())
    said["section"] = getattr(event, "section", "")
    for player in heard.seats().values():
        amount = heard.chips_of(player, transfers)
        yield Told(player, {**said, "chips": amount, "variant": base + (1 if amount else 0)})
    for one in with_duty():
        if one.is_director and one.pk not in seated and one.pk != heard.by:
            yield Told(one.pk, {**said, "chips": 0, "variant": base})


def _on_appeal(heard: Heard) -> bool:
    """Whether this ruling decides an appeal of its dispute."""
    here = heard.recorded
    return any(
        row.version < here.version and row.payload.get("dispute") == here.payload.get("dispute")
        for row in read_named(here.stream, NAMES[RulingAppealed])
    )


def held(heard: Heard) -> Iterator[Told]:
    """The members of whom a dispute holds another sum from now on, or nothing any more."""
    here = heard.recorded
    rows = (row for row in read_named(here.stream, here.name) if row.version == here.version - 1)
    earlier = [held_chips.from_stored(row.name, row.schema, row.payload) for row in rows]
    before = {one.player: one.chips for event in earlier for one in event.held if one.chips}
    now = {one.player: one.chips for one in heard.event.held if one.chips}
    for player in sorted(before.keys() | now.keys()):
        if player not in now:
            yield Told(player, {"held": before[player], "variant": 1})
        elif now[player] != before.get(player):
            yield Told(player, {"held": now[player], "variant": 0})


def sanctioned(heard: Heard) -> Iterator[Told]:
    """The member whose conduct is reported; and the director, where removal is asked for."""
    event = heard.event
    facts = {name: getattr(event, name) for name in ("number", "kind", "reason")}
    variant = list(Measure).index(event.given.measure)
    yield Told(event.player, {**facts, "points": event.given.points, "variant": variant})
    if event.given.measure is Measure.REMOVAL:
        row = Tournament.objects.filter(pk=heard.tournament_id or 0).values_list("director")
        for (director,) in row:
            if director not in (heard.by, event.player):
                yield Told(director, {**facts, "variant": 3})


def warned(heard: Heard) -> Iterator[Told]:
    """The member whom a referee warned at a club table, or whose warning was taken back."""
    player, event = heard.member_id, heard.event
    assert player is not None
    facts: Facts = {"kind": event.kind, "reason": event.reason}
    if isinstance(event, ConductWarned):
        facts["table_id"] = event.table
    yield Told(player, facts)


def words_removed(heard: Heard) -> Iterator[Told]:
    """The member whose words a director took away."""
    assert heard.member_id is not None
    yield Told(heard.member_id, {"deal": heard.event.deal, "reason": heard.event.reason})


def collection_removed(heard: Heard) -> Iterator[Told]:
    """The member whose collection a director took away."""
    assert heard.member_id is not None
    yield Told(heard.member_id, {"reason": heard.event.reason})


def account(heard: Heard) -> Iterator[Told]:
    """The member of the account, with the chips that came or went."""
    player = heard.member_id
    assert player is not None
    amount = heard.chips_of(player, member_owed(player))
    if amount:
        reason = getattr(heard.event, "reason", "")
        yield Told(player, {"chips": amount, "reason": reason, "variant": 1 if reason else 0})


def of_account(*fields: str) -> Callable[[Heard], Iterator[Told]]:
    """The member of the stream, with these fields of what the staff did to the account."""

    def whom(heard: Heard) -> Iterator[Told]:
        assert heard.member_id is not None
        yield Told(heard.member_id, {name: getattr(heard.event, name) for name in fields})

    return whom


def table_closed(heard: Heard) -> Iterator[Told]:
    """Who had opened the table that a director closed, and who sat there, but for who did it."""
    event = heard.event
    facts = {"table_id": event.table, "reason": event.reason}
    people = dict.fromkeys((heard.member_id, *event.seated))
    return (Told(pk, facts) for pk in people if pk is not None and pk != heard.by)


def owners_of_alarm(heard: Heard) -> Iterator[Told]:
    """The owners, where the night's check found something: how many, and what the first is about, never what it says.

    A notice may go by mail; the whole sentence is for the page of the alarms.
    """
    alarm = heard.recorded.payload
    if alarm.get("kind") != AlarmKind.LOG_BROKEN:
        return
    said = alarm.get("facts", {})
    about = _ABOUT.search(str(said.get("first", "")))
    facts = {"found": said.get("found"), "about": about[0] if about else "–"}
    owners = Player.objects.filter(is_superuser=True, is_active=True)
    for pk in owners.order_by("pk").values_list("pk", flat=True):
        yield Told(pk, facts)


def staff(heard: Heard) -> Iterator[Told]:
    """Everybody with a duty, but for who did it."""
    duty = Q(is_superuser=True) | Q(is_director=True) | Q(is_referee=True)
    people = Player.objects.filter(duty, is_active=True).exclude(pk=heard.by or 0)
    return (Told(pk) for pk in people.order_by("pk").values_list("pk", flat=True))


def called(heard: Heard) -> Iterator[Told]:
    """Those with the duty who had no seat there."""
    made = heard.call()
    facts = {"call": heard.call_id, "table_id": made.table}
    return (Told(player, facts) for player in made.asked or ())


def at_table(heard: Heard) -> Iterator[Told]:
    """Who sat where the call came from, and who called, but for who did this."""
    made, event = heard.call(), heard.event
    answer = event.words if isinstance(event, calls.CallAnswered) else ""
    facts = {"call": heard.call_id, "table_id": made.table, "answer": answer}
    by = getattr(event, "referee", heard.by)
    for player in sorted({made.player, *(made.seated or ())} - {by}):
        yield Told(player, {**facts, "who": by})
