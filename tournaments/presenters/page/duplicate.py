"""The page that compares a deal of a duplicate: a row for each table, a column for each seat."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from games.models import Player
from games.presenters.sentences import wind
from games.queries.finished.private_deals import private_deals_for
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.participants import SEATS
from tournaments.engine.scoring.comparison import comparison
from tournaments.engine.scoring.means import UNIT
from tournaments.engine.state import TournamentState
from tournaments.errors import translate_refusals
from tournaments.models import Tournament
from tournaments.presenters.page import draws


class SeatScore(NamedTuple):
    """A seat's score at a table."""

    name: str
    wind: str
    net: int
    scored: Decimal | None
    """The difference from the mean in points; None where the deal was voided."""


class TableScore(NamedTuple):
    """A table that has played the deal, with the score of each seat."""

    number: int
    deal_id: int
    seats: tuple[SeatScore, ...]
    voided: bool


class SeatMean(NamedTuple):
    """The mean of a seat in points, rounded down, and the remainder in thousandths of all tables together."""

    wind: str
    mean: Decimal
    left: int


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The page that compares a deal between tables."""

    row: Tournament
    round: int
    number: int
    others: tuple[int, ...]
    """The deals of the round that can be compared."""
    winds: tuple[str, ...]
    tables: tuple[TableScore, ...]
    means: tuple[SeatMean, ...]
    counting: int
    """At how many tables it counts."""
    missing: int
    """How many tables of the round have not played it."""
    commitment: str
    place: int
    link: str
    """Empty where the tournament was cancelled."""
    secret: str
    kept: bool
    """Whether the house keeps number and secret from this reader, since every card comes from them."""
    records: str
    """The names under which records and certificate are saved, for the command that checks them."""

    @property
    def file(self) -> str:
        """Return the name of the download."""
        return file_name(self.row.pk, self.round, self.number)


def file_name(tournament_id: int, round_number: int, deal: int) -> str:
    """Return the file name of a comparison."""
    return f"duplicate-{tournament_id}-{round_number}-{deal}.json"


def comparison_of(
    tournament_id: int, round_number: int, deal: int, *, viewer: Player | None
) -> dict[str, Any]:
    """Return the comparison as data, as this viewer may see it.

    The cards can be computed from the deal's link and secret. So both are None for strangers if the club keeps the
    cards from them. Raises Refused("tournament.unknown" or "tournament.no-such-duplicate").
    """
    return _given(
        queries.current(tournament_id).state,
        round_number,
        deal,
        kept=private_deals_for(viewer).tournaments,
    )


def compare_page(
    tournament_id: int, round_number: int, deal: int, *, viewer: Player | None
) -> ComparePage:
    """Return the page that compares a deal.

    Raises Refused("tournament.unknown" or "tournament.no-such-duplicate").
    """
    state, kept = queries.current(tournament_id).state, private_deals_for(viewer).tournaments
    given = _given(state, round_number, deal, kept=kept)
    drawn = state.rounds[round_number - 1]
    labels = sorted({label for table in given["tables"] for label in table["participants"]})
    names = dict(zip(labels, names_of(labels), strict=True))
    winds = tuple(wind(seat) for seat in range(SEATS))
    return ComparePage(
        row=queries.get_tournament(tournament_id),
        round=round_number,
        number=deal,
        others=tuple(sorted(drawn.opened)),
        winds=winds,
        tables=tuple(_table(table, names, winds) for table in given["tables"]),
        means=tuple(
            SeatMean(at, Decimal(mean) / UNIT, left)
            for at, mean, left in zip(winds, given["mean"] or (), given["left"] or (), strict=False)
        ),
        counting=sum(table["scored"] is not None for table in given["tables"]),
        missing=len(drawn.tables) - len(given["tables"]),
        commitment=given["commitment"],
        place=given["place"],
        link=given["link"] or "",
        secret=given["secret"] or "",
        kept=kept,
        records=f"tournament-{tournament_id}-named.jsonl {draws.file_name(tournament_id, round_number)}",
    )


def compared_deals(row: Tournament, round_number: int) -> tuple[int, ...]:
    """Return the numbers of a round's deals that can be compared."""
    rounds = queries.current(row.pk).state.rounds
    return tuple(sorted(rounds[round_number - 1].opened)) if 0 < round_number <= len(rounds) else ()


def _table(given: dict[str, Any], names: dict[str, str], winds: tuple[str, ...]) -> TableScore:
    scored = given["scored"]
    return TableScore(
        number=given["table"],
        deal_id=int(given["deal"].removeprefix("deal-")),
        seats=tuple(
            SeatScore(
                names[label],
                winds[seat],
                given["net"][seat],
                None if scored is None else Decimal(scored[seat]) / UNIT,
            )
            for seat, label in enumerate(given["participants"])
        ),
        voided=scored is None,
    )


def _given(state: TournamentState, round_number: int, deal: int, *, kept: bool) -> dict[str, Any]:
    with translate_refusals():
        given = comparison(state, round_number, deal)
    return {**given, "link": None, "secret": None} if kept else given
