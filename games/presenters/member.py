"""A member's page: results by rule set, the best hands, the deals page by page, and the own chips as a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.rules import PRESETS
from games.ledger.accounts import member_account
from games.ledger.queries import statement
from games.models import Deal, DealSeat, Player
from games.presenters import sentences
from games.presenters.lessons import Entry, lesson_list
from games.queries.lessons import learned_by
from games.queries.member import BestHand, Record, best_hands_of, records_of
from games.queries.pagination import page_of_deals
from games.schema import rules_from_plain

PAGE: Final = 10
"""Deals on a page."""
POSTINGS: Final = 200
"""Postings that the line of chips goes through, the last ones."""
WIDTH, HEIGHT, MARGIN = 600, 160, 12
"""Of the chart, in its own units."""


class Played(NamedTuple):
    """A deal of the member's, as the list says it."""

    deal: Deal
    title: str
    rules: str
    seat: DealSeat
    won: bool
    paid: bool
    """Whether the member paid the penalty (§9.3)."""


class Chart(NamedTuple):
    """A balance over the last postings, as a line to be drawn."""

    points: str
    """Of an SVG polyline."""
    zero: float | None
    """Where 0 lies; None where it lies outside."""
    first: int
    last: int
    least: int
    most: int
    steps: int


@dataclass(frozen=True, slots=True)
class MemberPage:
    """The page of one member as one viewer sees it."""

    member: Player
    own: bool
    records: Sequence[tuple[str, Record]]
    """With the name of the rule set."""
    hands: Sequence[BestHand]
    deals: Sequence[Played]
    newer: int | None
    older: int | None
    chips: Chart | None
    """For the member alone."""
    learned: Sequence[Entry]
    """The lessons that the member has begun."""


def member_page(
    member: Player, viewer: Player, *, before: int | None = None, after: int | None = None
) -> MemberPage:
    """The page of this member; chips are shown to nobody else."""
    page = page_of_deals(member, PAGE, before=before, after=after)
    own = member.pk == viewer.pk
    return MemberPage(
        member,
        own,
        [(_rules_name(record.rules), record) for record in records_of(member)],
        best_hands_of(member),
        [_played(deal, member) for deal in page.deals],
        page.newer,
        page.older,
        chart_of([line.balance for line in statement(member_account(member.pk), POSTINGS)])
        if own
        else None,
        [entry for entry in lesson_list(learned_by(member)) if entry.learned],
    )


def chart_of(balances: Sequence[int]) -> Chart | None:
    """The line through these balances, the oldest first; None where there are fewer than two."""
    if len(balances) < 2:
        return None
    least, most = min(balances), max(balances)
    span = most - least or 1

    def height(balance: int) -> float:
        return round(HEIGHT - MARGIN - (balance - least) / span * (HEIGHT - 2 * MARGIN), 1)

    step = (WIDTH - 2 * MARGIN) / (len(balances) - 1)
    points = (f"{MARGIN + at * step:.1f},{height(one)}" for at, one in enumerate(balances))
    zero = height(0) if least <= 0 <= most else None
    return Chart(" ".join(points), zero, balances[0], balances[-1], least, most, len(balances))


def _rules_name(key: str) -> str:
    return sentences.rules_name(PRESETS[key]) if key in PRESETS else key


def _played(deal: Deal, member: Player) -> Played:
    seat = next(seat for seat in deal.seats.all() if seat.player_id == member.pk)
    return Played(
        deal,
        sentences.deal_name(deal.number, deal.table.name),
        sentences.rules_name(rules_from_plain(deal.table.rules)),
        seat,
        deal.winner == seat.number,
        deal.offender == seat.number,
    )
