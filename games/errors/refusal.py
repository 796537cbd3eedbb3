"""The exception for a refusal; its code determines the sentence, the status and the field."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.common.joints import with_brackets
from games.common.labels import with_labels
from games.engine.errors import REFUSALS as ENGINE
from games.engine.errors import BadNotation, IllegalMove
from games.errors.club import BACKUPS, CLUB, WEBHOOKS
from games.errors.log import LOG
from games.errors.merging import MERGING
from games.errors.people import PEOPLE
from games.errors.play import PLAY
from games.errors.study import STUDY

REFUSALS = {**ENGINE, **PEOPLE, **CLUB, **PLAY, **LOG, **STUDY, **BACKUPS, **MERGING, **WEBHOOKS}
"""By code, those of the engine too."""


class Refused(Exception):
    """Raised when a command is refused; nothing has changed. `code` names its row of `REFUSALS`."""

    wait: int | None = None
    """Seconds after which the same may be tried again; None where waiting alone does not help."""

    def __init__(self, code: str, detail: str = "", *, wait: int | None = None) -> None:
        self.code = code
        self.detail = detail
        self.wait = wait
        row = REFUSALS[code]
        self.status, self.section, self.field = row.status, row.section, row.field
        self._sentence = row.sentence
        super().__init__(code)

    @property
    def sentence(self) -> str:
        """The sentence in the reader's language: what is wrong, when to try again, and by which section."""
        text = gettext(self._sentence)
        if "%(" in text:  # it names a button, or the club's unit
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
        return with_brackets(text, self.section) if self.section else text

    def __str__(self) -> str:
        """Return the sentence."""
        return self.sentence


def refused(error: IllegalMove | BadNotation) -> Refused:
    """Return the refusal that corresponds to an error of the engine."""
    if isinstance(error, IllegalMove):
        return Refused(error.code)
    return Refused("move.unreadable")
