"""Two worlds that a viewer must not be able to tell apart.

`changed_for` rewrites what a running deal keeps from one viewer: the other hands, the stock, the others' verdicts,
offers and answers, the secret. What the viewer may know stays as it is. Whatever answer then differs has leaked.
What is hidden is said here anew, by the rulebook, and not taken from `sight`, which is what stands trial.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random

from django.db import connection, transaction

from games import queries
from games.engine import events as ev
from games.engine.cards import Card
from games.engine.events.preparing import blank
from games.engine.evolve import evolve
from games.engine.hands.hand import cards_of, khaps
from games.engine.moves import ClaimKind
from games.engine.state import DealState, Phase
from games.engine.worst import verdict
from games.infrastructure.encryption import encrypt
from games.log import codec
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.models import Event
from games.models import Deal, DealSecret
from games.schema import to_stored
from tests.support.append_only import lifted

OTHER_SECRET = "c5" * 32


@contextmanager
def changed_for(deal: Deal, seat: int | None, random: Random) -> Iterator[int]:
    """The deal with everything changed that this seat (None: a spectator) may not know; how much was.

    At the end all is as it was.
    """
    before = [row.event for row in queries.history(deal.pk)]
    after = otherwise(before, seat, random)
    assert publicly(before, seat) == publicly(after, seat)
    different = [at for at, event in enumerate(after) if event != before[at]]
    with transaction.atomic():
        with lifted(), connection.cursor() as cursor:
            for at in different:
                (stored,) = to_stored([after[at]])
                cursor.execute(
                    "UPDATE log_event SET payload = %s WHERE stream = %s AND version = %s",
                    [codec.encode(stored.payload), deal.stream, at + 1],
                )
            chain_anew(deal.stream)
        DealSecret.objects.filter(deal=deal).update(encrypted=encrypt(OTHER_SECRET, of=deal.stream))
        now = states(before)[-1]
        if now.phase is Phase.CLAIMS and (seat is None or not now.offers[seat].kinds):
            # The clock tells whether a person is among those who are asked (§6.10).
            later = None if deal.deadline else deal.changed_at + timedelta(seconds=40)
            Deal.objects.filter(pk=deal.pk).update(deadline=later)
        yield len(different)
        transaction.set_rollback(True)


def chain_anew(stream: str) -> None:
    """The chain of the changed stream: a world whose log is whole, as the true one is."""
    previous = NOTHING_BEFORE
    for row in Event.objects.filter(stream=stream).order_by("version"):
        digest = hash_event(
            previous,
            stream=row.stream,
            version=row.version,
            name=row.name,
            schema=row.schema,
            payload=row.payload,
            metadata=row.metadata,
            recorded_at=row.recorded_at,
            command_id=row.command_id,
        )
        Event.objects.filter(pk=row.pk).update(previous=previous, hash=digest)
        previous = digest


def states(history: Sequence[ev.Event]) -> list[DealState]:
    """Return the state after each event."""
    first = history[0]
    assert isinstance(first, ev.DealCommitted)
    told = [blank(first)]
    for event in history[1:]:
        told.append(evolve(told[-1], event))
    return told


def otherwise(history: Sequence[ev.Event], seat: int | None, random: Random) -> list[ev.Event]:
    """Another history that this seat cannot tell from this one."""
    started = next(event for event in history if isinstance(event, ev.DealStarted))
    at = history.index(started)
    now = states(history)[-1]
    others = [number for number in range(now.seats) if number != seat]
    dealt, stock = [list(hand) for hand in started.hands], list(started.stock)
    private = {number: list(cards_of(now.blocks[number])) for number in others}
    for _attempt in range(120):
        _swap(history, at, now, random, dealt, stock, private)
    tail = stock[now.drawn :]
    random.shuffle(tail)
    told: list[ev.Event] = list(history)
    told[at] = _dealt(started, dealt, stock[: now.drawn] + tail)
    return _retold(told, seat, random)


def _swap(
    history: Sequence[ev.Event],
    at: int,
    now: DealState,
    random: Random,
    dealt: list[list[Card]],
    stock: list[Card],
    private: dict[int, list[Card]],
) -> None:
    """Change a private card of a seat for one of another seat or of the stock, if nobody could notice."""
    giver = random.choice(list(private))
    taker = random.choice([number for number in (*private, -1) if number != giver])
    place = random.randrange(now.drawn, len(stock))
    if not private[giver] or (taker >= 0 and not private[taker]):
        return
    given = random.choice(private[giver])
    taken = random.choice(private[taker]) if taker >= 0 else stock[place]
    hands, rest = [list(hand) for hand in dealt], list(stock)
    hands[giver][hands[giver].index(given)] = taken
    if taker >= 0:
        hands[taker][hands[taker].index(taken)] = given
    else:
        rest[place] = given
    started = history[at]
    assert isinstance(started, ev.DealStarted)
    changed = _dealt(started, hands, rest)
    if quans_of(changed) != quans_of(started):
        return  # four of a kind are laid for all to see (§3.2)
    if _announced(history) != _announced([*history[:at], changed, *history[at + 1 :]]):
        return  # khaps are announced (§3.3)
    dealt[:], stock[:] = hands, rest
    private[giver].remove(given)
    private[giver].append(taken)
    if taker >= 0:
        private[taker].remove(taken)
        private[taker].append(given)


def _dealt(
    started: ev.DealStarted, hands: Sequence[Sequence[Card]], stock: Sequence[Card]
) -> ev.DealStarted:
    return replace(started, hands=tuple(tuple(sorted(hand)) for hand in hands), stock=tuple(stock))


def quans_of(started: ev.DealStarted) -> list[list[Card]]:
    return [sorted(c for c, held in Counter(hand).items() if held == 4) for hand in started.hands]


def _announced(history: Sequence[ev.Event]) -> list[tuple[int, ...]]:
    told = states(history)
    if not told[0].rules.khaps_announced:
        return []
    return [tuple(len(khaps(block)) for block in state.blocks) for state in told]


def _retold(history: list[ev.Event], seat: int | None, random: Random) -> list[ev.Event]:
    """Return the events that follow from other hands: other verdicts, other offers, other answers."""
    first = history[0]
    assert isinstance(first, ev.DealCommitted)
    state = blank(first)
    told: list[ev.Event] = [first]
    for event in history[1:]:
        changed = event
        if isinstance(event, ev.CardDiscarded) and event.seat != seat and event.verdict is not None:
            limit = state.stock <= state.rules.stock_limit
            judged = verdict(state.blocks[event.seat], state.face_up(), stock_at_limit=limit)
            changed = replace(event, verdict=judged)
        elif isinstance(event, ev.ClaimsOffered):
            kinds = tuple(ClaimKind)
            changed = replace(
                event,
                offers=tuple(
                    mine if number == seat else tuple(k for k in kinds if random.random() < 0.5)
                    for number, mine in enumerate(event.offers)
                ),
            )
        elif isinstance(event, ev.ClaimAnswered) and event.seat != seat:
            changed = replace(event, kind=random.choice((None, *ClaimKind)))
        state = evolve(state, changed)
        told.append(changed)
    return told


def publicly(history: Sequence[ev.Event], seat: int | None) -> list[object]:
    """Return what this seat has seen happen, by the rulebook: its own cards, and what lies face up (§3.1,
    §3.3, §6.10).
    """
    told: list[object] = []
    for event in history:
        if isinstance(event, ev.DealStarted):
            mine = None if seat is None else event.hands[seat]
            told.append((event.starter, event.dice, event.quans, mine, len(event.stock)))
        elif isinstance(event, ev.CardDiscarded):
            judged = event.verdict if event.seat == seat else None
            told.append((event.seat, event.card, event.opening, judged))
        elif isinstance(event, ev.ClaimsOffered):
            told.append(() if seat is None else event.offers[seat])
        elif isinstance(event, ev.ClaimAnswered):
            told.append(event.kind if event.seat == seat else None)
        else:
            told.append(event)
    now = states(history)[-1]
    asked = seat is not None and now.phase is Phase.CLAIMS and now.offers[seat]
    return [*told, _announced(history), asked]
