"""A tournament of groups through its engine: bound, started, played, and in its final."""

from random import Random
from typing import Any

from games.engine.shuffle import commit
from tests.support.tournaments import SECRETS, Told, result_of, secret_of
from tournaments.engine import decisions
from tournaments.engine.draws.commitment import DRAWS, seed_of

TERMS: dict[str, Any] = {
    "format": "groups",
    "rounds": 5,
    "final_rounds": 2,
    "finalists": 4,
    "deals_per_round": 1,
}


def bound(members: int, **options: Any) -> Told:
    told = Told(range(1, members + 1), **{**TERMS, **options})
    told.then(
        decisions.decide_commit_draw(told.state, commitment=commit(secret_of(1)), draws=DRAWS)
    )
    return told


def started(members: int, **options: Any) -> Told:
    told, first = bound(members, **options), secret_of(1)
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))
    return told


def played(told: Told, seed: int = 1) -> None:
    rng = Random(seed)
    assert told.state.open_round is not None
    for table in range(1, len(told.state.open_round.tables) + 1):
        winner, points = rng.randrange(4), rng.randrange(1, 20, 2)
        told.score(result_of(winner, points), table=table, winner=winner, points=points)
    told.then(decisions.decide_advance(told.state, secret=SECRETS))


def in_final(members: int = 13, seed: int = 1, **options: Any) -> Told:
    """With the first round of the final drawn."""
    told = started(members, **options)
    for number in range(3):
        played(told, seed + number)
    return told
