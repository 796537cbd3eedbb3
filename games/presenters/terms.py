"""Describes a table's terms in words, as options for opening a table or announcing a tournament."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

DELAYS: Final = {
    0: _("immediately"),
    30: _("30 seconds later"),
    120: _("2 minutes later"),
    300: _("5 minutes later"),
}
"""The seconds by which spectators may be offered to see a table later."""
DELAY_CHOICES: Final = tuple((str(seconds), words) for seconds, words in DELAYS.items())
"""The same for a form."""
UNWATCHED: Final = _("not at all: nobody can watch")
WHOSE_TIME_RUNS_OUT: Final = _(
    "The careful bot, a computer player, plays for players whose time runs out."
)
WHAT_A_BANK_IS: Final = _("Extra time each player can use during a deal, on any of their moves.")
