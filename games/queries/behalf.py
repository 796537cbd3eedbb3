"""What tables are opened for, as far as disputes ask it: terms, effects beyond the deal, and cases with real cards.

The module that `settings.TUSAC_BEHALF` names answers, so that whoever keeps cases and whoever lets deals be played for
something need not know each other.
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
    """What was reported of a disputed discard at a table with real cards."""

    address: str
    """Of the dispute, where photographs are shown to who may see them."""
    said: tuple[tuple[int | None, int | None, str], ...]
    """Who has objected and why: seat, player, words."""


@dataclass(frozen=True, slots=True)
class RealCardDispute:
    """One of them that waits for a ruling or a signature, as the referee's queue shows it."""

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
    """A line of standings."""

    participant: str
    """Their label, such as `player:12`."""
    place: int | None
    points: int | Decimal
    prize: int
    """In chips: what was paid, or while nothing is paid what would be if it ended so."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """The changes that a result of a deal would make to standings, prizes and ledger; nothing is written."""

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
    """The questions that `TUSAC_BEHALF`'s module answers."""

    def announced(self) -> bool:
        """Return whether anything was ever announced that tables are opened for."""

    def terms(self, behalf: str, /) -> Terms | None:
        """Say until when deals of this name (`tournament-3`) are disputed, appealed and ruled on; None of no such."""

    def beyond(
        self, behalf: str, deal_id: int, results: Sequence[Result], at: Calling, /
    ) -> Beyond | None:
        """Return what each of these results of a deal would change in the tournament of this name."""

    def reported(self, numbers: Sequence[int], /) -> dict[int, Reported]:
        """Return the reports on these disputes with real cards, by number."""

    def waiting(self, now: datetime, /) -> Iterable[RealCardDispute]:
        """Return the disputes with real cards that wait for a ruling or a signature."""

    def desk(self, request: HttpRequest, case: int, /) -> HttpResponse:
        """Answer a referee at the desk who looks at this case or decides it."""


def behalf() -> Behalf:
    """Return the module that answers."""
    return cast(Behalf, import_module(settings.TUSAC_BEHALF))


def reported_discards(numbers: Sequence[int]) -> dict[int, Reported]:
    """Return the reports on the disputes with these numbers, all with real cards."""
    return behalf().reported(numbers) if numbers else {}


def real_card_disputes(now: datetime) -> list[RealCardDispute]:
    """Return what waits for a referee with real cards, the oldest first."""
    return sorted(behalf().waiting(now), key=lambda one: one.filed_at)


def beyond(deal: Deal, results: Sequence[Result], at: Calling) -> Beyond | None:
    """Return what each possible result of a ruling would change beyond the deal, such as standings and prizes.

    `at` is the place of the ruling in the deal's stream.
    """
    name, stroke, _rest = deal.table.origin.partition("/")
    return behalf().beyond(name, deal.pk, results, at) if stroke else None


def terms_of(deal: Deal) -> Terms | None:
    """Return the dispute terms for which the table of this deal was opened; None if there are none."""
    name, stroke, _rest = deal.table.origin.partition("/")
    return behalf().terms(name) if stroke else None
