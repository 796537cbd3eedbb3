"""Deals of the past: each played by bots through the engine, in the batches in which a club appends it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple
from uuid import UUID

from games.bots import BOTS
from games.engine.deal import commit_deal, decide, legal_moves, start, to_move
from games.engine.events import (
    DealExhausted,
    DealWon,
    Event,
    SecretPublished,
    SeedCommitted,
    SeedGiven,
)
from games.engine.evolve import evolve, fold
from games.engine.rules import VINAGAMES
from games.engine.shuffle import (
    commit,
    commit_seed,
    kept_seed,
    shuffle,
    starter_by_dice,
)
from games.engine.sight import see
from games.engine.state import DealState, Phase


class Batch(NamedTuple):
    """What one command added to a deal: its events, the state after them, who asked, and under which id."""

    events: tuple[Event, ...]
    state: DealState
    at: datetime
    by: int | None = None
    command_id: str | None = None


def played(
    labels: Sequence[str], secret: str, starter: int | None, at: datetime, random: Random
) -> list[Batch]:
    """Return a whole deal in the batches in which the commands append it; the club bot plays for everybody."""

    people = [int(label.removeprefix("player:")) if label[0] == "p" else None for label in labels]
    seeds = [
        kept_seed(secret, seat) if by is None else random.randbytes(16).hex()
        for seat, by in enumerate(people)
    ]
    bound = [
        SeedCommitted(seat, commit_seed(seeds[seat]), by is None) for seat, by in enumerate(people)
    ]
    first: list[Event] = [
        *commit_deal(VINAGAMES, players=labels, commitment=commit(secret), starter=starter),
        *(event for event in bound if event.kept),
    ]
    kept: list[Event] = [SeedGiven(event.seat, seeds[event.seat]) for event in bound if event.kept]
    dice, deck = shuffle(secret, seeds)
    by_dice = starter_by_dice(dice, len(labels)) if starter is None else starter
    seated = [seat for seat, by in enumerate(people) if by is not None]
    if not seated:
        first += kept
    state = fold(first)
    batches = [Batch(tuple(first), state, at)]

    def add(events: Sequence[Event], by: int | None, command_id: str | None) -> None:
        nonlocal at, state
        at += timedelta(seconds=3)
        new: list[Event] = []
        for event in events:
            new.append(event)
            if isinstance(event, DealWon | DealExhausted):
                new.append(SecretPublished(secret))
        for event in new:
            state = evolve(state, event)
        batches.append(Batch(tuple(new), state, at, by, command_id))

    for seat in seated:
        add((bound[seat], *(kept if seat == seated[-1] else ())), people[seat], None)
    opened = [SeedGiven(seat, seeds[seat]) for seat in seated]
    for event in opened[:-1]:
        add((event,), people[event.seat], None)
    last = opened[-1:]
    ready = state
    for event in last:
        ready = evolve(ready, event)
    dealt = start(ready, deck=deck, starter=by_dice, dice=dice if starter is None else None)
    add((*last, *dealt), people[seated[-1]] if seated else None, None)
    while state.phase is not Phase.OVER:
        seat = to_move(state)[0]
        move = BOTS["club"](see(state, seat), legal_moves(state, seat))
        id_ = None if people[seat] is None else f"{seat}:{UUID(int=random.getrandbits(128))}"
        add(decide(state, move), people[seat], id_)
    return batches
