"""What tests of corrections share: a director, the secrets of the draws, and a refusal by its code."""

import pytest

from tests.support.tournaments import Told
from tournaments.engine import decisions
from tournaments.engine.correcting import corrections
from tournaments.engine.draws.commitment import back, seed_of
from tournaments.engine.errors import TournamentRefused

LAST = "5a" * 32
DIRECTOR = 99


def secret(draw: int) -> str:
    return back(LAST, 200 - draw)


def refused(code: str, ask, *args, **said) -> None:
    with pytest.raises(TournamentRefused) as caught:
        ask(*args, director=DIRECTOR, **said)
    assert caught.value.code == code and "{" not in str(caught.value)


def bound(members: int, **options: object) -> Told:
    """Return a tournament with a secret for each draw, up to its first round."""
    told = Told(range(1, members + 1), **{"deals_per_round": 1, "rounds": 5, **options})
    told.then(decisions.decide_commit_draw(told.state, commitment=back(LAST, 200), draws=200))
    first = secret(1)
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))
    return told


def redraw(told: Told, draw: int) -> None:
    told.then(
        corrections.decide_redraw(
            told.state, reason="A name.", dealt=False, secret=secret(draw), director=DIRECTOR
        )
    )


def take_redraw_back(told: Told) -> None:
    told.then(
        corrections.decide_take_redraw_back(
            told.state, reason="It was right.", dealt=False, director=DIRECTOR
        )
    )
