"""Playout: whole deals through the engine alone, from the commitment to the published secret."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.bots import BOTS, Bot
from games.bots.waiving import turned
from games.engine.deal import (
    commit_deal,
    decide,
    legal_moves,
    start,
    to_move,
)
from games.engine.events import Event, SecretPublished
from games.engine.evolve import evolve, fold
from games.engine.rules import RuleSet
from games.engine.seeds import bind_seed, give_seed
from games.engine.shuffle import commit, commit_seed, kept_seed, shuffle, starter_by_dice
from games.engine.sight import see
from games.engine.state import DealState, Phase


@dataclass(frozen=True, slots=True)
class Playout:
    """A finished deal: its state, all its events, and the number of bot moves."""

    state: DealState
    events: tuple[Event, ...]
    decisions: int


def play_deal(
    rules: RuleSet,
    bots: Sequence[str],
    *,
    secret: str,
    seeds: Sequence[str | None],
    starter: int | None = None,
) -> Playout:
    """Play a deal between these bots, by name in seat order.

    `secret` (hex) and the seats' `seeds` make dice and deck (§1.5); a seat without one has the seed
    that the server keeps for it. `starter` None lets the dice decide. Raises IllegalMove where the
    rules are not played with that many seats or a seed is malformed, and BadNotation for a malformed secret.
    """
    players = [f"bot:{name}" for name in bots]
    history: list[Event] = list(
        commit_deal(rules, players=players, commitment=commit(secret), starter=starter)
    )
    state = fold(history)
    opened = [seed or kept_seed(secret, seat) for seat, seed in enumerate(seeds)]
    for seat, seed in enumerate(opened):
        bound = bind_seed(state, seat=seat, commitment=commit_seed(seed), kept=seeds[seat] is None)
        state = _happen(state, bound, history)
    for seat, seed in enumerate(opened):
        state = _happen(state, give_seed(state, seat=seat, seed=seed), history)
    dice, deck = shuffle(secret, state.setup.seeds)
    if starter is None:
        dealt = start(state, deck=deck, starter=starter_by_dice(dice, len(bots)), dice=dice)
    else:
        dealt = start(state, deck=deck, starter=starter, dice=None)
    state = _happen(state, dealt, history)
    state, decisions = play_on(state, [BOTS[name] for name in bots], history)
    state = _happen(state, (SecretPublished(secret),), history)
    return Playout(state, tuple(history), decisions)


def play_on(state: DealState, bots: Sequence[Bot], history: list[Event]) -> tuple[DealState, int]:
    """Play a started deal to its end, adding to `history`. Return the last state, and the number of moves."""
    decisions = 0
    while state.phase is not Phase.OVER:
        state = _happen(state, tuple(turned(state, bots)), history)
        # One seat at a time: in turn, or the next with unanswered claims.
        seat = state.turn if state.phase is not Phase.CLAIMS else to_move(state)[0]
        move = bots[seat](see(state, seat), legal_moves(state, seat))
        state = _happen(state, decide(state, move), history)
        decisions += 1
    return state, decisions


def _happen(state: DealState, events: Sequence[Event], history: list[Event]) -> DealState:
    for event in events:
        state = evolve(state, event)
    history += events
    return state
