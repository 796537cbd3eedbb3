"""Names of tables and their deals for people: "Round 2, table 4 · Friday", never a database number."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.names import isolated

_DRAWN: Final = re.compile(r"R([0-9]+) T([0-9]+) (.+)")
"""The stored name of a tournament's table, which is final."""
FRIENDS_TABLE: Final = gettext_noop("Friends' table")
"""The stored name of a table that a guest opens for friends: their own name could be a number, or end before it."""

FRIENDS_ORIGIN: Final = "friends-"
"""How the stored origin of a table for friends begins, and of those that follow it."""


def table_on_screen(name: str) -> str:
    """Return a table's display name from its stored name; right-to-left text in it reorders nothing."""
    drawn = _DRAWN.fullmatch(name)
    if drawn is None:
        return _(name) if name == FRIENDS_TABLE else isolated(name)
    told = {"round": int(drawn[1]), "table": int(drawn[2]), "name": isolated(drawn[3])}
    return _("Round %(round)d, table %(table)d · %(name)s") % told


def deal_on_screen(number: int, table: str) -> str:
    """Return the title of a deal from its number and its table's stored name."""
    if (drawn := _DRAWN.fullmatch(table)) is None:
        return _("Deal %(number)d at %(table)s") % {
            "number": number,
            "table": table_on_screen(table),
        }
    told = {"round": int(drawn[1]), "table": int(drawn[2]), "deal": number}
    place = _("Round %(round)d, table %(table)d, deal %(deal)d") % told
    return f"{place} · {isolated(drawn[3])}"


def deal_in_sentence(number: int, table: str) -> str:
    """Return a deal's number and table, to follow the word "deal" in a sentence: "3 (Friday table)"."""
    return _("%(number)d (%(table)s)") % {"number": number, "table": table_on_screen(table)}
