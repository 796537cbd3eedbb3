"""The refusals of a tournament: one exception with a permanent code and the values for its sentence.

Each subject has a file that lists its refusals.
"""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal
from tournaments.engine.errors.cardboard import CARDBOARD
from tournaments.engine.errors.cash import CASH
from tournaments.engine.errors.draws import DRAWS
from tournaments.engine.errors.people import PEOPLE
from tournaments.engine.errors.play import PLAY
from tournaments.engine.errors.terms import TERMS

REFUSALS: Final[dict[str, Refusal]] = {**TERMS, **PEOPLE, **DRAWS, **PLAY, **CARDBOARD, **CASH}
"""By code; the pages translate the sentence and fill in the parameters."""


class TournamentRefused(Exception):
    """Raised when a tournament refuses a command; nothing has changed.

    ``code`` is one of `REFUSALS`. ``params`` holds the values for its ``sentence``; `str()` is the sentence with
    them.
    """

    def __init__(self, code: str, **params: int | str) -> None:
        self.code = code
        self.params = params
        self.sentence = REFUSALS[code].sentence
        super().__init__(self.sentence.format(**{"unit": "chips", **params}))


def check_range(code: str, value: int, limits: tuple[int, int]) -> None:
    """Raise `TournamentRefused` for anything but a whole number within these limits."""
    low, high = limits
    # A bool is an int in Python, but not a number a person would type.
    if type(value) is not int or not low <= value <= high:
        raise TournamentRefused(code, low=low, high=high)
