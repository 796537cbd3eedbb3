"""Asks a table's tournament what disputes need to know: time limits, effects beyond the deal, real-card cases.

The module named by `settings.TUSAC_BEHALF` answers, so that disputes and tournaments need not import each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from importlib import import_module
from typing import Protocol, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.engine.disputing.periods import Terms
from games.engine.scoring import Result
from games.ledger.commands import Calling, Owed
from games.models import Deal


@dataclass(frozen=True, slots=True)
class Reported:
    """A dispute over a discard at a table with real cards: who objected and why, and the address of its
    photographs.
    """

    address: str
    """Of the dispute, where photographs are shown to who may see them."""
    said: tuple[tuple[int | None, int | None, str], ...]
    """The objections: seat, player, words."""


@dataclass(frozen=True, slots=True)
class RealCardDispute:
    """A dispute with real cards that waits for a ruling or a second signature, as the referees' queue shows it."""

    deal_id: int
    number: int
    """Of its `FiledDispute`."""
    objecting: tuple[int | None, ...]
    """The seats that object, in order; None is a director or referee."""
    discarder: int
    filed_at: datetime
    until: datetime | None
    """Until when others join it; None where nobody does any more, as of an appeal, and where nothing sets an end."""
    appealed: bool
    proposed: bool
    """Whether a ruling waits for a second referee's signature."""
    stake: int
    """What the choice of an outcome moves at most from or to one seat, in points."""
    rule_by: datetime | None = None
    """By when a referee is to rule; None where nothing says when."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of a tournament's standings."""

    participant: str
    """Their label, such as `player:12`."""
    place: int | None
    points: int | Decimal
    prize: int
    """In chips: what was paid, or while nothing is paid what would be if it ended so."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """What possible results of a deal would change in standings, prizes and ledger. Nothing is written."""

    name: str
    """The tournament's, or of whatever else it is."""
    paid: bool
    """Whether the prizes have been paid."""
    before: tuple[StandingsLine, ...]
    after: tuple[tuple[StandingsLine, ...], ...]
    """For each result, in their order."""
    transfers: tuple[tuple[Owed, ...], ...]
    """Those that each result would call for beyond the deal's own."""


class Behalf(Protocol):
    """The functions that the module named by `TUSAC_BEHALF` must provide."""

    def announced(self) -> bool:
        """Return whether any tournament was ever announced."""

    def terms(self, behalf: str, /) -> Terms | None:
        """Return a tournament's time limits for disputes, appeals and rulings, or None. `behalf` is its key
        (`tournament-3`).
        """

    def beyond(
        self, behalf: str, deal_id: int, results: Sequence[Result], at: Calling, /
    ) -> Beyond | None:
        """Return what each possible result of a deal would change in a tournament, named by `behalf`.

        Return None if the deal doesn't count there.
        """

    def reported(self, numbers: Sequence[int], /) -> dict[int, Reported]:
        """Return what was reported in these disputes with real cards, by the dispute's number."""

    def waiting(self, now: datetime, /) -> Iterable[RealCardDispute]:
        """Return the disputes with real cards that wait for a ruling or a second signature."""

    def desk(self, request: HttpRequest, case: int, /) -> HttpResponse:
        """Answer a referee's request to view or decide the dispute numbered `case`."""


def behalf() -> Behalf:
    """Return the module that `settings.TUSAC_BEHALF` names."""
    return cast(Behalf, import_module(settings.TUSAC_BEHALF))


def reported_discards(numbers: Sequence[int]) -> dict[int, Reported]:
    """Return what was reported in these disputes, by number. All must be disputes with real cards."""
    return behalf().reported(numbers) if numbers else {}


def real_card_disputes(now: datetime) -> list[RealCardDispute]:
    """Return the disputes with real cards that wait for a referee, oldest first."""
    return sorted(behalf().waiting(now), key=lambda one: one.filed_at)


def beyond(deal: Deal, results: Sequence[Result], at: Calling) -> Beyond | None:
    """Return what each possible result of a ruling would change beyond the deal, such as standings and prizes.

    Return None if the deal counts in no tournament. `at` is the ruling's position in the deal's stream.
    """
    name, stroke, _rest = deal.table.origin.partition("/")
    return behalf().beyond(name, deal.pk, results, at) if stroke else None


def terms_of(deal: Deal) -> Terms | None:
    """Return the time limits that this deal's tournament sets for disputes; None if it sets none."""
    name, stroke, _rest = deal.table.origin.partition("/")
    return behalf().terms(name) if stroke else None
