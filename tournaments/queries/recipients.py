"""Finds the recipients of a tournament's events, and the values that their notices need.

Most functions take the context of an event and yield a `Recipient` for each person to notify.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.club.notices import Facts, Recipient
from games.engine.disputing.sanctions import Measure
from games.log.store import Recorded, read, read_named
from games.queries import with_duty
from tournaments.engine.correcting.agreement_events import Ending
from tournaments.engine.correcting.agreements import free
from tournaments.engine.evolve import fold
from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.people.entry_events import SeatGiven
from tournaments.engine.people.seats import holders, with_substitute
from tournaments.engine.round_state import RoundState, Span
from tournaments.engine.state import TournamentState
from tournaments.models import Entry, RoundTable, Tournament
from tournaments.queries import current, happenings
from tournaments.schema import from_stored, tournament_of


class TournamentContext:
    """An event of a tournament, with the data to find its recipients."""

    def __init__(self, recorded: Recorded) -> None:
        """Decode the event."""
        self.recorded = recorded
        self.tournament_id = tournament_of(recorded.stream)
        self.event: Any = from_stored(recorded.name, recorded.schema, recorded.payload)
        by = recorded.metadata.get("by")
        self.by = by if isinstance(by, int) else None
        """Who did it, None for the service."""

    def fee(self) -> int:
        """Return the entry fee that members paid at the time of the event; 0 if the club paid it."""
        stream, last = self.recorded.stream, self.recorded.version
        terms = (
            from_stored(row.name, row.schema, row.payload)
            for name in ("tournament.created", "tournament.setting-corrected")
            for row in read_named(stream, name)
            if row.version <= last
        )
        options = fold(terms).options
        return 0 if options.club_pays else options.entry_fee

    def substitutes(self) -> Mapping[int, int | None]:
        """Return who plays for whom for the rest of the tournament, by the replaced member's id; None is the bot."""
        found: Mapping[int, int | None] = {}
        for row in read_named(self.recorded.stream, "tournament.seat-given"):
            event = from_stored(row.name, row.schema, row.payload)
            assert isinstance(event, SeatGiven)
            if row.version <= self.recorded.version and event.span is Span.REST:
                found = found if is_bot(event.owner) else with_substitute(found, event)
        return found


def member(*fields: str) -> Callable[[TournamentContext], Iterator[Recipient]]:
    """Return a function that yields the member named by the event, with these fields of the event."""

    def whom(context: TournamentContext) -> Iterator[Recipient]:
        yield Recipient(
            context.event.player, {name: getattr(context.event, name) for name in fields}
        )

    return whom


def by_others(*fields: str) -> Callable[[TournamentContext], Iterator[Recipient]]:
    """Return a function that yields the member named by the event, unless that member caused the event.

    The notice gets these `fields` of the event.
    """

    def whom(context: TournamentContext) -> Iterator[Recipient]:
        return member(*fields)(context) if context.by != context.event.player else iter(())

    return whom


def left(context: TournamentContext) -> Iterator[Recipient]:
    """Yield members whom others withdrew; if members withdraw themselves, yield the director instead."""
    player = context.event.player
    if context.by != player:
        yield Recipient(player, {"round": context.event.round})
        return
    director = Tournament.objects.filter(pk=context.tournament_id or 0).values_list("director")
    facts = {"who": player, "variant": 1}
    yield from (Recipient(one, facts) for (one,) in director if one != player)


def entered(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the member who was entered, with the fee. Without a fee, only members entered by others."""
    fee = context.fee()
    if fee or context.by != context.event.player:
        yield Recipient(context.event.player, {"chips": -fee, "variant": 1 if fee else 0})


def went(context: TournamentContext) -> Iterator[Recipient]:
    """Yield a member who withdrew or was left out, with the returned fee.

    If no fee is returned, members who withdrew by themselves are not notified.
    """
    fee = context.fee()
    if fee or context.by != context.event.player:
        yield Recipient(context.event.player, {"chips": fee, "variant": 1 if fee else 0})


def removed_before(context: TournamentContext) -> Iterator[Recipient]:
    """Yield a member removed before the start, with the reason and the returned fee."""
    fee = context.fee()
    facts = {"chips": fee, "reason": context.event.reason, "variant": 1 if fee else 0}
    yield Recipient(context.event.player, facts)


def seat_given(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the new holder of the seat, its owner, and the others at the table, but not the member who gave it."""
    event = context.event
    owner = None if is_bot(event.owner) else player_id(event.owner)
    facts = {name: getattr(event, name) for name in ("round", "table", "seat", "reason")}
    first = 3 if owner is None else 0 if event.player != owner else 2
    told: dict[int, int] = {} if event.player is None else {event.player: first}
    if owner is not None:
        told.setdefault(owner, 1)
    rows = RoundTable.objects.filter(
        tournament=context.tournament_id, round=event.round, number=event.table
    )
    for row in rows:
        for label in (*row.seats, *row.holders):
            if not is_bot(label):
                told.setdefault(player_id(label), 4)
    for player, variant in told.items():
        if player != context.by:
            yield Recipient(player, {**facts, "variant": variant})


def from_list(context: TournamentContext) -> Iterator[Recipient]:
    """Return all members of the event's list."""
    return (Recipient(player) for player in context.event.players)


def entered_from_list(context: TournamentContext) -> Iterator[Recipient]:
    """Return all members whom a director entered from a list, with the fee each has paid."""
    fee = context.fee()
    facts = {"chips": -fee, "variant": 1 if fee else 0}
    return (Recipient(player, facts) for player in context.event.players)


def drawn(context: TournamentContext) -> Iterator[Recipient]:
    """Yield all members who got a seat, with round, table and seat; substitutes instead of the members they replace.

    Members who sit out the round are included. After a redraw its reason is included, and so are members who had a
    seat in the discarded draw and have none any more.
    """
    # No substitutes before the first round.
    substitutes = context.substitutes() if context.event.number > 1 else {}
    anew = _drawn_anew(context)
    told = set()
    for number, seats in enumerate(context.event.tables, 1):
        for seat, label in enumerate(seats):
            owner = None if is_bot(label) else player_id(label)
            player = owner if owner is None else substitutes.get(owner, owner)
            if player is not None:
                facts = {"round": context.event.number, "table": number, "seat": seat, **anew}
                variant = 3 if anew else 0
                if context.event.finalists:
                    variant += 1 if owner in context.event.finalists else 2
                told.add(player)
                yield Recipient(player, {**facts, "variant": variant} if variant else facts)
    for player in context.event.out:
        told.add(player)
        yield Recipient(player, {"round": context.event.number, **anew, "variant": 7})
    if anew:
        before, _after = _around(context)
        assert before.former is not None
        for player in sorted(_places(before, before.former.drawn).keys() - told):
            yield Recipient(player, {"round": context.event.number, **anew, "variant": 6})


def _drawn_anew(context: TournamentContext) -> Facts:
    """Return why the previous draw was discarded, as a fact for the notice; empty for a round's first draw."""
    before = read(context.recorded.stream, after=context.recorded.version - 2)[0]
    return (
        {"reason": before.payload["reason"]} if before.name == "tournament.draw-discarded" else {}
    )


def drawn_as_before(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the members whose seat changes because a redraw is taken back, each with the restored seat, if any.

    Members whose seat in the restored draw was given to somebody else are included, since that seat is given away
    again.
    """
    before, after = _around(context)
    drawn = after.rounds[-1]
    sat, sits = _places(before, before.rounds[-1]), _places(after, drawn)
    own = _places(after, drawn, owners=True)
    event = context.event
    for player in sorted(sat.keys() | sits.keys()):
        if sits.get(player) == sat.get(player):
            continue
        facts = {"round": event.round, "reason": event.reason}
        if player in sits:
            table, seat = sits[player]
            yield Recipient(player, {**facts, "table": table, "seat": seat, "variant": 0})
        elif player in own:
            yield Recipient(player, {**facts, "table": own[player][0], "variant": 2})
        else:
            yield Recipient(player, {**facts, "variant": 1})


def _around(context: TournamentContext) -> tuple[TournamentState, TournamentState]:
    """Return the tournament before and after the event."""
    version = context.recorded.version
    [here] = happenings(context.tournament_id or 0, version, version)
    assert here.before is not None
    return here.before, here.after


def _places(
    state: TournamentState, drawn: RoundState, *, owners: bool = False
) -> dict[int, tuple[int, int]]:
    """Return table and seat of each member in this draw, by player id; members who have left are omitted.

    Seats belong to their current holders, or with `owners` to the members drawn.
    """
    found: dict[int, tuple[int, int]] = {}
    for number, table in enumerate(drawn.tables, 1):
        for seat, label in enumerate(table.seats if owners else holders(table)):
            if not is_bot(label) and player_id(label) not in state.left:
                found[player_id(label)] = (number, seat)
    return found


def final(context: TournamentContext) -> Iterator[Recipient]:
    """Yield every member of the final standings, with place and prize."""
    for row in context.event.rows:
        label, place = row.standing.participant, row.standing.place
        if not is_bot(label):
            variant = 2 if place is None else 1 if row.prize else 0
            yield Recipient(
                player_id(label), {"place": place, "chips": row.prize, "variant": variant}
            )


def corrected(context: TournamentContext) -> Iterator[Recipient]:
    """Yield every member of the final standings, with the change of the prize: any place may have changed."""
    moved = {one.player: one.amount for one in context.event.corrections}
    for row in context.event.rows:
        label = row.standing.participant
        if not is_bot(label):
            player = player_id(label)
            amount = moved.get(player, 0)
            place = row.standing.place or "–"
            variant = (1 if amount else 0) + (0 if context.event.ruling else 2)
            yield Recipient(player, {"place": place, "chips": amount, "variant": variant})


def cancelled(context: TournamentContext) -> Iterator[Recipient]:
    """Yield all entrants, each with the refund."""
    back = {one.player: one.amount for one in context.event.refunds}
    entered = Entry.objects.filter(tournament=context.tournament_id).exclude(
        status__in=Entry.NO_ENTRY
    )
    for player in sorted({*back, *entered.values_list("player", flat=True)}):
        facts = {"reason": context.event.reason, "chips": back.get(player, 0)}
        yield Recipient(player, {**facts, "variant": 1 if player in back else 0})


def missing(context: TournamentContext) -> Iterator[Recipient]:
    """Return the members not checked in."""
    return (Recipient(player) for player in context.event.missing)


def entrants(context: TournamentContext) -> Iterator[Recipient]:
    """Return all entrants, except those left out at the start."""
    entered = Entry.objects.filter(tournament=context.tournament_id).exclude(
        status__in=Entry.NO_ENTRY
    )
    return (Recipient(player) for player in entered.order_by("pk").values_list("player", flat=True))


def at_drawn(*fields: str) -> Callable[[TournamentContext], Iterator[Recipient]]:
    """Return a function that yields the members at the event's table, except the one who acted.

    These are the members drawn there and the players of the deal. `fields` of the event are included.
    """

    def whom(context: TournamentContext) -> Iterator[Recipient]:
        event = context.event
        rows = RoundTable.objects.filter(
            tournament=context.tournament_id, round=event.round, number=event.table
        )
        facts = {name: getattr(event, name) for name in ("round", "table", "deal_number", *fields)}
        labels = [label for row in rows for label in row.seats]
        found = current(context.tournament_id or 0).state.find_deal(event.deal_id)
        played = () if found is None else (player for _seat, player in found[2].sat_in)
        known = dict.fromkeys(player_id(label) for label in labels if not is_bot(label))
        known |= dict.fromkeys(played)
        yield from (Recipient(player, facts) for player in known if player != context.by)

    return whom


def discard_ruled(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the members at the table, and the referee whose ruling is replaced or withdrawn."""
    event, here = context.event, context.recorded
    names = [name for name in ("section", "reason") if hasattr(event, name)]
    told = list(at_drawn(*names)(context))
    yield from told
    earlier = [
        row
        for name in ("tournament.discard-ruled", "tournament.discard-withdrawn")
        for row in read_named(here.stream, name)
        if row.version < here.version and row.payload["deal_id"] == event.deal_id
    ]
    known = {context.by, *(one.player for one in told)}
    if not earlier:
        return
    last = max(earlier, key=lambda row: row.version)
    referee = last.payload["referee"]
    if last.name == "tournament.discard-ruled" and referee not in known:
        names = ["round", "table", "deal_number", *names]
        yield Recipient(referee, {**{name: getattr(event, name) for name in names}, "variant": 1})


def correction_waits(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the people to notify that a correction waits for a second signature.

    They are the members in the final standings, whose prizes may change, and the other active referees and directors,
    who may sign it; not the staff member who proposed it, unless they are in the standings.
    """
    facts = {"reason": context.event.reason}
    playing = set(_with_a_line(context))
    yield from (Recipient(player, {**facts, "variant": 0}) for player in sorted(playing))
    yield from (
        Recipient(one.pk, {**facts, "variant": 1})
        for one in with_duty()
        if one.pk not in playing and one.pk != context.by
    )


def correction_unsigned(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the members in the final standings and the proposer, except the one who acted."""
    asked = read_named(context.recorded.stream, "tournament.correction-proposed")
    by = {row.payload["director"] for row in asked if row.payload["number"] == context.event.number}
    people = set(_with_a_line(context)) | by
    return (Recipient(pk, {"reason": context.event.reason}) for pk in sorted(people - {context.by}))


def agreement_asked(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the members who can agree to a director's request."""
    state = current(context.tournament_id or 0).state
    return (Recipient(player) for player in free(state, context.event))


def agreement_ended(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the director who asked for agreement, unless that director took the request back."""
    variants = {Ending.AGREED: 0, Ending.DECLINED: 1, Ending.LAPSED: 2}
    if context.event.how in variants:
        yield Recipient(context.event.director, {"variant": variants[context.event.how]})


def _with_a_line(context: TournamentContext) -> Iterator[int]:
    for row in current(context.tournament_id or 0).state.final:
        if not is_bot(row.standing.participant):
            yield player_id(row.standing.participant)


def contradicted(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the members at the table, and the director who must decide the result."""
    told = list(at_drawn("reason")(context))
    yield from told
    director = Tournament.objects.filter(pk=context.tournament_id or 0).values_list("director")
    facts = {
        name: getattr(context.event, name) for name in ("round", "table", "deal_number", "reason")
    }
    known = {context.by, *(one.player for one in told)}
    yield from (Recipient(player, facts) for (player,) in director if player not in known)


def sanctioned(context: TournamentContext) -> Iterator[Recipient]:
    """Yield the reported member; and the director, if removal is requested."""
    event = context.event
    facts = {name: getattr(event, name) for name in ("number", "kind", "reason")}
    variant = list(Measure).index(event.given.measure)
    yield Recipient(event.player, {**facts, "points": event.given.points, "variant": variant})
    if event.given.measure is Measure.REMOVAL:
        row = Tournament.objects.filter(pk=context.tournament_id or 0).values_list("director")
        for (director,) in row:
            if director not in (context.by, event.player):
                yield Recipient(director, {**facts, "variant": 3})
