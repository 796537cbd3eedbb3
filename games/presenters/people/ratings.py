"""Describes ratings: the meaning of a number, its uncertainty, and its history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.models import Player, Rating
from games.presenters.charts import Chart, chart_of
from games.presenters.sentences import rules_name
from games.queries.people.ratings import (
    RatedPlayer,
    RatingAfter,
    history_of,
    is_settled,
    page_of_ratings,
    rated_rules,
    ratings_of,
    skill_of,
    yardsticks,
)
from games.queries.play.participants import names_of
from games.ratings.skill import FIRST, SETTLED, chance, difference

YARDSTICK: Final = "bot:club"
"""Whom everybody knows and who never has a bad day."""
FIGURES: Final = 10
"""Lines of a history in figures, at the most."""


class HistoryFigure(NamedTuple):
    """A line of a rating's history in numbers."""

    at: datetime
    deals: int
    shown: int


@dataclass(frozen=True, slots=True)
class RatingShown:
    """A member's rating under one rule set."""

    key: str
    rules: str
    shown: int
    error: int
    deals: int
    wanting: int
    """Deals until it has a rank; 0 where it has one."""
    promises: Sequence[str]
    chart: Chart | None
    figures: Sequence[HistoryFigure]


class RatingLine(NamedTuple):
    """A line of the ranking list."""

    rank: int | None
    name: str
    member: int | None
    shown: int
    error: int
    deals: int
    own: bool
    yardstick: int | None
    """In how many of 10 deals this one is ahead of the club bot; None where that is not known."""


@dataclass(frozen=True, slots=True)
class RatingsShown:
    """A page of the ranking list."""

    key: str
    rules: Sequence[tuple[str, str]]
    """Rule sets to choose from, key and name."""
    provisional: bool
    lines: Sequence[RatingLine]
    older: int | None
    later: bool
    """Whether it is not the first page."""
    settled: int
    """Deals from which a rating has a rank."""
    first: int
    apart: int
    """By how much two differ of whom one is ahead in 6 of 10 deals."""


def of_ten(share: float) -> int:
    """Return a probability as a number out of 10, at least 1 and at most 9: no result is certain."""
    return min(9, max(1, round(share * 10)))


def ratings_page(
    viewer: Player, rules: str, *, before: int | None = None, provisional: bool = False
) -> RatingsShown:
    """Return the ranking list of a rule set for this viewer."""
    page = page_of_ratings(rules, before=before, provisional=provisional)
    club = yardsticks([rules], [YARDSTICK]).get((rules, YARDSTICK))
    names = names_of(row.rating.label for row in page.rows)
    return RatingsShown(
        rules,
        [(key, rules_name(key)) for key in rated_rules()],
        provisional,
        [_line(row, name, club, viewer) for row, name in zip(page.rows, names, strict=True)],
        page.older,
        before is not None,
        SETTLED,
        FIRST,
        round(difference(0.6), -1),
    )


def _line(row: RatedPlayer, name: str, club: Rating | None, viewer: Player) -> RatingLine:
    rating, skill = row.rating, skill_of(row.rating)
    compared = club is not None and row.rank is not None and rating.label != YARDSTICK
    return RatingLine(
        row.rank,
        name,
        rating.player_id,
        skill.shown,
        skill.error,
        rating.deals,
        rating.player_id == viewer.pk,
        of_ten(chance(skill, skill_of(club))) if compared and club is not None else None,
    )


def ratings_shown(member: Player, viewer: Player) -> list[RatingShown]:
    """Return a member's ratings as this viewer sees them."""
    ratings = ratings_of(member, viewer)
    others = yardsticks([row.rules for row in ratings], [YARDSTICK, f"player:{viewer.pk}"])
    return [_shown(row, member, viewer, others) for row in ratings]


def _shown(
    rating: Rating, member: Player, viewer: Player, others: dict[tuple[str, str], Rating]
) -> RatingShown:
    skill, steps = skill_of(rating), history_of(rating)
    return RatingShown(
        rating.rules,
        rules_name(rating.rules),
        skill.shown,
        skill.error,
        rating.deals,
        max(0, SETTLED - rating.deals),
        list(_promises(rating, member, viewer, others)) if is_settled(rating) else [],
        chart_of([*_beginning(steps), *(step.skill.shown for step in steps)]),
        _figures(steps),
    )


def _beginning(steps: Sequence[RatingAfter]) -> list[int]:
    return [FIRST] if steps and steps[0].deals == 1 else []


def _promises(
    rating: Rating, member: Player, viewer: Player, others: dict[tuple[str, str], Rating]
) -> Iterable[str]:
    """Yield sentences on how often the member comes out ahead of a club bot and of the viewer."""
    skill = skill_of(rating)
    club = others.get((rating.rules, YARDSTICK))
    mine = others.get((rating.rules, f"player:{viewer.pk}"))
    if club is not None:
        yield _("In about %(number)d of 10 deals with a club bot, %(name)s comes out ahead.") % {
            "name": member.shown_name,
            "number": of_ten(chance(skill, skill_of(club))),
        }
    if mine is not None and member.pk != viewer.pk:
        yield _("In about %(number)d of 10 deals with you, %(name)s comes out ahead.") % {
            "name": member.shown_name,
            "number": of_ten(chance(skill, skill_of(mine))),
        }


def _figures(steps: Sequence[RatingAfter]) -> list[HistoryFigure]:
    """Return evenly spaced steps of a rating's history, newest first, including the newest."""
    apart = -(-len(steps) // FIGURES) or 1
    return [HistoryFigure(step.at, step.deals, step.skill.shown) for step in steps[::-1][::apart]]
