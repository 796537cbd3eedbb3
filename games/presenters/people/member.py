"""Builds a member's page: results and ratings by rule set, best hands, the list of deals, and a chart of chips."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.ledger.accounts import member_account
from games.ledger.queries import statement
from games.models import Deal, DealSeat, Player
from games.presenters import sentences
from games.presenters.charts import Chart, chart_of
from games.presenters.club.conduct import OwnReport, own_reports
from games.presenters.learning.lessons import LessonEntry, lesson_list
from games.presenters.people.ratings import RatingShown, ratings_shown
from games.presenters.play.winning import rarity_words
from games.presenters.sentences import sentence_case
from games.queries.finished.pagination import page_of_deals
from games.queries.people.member import (
    BestHand,
    Record,
    best_hands_of,
    learned_by,
    rare_hands_of,
    records_of,
)
from games.schema import rules_from_plain

PAGE: Final = 10
"""Deals on a page."""
POSTINGS: Final = 200
"""Postings that the line of chips goes through, the last ones."""


class Played(NamedTuple):
    """A deal that the member played, as a line of the list."""

    deal: Deal
    title: str
    rules: str
    seat: DealSeat
    won: bool
    paid: bool
    """Whether the member paid the penalty (§9.3)."""


@dataclass(frozen=True, slots=True)
class MemberPage:
    """The page of one member as one viewer sees it."""

    member: Player
    was: Sequence[Player]
    """The accounts that were merged into this one: their deals and results are among these."""
    own: bool
    records: Sequence[tuple[str, Record]]
    """With the name of the rule set."""
    ratings: Sequence[RatingShown]
    """None where the member hides them from this viewer."""
    hands: Sequence[BestHand]
    rare: Sequence[tuple[Deal, str]]
    """The deals won with a rare hand, the newest first, each with what was rare about it."""
    deals: Sequence[Played]
    newer: int | None
    older: int | None
    chips: Chart | None
    """For the member alone."""
    learned: Sequence[LessonEntry]
    """The lessons that the member has begun."""
    reports: Sequence[OwnReport] = ()
    """What was reported of the conduct; for the member alone."""


def member_page(
    member: Player, viewer: Player, *, before: int | None = None, after: int | None = None
) -> MemberPage:
    """Return this member's page for a viewer; only the members themselves see their chips."""
    page = page_of_deals(member, PAGE, before=before, after=after)
    own, was = member.pk == viewer.pk, list(member.merged.order_by("pk"))
    numbers = {member.pk, *(one.pk for one in was)}
    return MemberPage(
        member,
        was,
        own,
        [(sentences.rules_name(record.rules), record) for record in records_of(member)],
        ratings_shown(member, viewer),
        best_hands_of(member),
        [(one.deal, sentence_case(rarity_words(one.rarities))) for one in rare_hands_of(member)],
        [_played(deal, numbers) for deal in page.deals],
        page.newer,
        page.older,
        chart_of([line.balance for line in statement(member_account(member.pk), POSTINGS)])
        if own
        else None,
        [entry for entry in lesson_list(learned_by(member)) if entry.learned],
        own_reports(member) if own else (),
    )


def _played(deal: Deal, numbers: Collection[int]) -> Played:
    seat = next(seat for seat in deal.seats.all() if seat.player_id in numbers)
    return Played(
        deal,
        deal.shown_name,
        sentences.rules_name(rules_from_plain(deal.table.rules)),
        seat,
        deal.winner == seat.number,
        deal.offender == seat.number,
    )
