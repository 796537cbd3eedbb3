"""Plays whole deals in the engine alone, from the commitment to the published secret."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.bots import BOTS, Bot
from games.bots.waiving import turned
from games.engine.deal import (
    commit_deal,
    legal_moves,
    make_move,
    start,
    to_move,
)
from games.engine.events import Event, SecretPublished
from games.engine.evolve import Course, fold
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
    """Play a deal between these bots, named in seat order.

    `secret` (hex) and the seats' `seeds` determine dice and deck (§1.5); a seat without a seed gets the server's seed
    for it. With `starter` None the dice decide. Raises IllegalMove if the rules are not played with this many seats or
    a seed is malformed, and BadNotation for a malformed secret.
    """
    players = [f"bot:{name}" for name in bots]
    (first,) = commit_deal(rules, players=players, commitment=commit(secret), starter=starter)
    course = Course(fold([first]))
    opened = [seed or kept_seed(secret, seat) for seat, seed in enumerate(seeds)]
    for seat, seed in enumerate(opened):
        kept = seeds[seat] is None
        course.happen(*bind_seed(course.state, seat=seat, commitment=commit_seed(seed), kept=kept))
    for seat, seed in enumerate(opened):
        course.happen(*give_seed(course.state, seat=seat, seed=seed))
    dice, deck = shuffle(secret, course.state.setup.seeds)
    thrown = None if starter is not None else dice
    begins = starter_by_dice(dice, len(bots)) if starter is None else starter
    course.happen(*start(course.state, deck=deck, starter=begins, dice=thrown))
    decisions = play_on(course, [BOTS[name] for name in bots])
    course.happen(SecretPublished(secret))
    return Playout(course.state, (first, *course.events), decisions)


def play_on(course: Course, bots: Sequence[Bot]) -> int:
    """Play a started deal to its end. Return the number of moves."""
    decisions, waived = 0, course.state.rules.pair_waived_when_waiting
    while (state := course.state).phase is not Phase.OVER:
        if waived:
            course.happen(*turned(state, bots))
            state = course.state
        # One seat at a time: in turn, or the next with unanswered claims.
        seat = state.turn if state.phase is not Phase.CLAIMS else to_move(state)[0]
        make_move(course, bots[seat](see(state, seat), legal_moves(state, seat)))
        decisions += 1
    return decisions
