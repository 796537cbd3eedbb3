"""Turns a tournament's files into spreadsheets for people: in the reader's language, without technical columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presenters.amounts import unit_name
from games.presenters.sentences import wind
from games.presenters.sheets import Cell, Sheet
from tournaments.engine.participants import is_bot
from tournaments.presenters.log.terms_in_words import break_words
from tournaments.presenters.printouts.files import WINDS

Line = Mapping[str, Any]
"""A line of a file by the names of its columns."""


def in_words(what: str, sheet: Sheet) -> Sheet:
    """Return this file for people: headings, seats and times in words, and names instead of ids."""
    lines = [dict(zip(sheet.columns, line, strict=True)) for line in sheet.lines]
    return _FILES[what](lines)


def _standings(lines: Sequence[Line]) -> Sheet:
    return Sheet(
        (
            *(_("Place"), _("Member"), _("Points"), _("Deals")),
            *(pgettext("deals, in the standings", "Won"), _("Best hand"), _("Penalties")),
            *(_("Decided by"), _("Prize")),
        ),
        [
            (
                *(line["place"], line["name"], line["points"], line["deals"], line["wins"]),
                *(line["best_hand"] or None, line["penalties"]),
                *(
                    break_words(line["settled_by"]) if line["place"] else None,
                    line["prize"] or None,
                ),
            )
            for line in lines
        ],
    )


def _draws(lines: Sequence[Line]) -> Sheet:
    """Return the draws in the form in which a director can give a draw.

    Members are named; those who share a name have their label (`player:12`) instead.
    """
    by_label = {line["participant"]: line["name"] for line in lines}
    sharing = Counter(by_label.values())

    def who(line: Line) -> str:
        if is_bot(line["participant"]):
            return "bot"
        return str(line["name"] if sharing[line["name"]] == 1 else line["participant"])

    return Sheet(
        (_("Round"), _("Table"), _("Seat"), _("Member"), _("Starter")),
        [
            (line["round"], line["table"], _wind(line["seat"]), who(line), line["starts"])
            for line in lines
        ],
    )


def _results(lines: Sequence[Line]) -> Sheet:
    points = [_("%(seat)s: points") % {"seat": _wind(seat)} for seat in WINDS]
    return Sheet(
        (
            *(_("Round"), _("Table"), _("Deal"), *map(_wind, WINDS), *points),
            *(_("Winner"), _("Points of the hand"), _("Pays the penalty"), _("Rulings")),
        ),
        [
            (
                *(line["round"], line["table"], line["deal"], *(line[seat] for seat in WINDS)),
                *(line[f"{seat}_net"] for seat in WINDS),
                *(line.get(line["winner"]), line["points"], line.get(line["penalised"])),
                len(line["rulings"]) or None,
            )
            for line in lines
        ],
    )


def _ledger(lines: Sequence[Line]) -> Sheet:
    return Sheet(
        (_("When"), _("Member"), _("What for"), unit_name()),
        [(_time(line["at"]), _account(line), line["memo"], line["amount"]) for line in lines],
    )


def _account(line: Line) -> Cell:
    if line["name"]:
        return str(line["name"])
    if line["account"].endswith(":pot"):
        return _("The pot")
    return _("All others") if line["account"] == "others" else _("The club")


def _time(at: str) -> str:
    return timezone.localtime(datetime.fromisoformat(at)).strftime("%Y-%m-%d %H:%M")


def _wind(seat: str) -> str:
    return wind(WINDS.index(seat))


_FILES: Final[dict[str, Callable[[Sequence[Line]], Sheet]]] = {
    "standings": _standings,
    "draws": _draws,
    "results": _results,
    "ledger": _ledger,
}
