"""What the buttons of a table say: one source for the buttons and for every text that names one of them.

A text names a button by its placeholder in quotation marks, as in ``press “%(hit)s”``, in the translations too; so none
can call it anything else than the button does.
"""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.unit import unit_word

LABELS: Final[dict[str, Promise]] = {
    "hit": _("Hit"),
    "meld": _("Meld"),
    "pass": _("Pass"),
    "decline": _("Decline"),
    "discard": pgettext_lazy("a move", "Discard"),
    "win": _("Win"),
    "kong": _("Kong"),
    "triple": _("Triple"),
}
"""Buttons by the names that texts call them by. Claims have the names of `games.engine.moves.ClaimKind`."""


def label(name: str) -> str:
    """Return what the button of this name says, in the language now active."""
    return str(LABELS[name])


def with_labels(text: str, **facts: str) -> str:
    """Return a translated text with its facts, the labels of the buttons that it names, and the club's unit."""
    return text % {**LABELS, "unit": unit_word(), **facts}
