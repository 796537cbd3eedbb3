"""Labels of a table's buttons: one source for the buttons and for every text that names one of them.

A text names a button by a placeholder in quotation marks, as in ``press “%(hit)s”``, in translations too, so the names
always agree.
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
    """Return the label of the button with this name, in the active language."""
    return str(LABELS[name])


def with_labels(text: str, **facts: str) -> str:
    """Return a translated text with its values, the labels of the buttons it names, and the club's unit filled in."""
    return text % {**LABELS, "unit": unit_word(), **facts}
