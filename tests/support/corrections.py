"""What tests of corrections share: a director, the secrets of the draws, and a refusal by its code."""

import pytest

from tournaments.engine.commitment import back
from tournaments.engine.errors import TournamentRefused

LAST = "5a" * 32
DIRECTOR = 99


def secret(draw: int) -> str:
    return back(LAST, 200 - draw)


def refused(code: str, ask, *args, **said) -> None:
    with pytest.raises(TournamentRefused) as caught:
        ask(*args, director=DIRECTOR, **said)
    assert caught.value.code == code and "{" not in str(caught.value)
