"""The page of a series or league: its tournaments, and the standings in which each member's best few count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from games.presenters.amounts import minus, signed
from games.queries.play.participants import called
from tournaments.engine.participants import member_label
from tournaments.engine.scoring.league import league_scores
from tournaments.engine.scoring.series import Scored, SeriesRow, series_standing
from tournaments.errors import refusal
from tournaments.models import Tournament
from tournaments.queries.series import attended, scored_in, tournaments_of


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of the series, and its number in the order of the season."""

    number: int
    row: Tournament

    @property
    def closed(self) -> bool:
        """Return whether the tournament is closed, and so has a column in the standings."""
        return self.row.status == Tournament.Status.CLOSED


@dataclass(frozen=True, slots=True)
class SeriesCell:
    """A member's result in one closed tournament, if the member took part."""

    number: int
    there: bool
    scored: Scored | None
    counts: bool
    words: str
    """The score as it is shown."""

    @property
    def left(self) -> bool:
        """Return whether the member took part, but left before the end and so has no score."""
        return self.there and self.scored is None


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A member's line of the standings."""

    row: SeriesRow
    name: str
    member: int | None
    """To whose page the name leads; None of a guest."""
    cells: tuple[SeriesCell, ...]
    """One for each closed tournament, in order."""

    @property
    def there(self) -> int:
        """Return in how many tournaments the member played."""
        return sum(cell.there for cell in self.cells)


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """A series as everybody sees it."""

    name: str
    best: int
    by_place: tuple[int, ...]
    present: int
    evenings: tuple[Evening, ...]
    lines: tuple[SeriesLine, ...]

    @property
    def league(self) -> bool:
        """Return whether places or taking part give points; if not, the points of the deals count."""
        return bool(self.by_place or self.present)

    @property
    def columns(self) -> tuple[Evening, ...]:
        """Return the closed tournaments."""
        return tuple(one for one in self.evenings if one.closed)

    @property
    def table(self) -> str:
        """Return how many points each place gives, best place first, as one line of text."""
        return ", ".join(map(str, self.by_place))


def series_page(name: str) -> SeriesPage:
    """Return the page of a series. Raises Refused("tournament.no-such-series")."""
    rows = tournaments_of(name)
    if not rows:
        raise refusal("tournament.no-such-series")
    terms = rows[0].terms
    league = terms.series_points or terms.series_present
    present = attended(rows)
    scored = (
        league_scores(present, by_place=terms.series_points, present=terms.series_present)
        if league
        else scored_in(rows)
    )
    standing = series_standing(scored, best=terms.series_best)
    people = called(member_label(row.player) for row in standing)
    evenings = tuple(Evening(number, row) for number, row in enumerate(rows, 1))
    there = {(one.tournament, one.player) for one in present}
    return SeriesPage(
        rows[0].series,
        terms.series_best,
        terms.series_points,
        terms.series_present,
        evenings,
        tuple(
            SeriesLine(
                row,
                person.name,
                person.member,
                _cells(row, evenings, there, signed if not league else minus),
            )
            for row, person in zip(standing, people, strict=True)
        ),
    )


def _cells(
    row: SeriesRow,
    evenings: tuple[Evening, ...],
    there: set[tuple[int, int]],
    words: Callable[[int | Decimal], str],
) -> tuple[SeriesCell, ...]:
    scores: Mapping[int, Scored] = {one.tournament: one for one in (*row.counted, *row.others)}
    counted = {one.tournament for one in row.counted}
    return tuple(
        SeriesCell(
            one.number,
            (one.row.pk, row.player) in there,
            scores.get(one.row.pk),
            one.row.pk in counted,
            words(scores[one.row.pk].points) if one.row.pk in scores else "",
        )
        for one in evenings
        if one.closed
    )
