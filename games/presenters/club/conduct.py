"""Builds the page of warnings at club tables, and the list of reports on the reader's own conduct."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.club.chips import member_stream
from games.club.warnings import ConductWarned, standing, time_of
from games.common.joints import listed
from games.engine.disputing.sanctions import SanctionStep
from games.models import Player, StaffAct, Table
from games.presenters.club.sanctions import given_words, kind_name, step_words, time_words
from games.queries import get_table
from games.queries.club.house import sanction_table
from games.queries.club.warnings import known_at, warnings_of
from games.queries.play.participants import names_of

_REPORTED: Final = ("tournament.sanctioned", "member.warned")
_TAKEN_BACK: Final = ("tournament.sanction-taken-back", "member.warning-taken-back")


class OwnReport(NamedTuple):
    """A report on the reader's own conduct, as listed among the staff's acts."""

    at: datetime
    words: str
    reason: str
    taken_back: bool
    address: str
    """Of the tournament's reports; empty for a warning at a club table."""


def own_reports(player: Player) -> tuple[OwnReport, ...]:
    """Return every report on this member, newest first, including those that were taken back."""
    rows = StaffAct.objects.filter(
        Q(facts__player=player.pk) | Q(stream=member_stream(player.pk)),
        name__in=(*_REPORTED, *_TAKEN_BACK),
    )
    found = list(rows)
    back = {(row.stream, row.facts["number"]) for row in found if row.name in _TAKEN_BACK}
    return tuple(
        OwnReport(
            row.at,
            _("%(kind)s, %(time)s: %(given)s") % _facts(row.facts),
            row.facts["reason"],
            (row.stream, row.facts["number"]) in back,
            _address(row),
        )
        for row in found
        if row.name in _REPORTED
    )


def _facts(facts: dict[str, Any]) -> dict[str, str]:
    given = given_words(facts["given"]) if "given" in facts else step_words(SanctionStep())
    return {
        "kind": kind_name(facts["kind"]),
        "time": time_words(facts["time"]),
        "given": given,
    }


def _address(row: StaffAct) -> str:
    kind, _sep, number = row.stream.partition("-")
    if kind != "tournament":
        return ""
    return reverse("tournament-conduct", args=[number]) + f"#report-{row.facts['number']}"


class Warned(NamedTuple):
    """An active warning of a player at the table."""

    player: int
    number: int
    name: str
    kind: str
    time: int
    words: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WarningPage:
    """The page for warnings at a table: the people who can be warned, the kinds, and the active warnings."""

    table: Table
    members: tuple[tuple[int, str], ...]
    kinds: tuple[tuple[str, str], ...]
    warned: tuple[Warned, ...]


def warning_page(table_id: int) -> WarningPage:
    """Return the page of warnings for a club table. Raises Refused if there is no such table."""
    table = get_table(table_id)
    ids = known_at(table)
    names = tuple(zip(ids, names_of(f"player:{one}" for one in ids), strict=True))
    kinds = tuple((one.kind, kind_name(one.kind)) for one in sanction_table().kinds if one.offered)
    warned = (
        _warned(player, name, standing(warnings_of(player)), table.pk) for player, name in names
    )
    return WarningPage(table, names, kinds, tuple(one for many in warned for one in many))


def time_ahead(player: int, kind: str, now: datetime) -> str:
    """Return in words the count of the player's next warning this evening, such as "second time", for this `kind`."""
    return time_words(time_of(standing(warnings_of(player)), kind=kind, now=now))


def _warned(
    player: int, name: str, told: Iterable[tuple[datetime, ConductWarned]], table: int
) -> Iterable[Warned]:
    return (
        Warned(
            player,
            one.number,
            name,
            one.kind,
            one.time,
            listed((kind_name(one.kind), time_words(one.time))),
            one.reason,
            at,
        )
        for at, one in told
        if one.table == table
    )
