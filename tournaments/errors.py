"""What a tournament refuses, for people: the HTTP status and the sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.utils.translation import gettext

from games.errors import Refused
from tournaments.engine.errors import TournamentRefused

_STATUS: Final = {
    "tournament.unknown": 404,
    "tournament.no-such-deal": 404,
    "tournament.no-such-event": 404,
    "tournament.no-start": 404,
    "tournament.no-such-round": 404,
    "tournament.not-director": 403,
    "tournament.own-interest": 403,
    "tournament.stale": 409,
    "tournament.too-few-chips": 409,
    "tournament.already-started": 409,
    "tournament.not-running": 409,
    "tournament.closed": 409,
    "tournament.cancelled": 409,
    "tournament.entered-twice": 409,
    "tournament.not-entered": 409,
    "tournament.fee-of-member": 409,
    "tournament.full": 409,
    "tournament.too-few": 409,
    "tournament.too-late": 409,
    "tournament.no-check-in": 409,
    "tournament.last-round-drawn": 409,
    "tournament.has-left": 409,
    "tournament.has-not-left": 409,
    "tournament.removed": 403,
    "tournament.drawn-without": 409,
    "tournament.nobody-left": 409,
    "tournament.round-open": 409,
    "tournament.rounds-left": 409,
    "tournament.deal-already-scored": 409,
    "tournament.draw-secret-lost": 409,
}
"""What is not simply 422."""


class RefusedByTournament(Refused):
    """A command of a tournament that was not carried out, with nothing changed; treated as any `Refused`."""

    def __init__(self, error: TournamentRefused) -> None:
        """`error` is what the decision raised."""
        Exception.__init__(self, error.code)
        self.code = error.code
        self.params = error.params
        self.detail = ""
        self.section = ""
        self.status = _STATUS.get(error.code, 422)
        self._sentence = error.sentence

    @property
    def sentence(self) -> str:
        """What is wrong, in the reader's language."""
        return gettext(self._sentence).format(**self.params)


def refusal(code: str, **params: int | str) -> RefusedByTournament:
    """The refusal with this code and these facts."""
    return RefusedByTournament(TournamentRefused(code, **params))


@contextmanager
def for_people() -> Iterator[None]:
    """Turn what a decision refuses inside this block into a refusal for people."""
    try:
        yield
    except TournamentRefused as error:
        raise RefusedByTournament(error) from error
