"""A refusal itself: its sentence and its status by its code."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.common.labels import with_labels
from games.engine.errors import REFUSALS, BadNotation, IllegalMove
from games.errors.conduct import CONDUCT
from games.errors.log import LOG
from games.errors.people import PEOPLE
from games.errors.play import PLAY
from games.errors.study import STUDY

SENTENCES = PEOPLE | PLAY | LOG | CONDUCT | STUDY

_ENGINE_STATUS = {
    "turn.not-yours": 409,
    "turn.claims-first": 409,
    "deal.over": 409,
    "deal.not-over": 409,
    "deal.not-started": 409,
    "deal.already-started": 409,
    "claim.answered": 409,
    "seed.too-late": 409,
    "seed.given": 409,
    "seed.too-early": 409,
    "seed.bound": 409,
    "seed.not-bound": 409,
    "seed.missing": 409,
    "dispute.filed": 409,
    "dispute.answered": 409,
    "dispute.not-accused": 403,
    "ruling.given": 409,
    "ruling.proposed": 409,
    "ruling.not-proposed": 409,
    "ruling.own-signature": 403,
    "ruling.none": 409,
    "dispute.ruled": 409,
    "ruling.appealed": 409,
    "ruling.no-appeal": 409,
    "ruling.final": 409,
    "dispute.unknown": 404,
    "seat.unknown": 404,
}
"""What is not simply 422 among the engine's refusals."""


class Refused(Exception):
    """A command that was not carried out, with nothing changed: `code`, `section`, `status`, and a plain sentence."""

    wait: int | None = None
    """Seconds after which the same may be tried again; None where waiting alone does not help."""

    def __init__(self, code: str, detail: str = "", *, wait: int | None = None) -> None:
        self.code = code
        self.detail = detail
        self.wait = wait
        if code in SENTENCES:
            self.status, self.section, self._sentence = SENTENCES[code]
        else:
            self.section, self._sentence = REFUSALS[code]
            self.status = _ENGINE_STATUS.get(code, 422)
        super().__init__(code)

    @property
    def sentence(self) -> str:
        """What is wrong, by which rule, in the reader's language."""
        text = gettext(self._sentence)
        if "%(" in text:  # it names a button
            text = with_labels(text)
        if self.wait is not None:
            minutes = -(-self.wait // 60)
            again = ngettext(
                "Try again in %(number)d second.", "Try again in %(number)d seconds.", self.wait
            )
            if minutes > 1:
                again = ngettext(
                    "Try again in %(number)d minute.", "Try again in %(number)d minutes.", minutes
                )
            text += " " + again % {"number": minutes if minutes > 1 else self.wait}
        if self.detail:
            text = f"{text} {self.detail}"
        return f"{text} ({self.section})" if self.section else text

    def __str__(self) -> str:
        """The sentence."""
        return self.sentence


def refused(error: IllegalMove | BadNotation) -> Refused:
    """The refusal for people that an error of the engine stands for."""
    if isinstance(error, IllegalMove):
        return Refused(error.code)
    return Refused("move.unreadable")
