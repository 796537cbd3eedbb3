"""What the pages of tournaments show, read from rows: a page costs the same however long the stream is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from games.ledger.queries import balance
from games.models import Deal, Player
from games.queries import names_of
from games.settlement import member_account
from tournaments import queries
from tournaments.models import Entry, RoundTable, Standing, Tournament
from tournaments.participants import fillers, is_bot, member_label
from tournaments.prizes import place_prizes
from tournaments.settlement import pot_account


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has entered."""

    name: str
    mine: bool


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal of a table, with what it brought."""

    number: int
    deal_id: int
    winner: str
    """Empty where nobody won."""
    points: int
    offender: str
    """Who paid the penalty, empty for nobody."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table of a round."""

    row: RoundTable
    seats: tuple[Entrant, ...]
    deals: tuple[PlayedDeal, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standings with a name; `bot` is a filler, who takes no place."""

    row: Standing
    name: str
    mine: bool
    bot: bool

    @property
    def size(self) -> int:
        """The points without their sign, which the page writes itself."""
        return abs(self.row.points)


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A tournament as one viewer sees it."""

    row: Tournament
    entrants: tuple[Entrant, ...]
    entered: bool
    chips: int
    """What the viewer holds; 0 for a stranger."""
    pot: int
    """What the pot holds now, by the ledger."""
    prizes: tuple[tuple[int, int, int], ...]
    """Place, share in percent, and chips if it ended with these entrants and no place were shared."""
    standings: tuple[StandingLine, ...]
    rounds: tuple[int, ...]
    """The rounds that are drawn."""
    shown_round: int
    """The round whose tables are listed, 0 before the start."""
    tables: tuple[DrawnTable, ...]
    my_table: int | None
    """The club's table where the viewer plays now."""
    fillers: int
    """How many bots will play, or play."""
    opening: int
    """How many drawn tables the workers have yet to open."""

    @property
    def mark(self) -> str:
        """What the page tells a poll that it shows."""
        return queries.mark(self.row.version, self.opening)

    @property
    def can_close(self) -> bool:
        """Whether every round has been played, and the closing is all that is left."""
        return self.row.status == Tournament.Status.RUNNING and (
            self.row.rounds_closed == self.row.rounds
        )


def tournament_page(
    tournament_id: int, viewer: Player | None, *, round_number: int | None = None
) -> TournamentPage:
    """A tournament with the tables of one round, the latest if none is asked for.

    Raises Refused("tournament.unknown").
    """
    row = queries.get_tournament(tournament_id)
    mine = member_label(viewer.pk) if viewer is not None else ""
    entries = Entry.objects.filter(tournament=row).select_related("player")
    entrants = tuple(
        Entrant(entry.player.shown_name, viewer is not None and entry.player_id == viewer.pk)
        for entry in entries
    )
    rounds = tuple(range(1, row.rounds_drawn + 1))
    shown = round_number if round_number in rounds else row.rounds_drawn
    amounts = place_prizes(row.pot, row.prize_shares, row.entrants)
    return TournamentPage(
        row=row,
        entrants=entrants,
        entered=any(one.mine for one in entrants),
        chips=0 if viewer is None else balance(member_account(viewer.pk)),
        pot=balance(pot_account(row.pk)),
        prizes=tuple(
            (place, share, amounts[place - 1] if place <= len(amounts) else 0)
            for place, share in enumerate(row.prize_shares, 1)
        ),
        standings=_standings(row, mine),
        rounds=rounds,
        shown_round=shown,
        tables=_tables(row, shown, mine),
        my_table=_my_table(row, mine),
        fillers=fillers(row.entrants, row.fill_to),
        opening=queries.unopened(row.pk),
    )


def _standings(row: Tournament, mine: str) -> tuple[StandingLine, ...]:
    if not row.rounds_drawn:
        return ()
    rows = list(Standing.objects.filter(tournament=row))
    names = names_of(line.participant for line in rows)
    return tuple(
        StandingLine(line, name, line.participant == mine, is_bot(line.participant))
        for line, name in zip(rows, names, strict=True)
    )


def _my_table(row: Tournament, mine: str) -> int | None:
    if not mine or row.status != Tournament.Status.RUNNING:
        return None
    if row.rounds_closed == row.rounds_drawn:
        return None
    tables = RoundTable.objects.filter(tournament=row, round=row.rounds_drawn)
    return next((table.games_table_id for table in tables if mine in table.seats), None)


def _tables(row: Tournament, round_number: int, mine: str) -> tuple[DrawnTable, ...]:
    rows = list(RoundTable.objects.filter(tournament=row, round=round_number).order_by("number"))
    labels = {label for table in rows for label in table.seats}
    names = dict(zip(labels, names_of(labels), strict=True))
    deals = _deals([table.games_table_id for table in rows if table.games_table_id])
    return tuple(
        DrawnTable(
            row=table,
            seats=tuple(Entrant(names[label], label == mine) for label in table.seats),
            # What the tournament has not counted yet is not shown as a result of it.
            deals=tuple(
                _played(number, deal, [names[label] for label in table.seats])
                for number, deal in enumerate(deals[table.games_table_id or 0], 1)
            )[: table.deals_done],
            mine=mine in table.seats,
        )
        for table in rows
    )


def _deals(table_ids: Iterable[int]) -> defaultdict[int, list[Deal]]:
    by_table: defaultdict[int, list[Deal]] = defaultdict(list)
    finished = Deal.objects.filter(
        table_id__in=list(table_ids), ended_at__isnull=False, cancelled=False
    )
    for deal in finished.order_by("table_id", "number"):
        by_table[deal.table_id].append(deal)
    return by_table


def _played(number: int, deal: Deal, names: list[str]) -> PlayedDeal:
    return PlayedDeal(
        number=number,
        deal_id=deal.pk,
        winner="" if deal.winner is None else names[deal.winner],
        points=deal.points,
        offender="" if deal.offender is None else names[deal.offender],
    )
