"""The tables of a round on its page: seats, played deals, and the viewer's own seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.joints import listed
from games.models import Deal, Player, Seat, Table
from games.presenters.play.entered import doubt_of
from games.presenters.sentences import wind
from games.queries.play.participants import names_of
from games.queries.play.seen import may_watch
from tournaments import queries
from tournaments.engine import decisions
from tournaments.engine.draws.groups import bots_of
from tournaments.engine.participants import SEATS, member_label, player_id
from tournaments.engine.table_sizes import Sizes, odd_of, sizes
from tournaments.engine.terms import Odd
from tournaments.models import RoundTable, Tournament
from tournaments.presenters.page.groups import parts_of


@dataclass(frozen=True, slots=True)
class Entrant:
    """A member in the list of entries, or the holder of a seat at a drawn table."""

    name: str
    mine: bool
    absent: bool = False
    """Whether the member sits out the next round."""
    here: bool = False
    """Whether the member has checked in."""
    wind: str = ""
    """Where they sit at a table."""
    sits: str = ""
    """Who has the seat from the next deal on, where somebody else was drawn."""


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """Where the viewer plays in the current round."""

    words: str
    """Such as *Table 7, East*, and that real cards are played there."""
    table_id: int | None
    """The club's table, None until it is open."""


def first_sizes(row: Tournament, members: int) -> Sizes:
    """Return the sizes of the first round's tables for this many members; none if a director sets them by hand."""
    if row.terms.format == Tournament.Format.FIXED:
        return Sizes(0)
    if row.terms.format == Tournament.Format.GROUPS:
        bots = bots_of(members)
        return Sizes((members + bots) // SEATS, bots=bots)
    return sizes(members, _odd(row), row.terms.fill_to)


def _odd(row: Tournament) -> Odd:
    three = queries.three_can_play(row.terms)
    return odd_of(row.terms, cardboard=row.cardboard, three_seats=three)


def sizes_words(found: Sizes) -> str:
    """Return in words how many tables there are of each size, and how many members sit out."""
    fours = ngettext("%(count)d table of four", "%(count)d tables of four", found.fours)
    threes = ngettext("%(count)d table of three", "%(count)d tables of three", found.threes)
    out = ngettext("%(count)d member sits out", "%(count)d members sit out", found.out)
    told = ((fours, found.fours), (threes, found.threes), (out, found.out))
    return listed([words % {"count": count} for words, count in told if count])


def sits_out(row: Tournament, number: int) -> tuple[str, ...]:
    """Return the names of those who sit out a round by turns."""
    if not number or _odd(row) is Odd.BOTS:
        return ()
    drawn = queries.current(row.pk).state.rounds[number - 1]
    return tuple(names_of(map(member_label, drawn.out)))


def left_alone(row: Tournament, following: int) -> bool:
    """Return whether a round is not drawn automatically because too few members are left.

    ``following`` is the number of that round, 0 if no round follows. For the first round the answer is always False.
    """
    return following > 1 and decisions.left_alone(queries.current(row.pk).state)


def seat_words(table: int, seat: int) -> str:
    """Return a seat in words: table and wind."""
    return listed((_("Table %(number)s") % {"number": table}, wind(seat)))


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal of a table, with its scores."""

    number: int
    deal_id: int
    winner: str
    """Empty where nobody won."""
    points: int
    offender: str
    """Who paid the penalty, empty for nobody."""
    voided: bool
    """Whether it counts no more."""
    doubt: str = ""
    """That its result was entered and is not confirmed, in words; empty of any other."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table of a round as the page shows it."""

    number: int
    part: str
    """Which group plays there, that it is the final, or for what it is played; empty where there are no groups."""
    club_table: int | None
    """The club's table; None until it is open, and while it lets the viewer not look on."""
    cardboard: bool
    deals_done: int
    planned: int
    seats: tuple[Entrant, ...]
    deals: tuple[PlayedDeal, ...]
    mine: bool


def table_rows(row: Tournament, round_number: int) -> list[RoundTable]:
    """Return the tables of a round, in the order of their numbers."""
    rows = RoundTable.objects.filter(tournament=row, round=round_number)
    return list(rows.order_by("number"))


def club_tables(rows: list[RoundTable]) -> set[int]:
    """Return the ids of the club tables where these tables are played, without those with real cards."""
    return {one.games_table_id for one in rows if one.games_table_id and not one.cardboard}


def shut_tables(rows: list[RoundTable], viewer: Player | None) -> set[int]:
    """Return the ids of the club tables of these rows that the viewer may not watch."""
    tables = Table.objects.filter(pk__in=club_tables(rows))
    return {table.pk for table in tables if not may_watch(table, viewer)}


def own_seat(tables: list[RoundTable], mine: str) -> OwnSeat | None:
    """Return where the viewer with this label plays; None without a seat.

    It is also None if the careful bot plays the seat to the end of the round.
    """
    own = next((table for table in tables if mine in table.holders), None)
    if own is None:
        return None
    seat = own.holders.index(mine)
    theirs = Seat.objects.filter(table=own.games_table_id, player=player_id(mine))
    if own.games_table_id is not None and not theirs.exists():
        return None  # the careful bot keeps it this round, even once the member returns
    part = parts_of(tables).get(own.number, "")
    told = (seat_words(own.number, seat), part, _("real cards") if own.cardboard else "")
    return OwnSeat(listed(filter(None, told)), own.games_table_id)


def drawn_tables(
    rows: list[RoundTable], mine: str, shut: Collection[int] = ()
) -> tuple[DrawnTable, ...]:
    """Return these tables with seats and deals; those of the viewer, whose label is `mine`, are marked.

    Club tables in `shut` are linked only for the players who sit there.
    """
    labels = {label for table in rows for label in (*table.seats, *table.holders)}
    names = dict(zip(labels, names_of(labels), strict=True))
    winds = tuple(wind(seat) for seat in range(SEATS))
    deals = _deals([table.games_table_id for table in rows if table.games_table_id])
    parts = parts_of(rows)
    return tuple(
        DrawnTable(
            number=table.number,
            part=parts.get(table.number, ""),
            club_table=None
            if table.games_table_id in shut and mine not in table.holders
            else table.games_table_id,
            cardboard=table.cardboard,
            deals_done=table.deals_done,
            planned=len(table.starters),
            seats=tuple(
                Entrant(
                    names[label],
                    mine in (label, now),
                    wind=at,
                    sits=names[now] if now != label else "",
                )
                for label, now, at in zip(
                    table.seats, table.holders, winds[: len(table.seats)], strict=True
                )
            ),
            # Results the tournament has not counted yet are not shown.
            deals=tuple(
                _played(number, deal, _sat(deal, table, names), table.voided)
                for number, deal in enumerate(deals[table.games_table_id or 0], 1)
            )[: table.deals_done],
            mine=mine in (*table.seats, *table.holders),
        )
        for table in rows
    )


def _sat(deal: Deal, table: RoundTable, names: dict[str, str]) -> list[str]:
    """Return the names of those who played a deal, by seat.

    The deal's own seats are queried only if a seat of the table changed hands; otherwise the names are those drawn.
    """
    drawn = [names[label] for label in table.seats]
    if not table.occupants:
        return drawn
    sat = {seat.number: seat.player for seat in deal.seats.select_related("player")}
    return [
        player.shown_name if (player := sat.get(seat)) is not None else name
        for seat, name in enumerate(drawn)
    ]


def _deals(table_ids: Iterable[int]) -> defaultdict[int, list[Deal]]:
    by_table: defaultdict[int, list[Deal]] = defaultdict(list)
    finished = Deal.objects.filter(
        table_id__in=list(table_ids), ended_at__isnull=False, cancelled=False
    )
    shown = finished.only("table_id", "number", "winner", "points", "offender", "entered")
    for deal in shown.order_by("table_id", "number"):
        by_table[deal.table_id].append(deal)
    return by_table


def _played(number: int, deal: Deal, names: list[str], voided: list[int]) -> PlayedDeal:
    return PlayedDeal(
        number=number,
        deal_id=deal.pk,
        winner="" if deal.winner is None else names[deal.winner],
        points=deal.points,
        offender="" if deal.offender is None else names[deal.offender],
        voided=number in voided,
        doubt=doubt_of(deal),
    )
