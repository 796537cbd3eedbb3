"""Makes a tournament's refusals readable for people: an HTTP status, and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext

from games.common.joints import with_brackets
from games.common.unit import unit_word
from games.errors import Refused
from tournaments.engine.errors import REFUSALS, TournamentRefused


class RefusedByTournament(Refused):
    """Raised when a tournament refuses a command; nothing has changed. Handled like any `Refused`."""

    def __init__(self, error: TournamentRefused) -> None:
        """Create it from the `error` that the decision raised."""
        Exception.__init__(self, error.code)
        self.code = error.code
        self.params = error.params
        self.detail = ""
        row = REFUSALS[error.code]
        self.status, self.section, self.field = row.status, row.section, row.field
        self._sentence = row.sentence

    @property
    def sentence(self) -> str:
        """Return what is wrong and what to do, in the reader's language, with any section of the rulebook at
        the end.
        """
        text = gettext(self._sentence).format(**self.params, unit=unit_word())
        return with_brackets(text, self.section) if self.section else text


def refusal(code: str, **params: int | str) -> RefusedByTournament:
    """Return the refusal with this code and these details."""
    return RefusedByTournament(TournamentRefused(code, **params))


@contextmanager
def translate_refusals() -> Iterator[None]:
    """Raise `RefusedByTournament` in place of any `TournamentRefused` raised inside this block."""
    try:
        yield
    except TournamentRefused as error:
        raise RefusedByTournament(error) from error
