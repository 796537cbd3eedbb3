"""Describes the nightly checks of the club's whole history, for everybody: time, kind and number of findings.

The findings themselves are for owners only, since they may name cards of a deal that is still being played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.joints import listed, with_brackets
from games.log.models import Verification

SHOWN: Final = 14
"""Nights on the page."""
LATE: Final = timedelta(days=2)
"""So old is the last night of a club whose nightly check does not run."""
KINDS: Final = {
    "deals": "deals",
    "bindings": "deals",
    "tournaments": "standings",
    "ratings": "ratings",
    "ledger": "ledger",
}
"""Of which kind is what a check finds; every other looks at the chains and seals of the log."""
CHAINS: Final = "chains"


@dataclass(frozen=True, slots=True)
class ShownNight:
    """The check of one night, or a night without one."""

    day: date
    done: bool
    """Whether it came to its end."""
    finished_at: datetime | None
    """When it did; None for nights that did not keep it."""
    counts: Mapping[str, int]
    """How many of each kind were compared."""
    compared: str
    """The same in words; empty for nights that did not keep it."""
    whole: bool
    turns: int
    """More than one where it was cut off and went on."""
    found: int
    differences: Mapping[str, int]
    """How many differences were found, by kind; empty for nights that did not keep it."""
    said: str
    """The outcome in words."""

    @property
    def right(self) -> bool:
        """Return whether the check was made and found nothing."""
        return self.done and not self.found


@dataclass(frozen=True, slots=True)
class Nights:
    """A page of nights with their checks, newest first."""

    nights: tuple[ShownNight, ...]
    late: str
    """That the check has not run for days, in words; empty where it runs."""
    newest: str
    """What the newest found of all, in a sentence; empty before the first."""
    older: date | None
    """The last of these, where there are nights before it."""


def nights(now: datetime, *, size: int = SHOWN, before: date | None = None) -> Nights:
    """Return a page of nights, newest first: the newest ones, or those before the day `before`.

    Every day since the first check is listed, even if no check was made. Today is left out until it has been checked,
    because it would look like a missed check.
    """
    today = timezone.localtime(now).date()
    rows = Verification.objects.filter(day__lte=today).order_by("-day")
    newest, oldest = rows.first(), rows.last()
    if newest is None or oldest is None:
        late = _("The history of this club hasn't been checked on any night yet.")
        return Nights((), late, "", None)
    end = max(newest.day, today - timedelta(days=1))
    if before is not None and before <= oldest.day:
        return Nights((), _late(today - newest.day), "", None)
    if before is not None:
        end = min(end, before - timedelta(days=1))
    days = [end - timedelta(days=ago) for ago in range(min(size, (end - oldest.day).days + 1))]
    kept = {row.day: row for row in rows.filter(day__in=days)}
    found = tuple(_night(kept[day]) if day in kept else _missed(day) for day in days)
    older = days[-1] if days and days[-1] > oldest.day else None
    return Nights(found, _late(today - newest.day), _newest(_night(newest), today), older)


def _late(ago: timedelta) -> str:
    if ago < LATE:
        return ""
    return ngettext(
        "Last checked %(days)d day ago. Something is stopping the nightly check: tell the owner.",
        "Last checked %(days)d days ago. Something is stopping the nightly check: tell the owner.",
        ago.days,
    ) % {"days": ago.days}


def _newest(night: ShownNight, today: date) -> str:
    if not night.compared:
        return ""
    words = {"compared": night.compared, "found": night.said}
    if night.day == today:
        return _("Checked today: %(compared)s. %(found)s") % words
    return ""


def _night(row: Verification) -> ShownNight:
    differences: Counter[str] = Counter()
    for check, number in _numbers(row.differences).items():
        differences[KINDS.get(check, CHAINS)] += number
    return ShownNight(
        day=row.day,
        done=True,
        finished_at=row.finished_at,
        counts=_numbers(row.counts),
        compared=_compared(_numbers(row.counts)),
        whole=row.whole,
        turns=row.turns,
        found=row.found,
        differences=dict(differences),
        said=_said(row.found, differences),
    )


def _numbers(kept: Any) -> dict[str, int]:
    """Return the stored numbers by name; empty if the stored value is not valid."""
    said = kept if isinstance(kept, dict) else {}
    return {name: number for name, number in said.items() if isinstance(number, int)}


def _missed(day: date) -> ShownNight:
    said = _("Not checked that night.")
    return ShownNight(day, False, None, {}, "", False, 0, 0, {}, said)


def _said(found: int, differences: Mapping[str, int]) -> str:
    if not found:
        return _("0 differences")
    said = ngettext(
        "%(number)d difference was found, and the owner has been told.",
        "%(number)d differences were found, and the owner has been told.",
        found,
    ) % {"number": found}
    where = {
        "deals": _("deals"),
        "standings": _("tournaments and standings"),
        "ratings": _("ratings"),
        "ledger": _("balances and transfers"),
        CHAINS: _("the log and its signatures"),
    }
    parts = [f"{where[kind]} {differences[kind]}" for kind in where if differences.get(kind)]
    return with_brackets(said, listed(parts)) if parts else said


def _compared(counts: Mapping[str, int]) -> str:
    many = {
        "deals": ngettext("%(number)d deal", "%(number)d deals", counts.get("deals", 0)),
        "tournaments": ngettext(
            "%(number)d tournament", "%(number)d tournaments", counts.get("tournaments", 0)
        ),
        "standings": ngettext(
            "%(number)d line of standings",
            "%(number)d lines of standings",
            counts.get("standings", 0),
        ),
        "ratings": ngettext("%(number)d rating", "%(number)d ratings", counts.get("ratings", 0)),
        "transfers": ngettext(
            "%(number)d transfer", "%(number)d transfers", counts.get("transfers", 0)
        ),
        "chains": ngettext(
            "%(number)d part of the log", "%(number)d parts of the log", counts.get("chains", 0)
        ),
    }
    return listed(many[kind] % {"number": counts[kind]} for kind in many if kind in counts)
