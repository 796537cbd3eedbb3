"""Writes the flags beside a line of the standings in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presenters.amounts import signed
from games.presenters.club.sanctions import kind_name
from games.queries.play.participants import names_of
from tournaments.engine.scoring.means import in_points
from tournaments.engine.scoring.standing_flags import FlagKind
from tournaments.models import Standing

_WORDS: Final = {
    FlagKind.ENTERED_LATE: gettext_noop("entered for round {number}"),
    FlagKind.SAT_OUT: gettext_noop("sat out round {number}"),
    FlagKind.SITS_OUT: gettext_noop("sits out round {number}"),
    FlagKind.PLAYED_FOR: gettext_noop("the careful bot played {number} of {deals} deals"),
    FlagKind.STOOD_IN: gettext_noop("deals that {who} played in this seat: {number}"),
    FlagKind.NOT_PLAYED: gettext_noop(
        "the careful bot played {number} deals, which count for nobody"
    ),
    FlagKind.STOOD_APART: gettext_noop(
        "deals that {who} played in this seat, counted on their own line: {number}"
    ),
    FlagKind.SUBSTITUTE: gettext_noop("played {number} deals in {who}'s seat"),
    FlagKind.TOOK_SEAT: gettext_noop("took a bot's seat in round {number}"),
    FlagKind.WITHDREW: gettext_noop("withdrew in round {number}"),
    FlagKind.REMOVED: gettext_noop("left in round {number}: {reason}"),
    FlagKind.ADJUSTED: gettext_noop("{points} points: {reason}"),
    FlagKind.GROUP: gettext_noop("group {number}"),
    FlagKind.IN_FINAL: gettext_noop("in the final: {points} points"),
    FlagKind.WARNED: gettext_noop("warned, {kind}: {reason}"),
    FlagKind.SANCTIONED: gettext_noop("{points} points, {kind}: {reason}"),
    FlagKind.REMOVAL_ASKED: gettext_noop("removal requested, {kind}: {reason}"),
    FlagKind.UNCONFIRMED: gettext_noop("results not confirmed by all yet: {number}"),
}

_NAMING: Final = frozenset({FlagKind.STOOD_IN, FlagKind.STOOD_APART, FlagKind.SUBSTITUTE})
"""The remarks whose reason is somebody's player id."""
_OF_CONDUCT: Final = frozenset({FlagKind.WARNED, FlagKind.SANCTIONED, FlagKind.REMOVAL_ASKED})
"""The remarks whose reason begins with a kind of conduct."""


def remarks(row: Standing, names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the flags of this line in words and in order.

    ``names`` are the names of substitutes, as `substitutes_of` returns them; without them they are read.
    """
    names = substitutes_of([row]) if names is None else names
    return tuple(
        _(_WORDS[FlagKind(kind)]).format(
            number=number,
            points=signed(in_points(number, row.unit) if kind == FlagKind.IN_FINAL else number),
            deals=row.deals,
            reason=reason.partition("\n")[2] if kind in _OF_CONDUCT else reason,
            kind=kind_name(reason.partition("\n")[0]) if kind in _OF_CONDUCT else "",
            who=names.get(reason, "") if kind in _NAMING else "",
        )
        for kind, number, reason in row.notes
    )


def substitutes_of(rows: Iterable[Standing]) -> dict[str, str]:
    """Return by id the names of the members whom substitution flags name; no query if there are none."""
    ids = sorted({who for row in rows for kind, _number, who in row.notes if kind in _NAMING})
    return dict(zip(ids, names_of(f"player:{who}" for who in ids), strict=True)) if ids else {}
