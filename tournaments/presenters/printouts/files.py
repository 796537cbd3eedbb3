"""Builds the downloads of a tournament: standings, draws, results and chips, each as columns and lines.

Numbers are whole, seats are winds (§1.2), times are UTC. Column names are final, since programs read them, in JSON
too. `spreadsheet.in_words` makes the version for people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

from games.ledger.accounts import member_account, pot_account
from games.ledger.models import Transfer
from games.ledger.queries import postings_beside
from games.models import Player
from games.presenters.people.transfers import transfer_words
from games.presenters.sheets import Sheet
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.participants import member_label
from tournaments.models import RoundTable
from tournaments.presenters.page.overview import tournament_page

WINDS: Final = ("south", "east", "north", "west")
"""The seats 0..3 (§1.2)."""


def standings(tournament_id: int, _viewer: Player | None) -> Sheet:
    """Return the lines of the standings as the page shows them; empty before the start."""
    columns = ("place", "participant", "name", "points")
    tallied = ("deals", "wins", "best_hand", "penalties")
    return Sheet(
        (*columns, *tallied, "settled_by", "prize"),
        [
            (
                *(line.row.place, line.row.participant, line.name, _number(line.row.score)),
                *(line.row.deals, line.row.wins, line.row.best_hand, line.row.penalties),
                *(line.row.settled_by, line.row.prize),
            )
            for line in tournament_page(tournament_id, None).standings
        ],
    )


def _number(points: int | Decimal) -> int | float:
    """Return points as a number; points of a duplicate become floats, which show their three decimals exactly."""
    return points if isinstance(points, int) else float(points)


def draws(tournament_id: int, _viewer: Player | None) -> Sheet:
    """Return a line for each seat of each table of each round: who was drawn for it, and the deals it starts
    (§8.3).
    """
    tables = list(RoundTable.objects.filter(tournament=queries.get_tournament(tournament_id)))
    names = _names(label for table in tables for label in table.seats)
    return Sheet(
        ("round", "table", "seat", "participant", "name", "starts", "club_table"),
        [
            (
                *(table.round, table.number, WINDS[seat], label, names[label]),
                tuple(deal for deal, first in enumerate(table.starters, 1) if first == seat),
                table.games_table_id,
            )
            for table in tables
            for seat, label in enumerate(table.seats)
        ],
    )


def results(tournament_id: int, _viewer: Player | None) -> Sheet:
    """Return every counted deal with its current score, and the ids of the rulings that changed it."""
    queries.get_tournament(tournament_id)
    rounds = queries.current(tournament_id).state.rounds
    names = _names(label for drawn in rounds for table in drawn.tables for label in table.seats)
    return Sheet(
        (
            *("round", "table", "deal", "deal_id", *WINDS),
            *(f"{wind}_participant" for wind in WINDS),
            *(f"{wind}_net" for wind in WINDS),
            *("winner", "points", "penalised", "rulings"),
        ),
        [
            (
                *(drawn.number, number, score.number, score.deal_id),
                *_four(names[label] for label in table.seats),
                *_four(table.seats),
                *_four(score.net),
                *(_wind(score.winner), score.points, _wind(score.penalised), score.rulings),
            )
            for drawn in rounds
            for number, table in enumerate(drawn.tables, 1)
            for score in table.scores
        ],
    )


def _four(of_seats: Iterable[int | str]) -> tuple[int | str | None, ...]:
    """Return these values of a table's seats, one for each wind; None for West at a table of three."""
    found = tuple(of_seats)
    return (*found, *[None] * (len(WINDS) - len(found)))


def ledger(tournament_id: int, viewer: Player | None) -> Sheet:
    """Return every posting of fees, prizes and corrections; the amounts add up to zero.

    Staff see every account. Members see their own account and the pot. The other accounts are private, so in each
    transfer they are combined into one line, "others".
    """
    queries.get_tournament(tournament_id)
    sees_all = viewer is not None and viewer.runs_the_club
    pot = pot_account(tournament_id)
    own = member_account(viewer.pk) if viewer is not None else ""
    amounts: dict[tuple[Transfer, str], int] = {}
    for posting in postings_beside(pot):
        account = posting.account.code
        shown = account if sees_all or account in (own, pot) else "others"
        line = (posting.transfer, shown)
        amounts[line] = amounts.get(line, 0) + posting.amount
    mine = {transfer.key for transfer, account in amounts if account == own}

    def shown_key(transfer: Transfer) -> str:
        return transfer.key if sees_all or transfer.key in mine else _unnamed(transfer.key)

    members = {account for _transfer, account in amounts if account.startswith("member:")}
    names = dict(
        zip(
            members,
            names_of(member_label(int(account.removeprefix("member:"))) for account in members),
            strict=True,
        )
    )
    return Sheet(
        ("at", "event", "transfer", "memo", "account", "name", "amount", "counters"),
        [
            (
                *(_moment(transfer.recorded_at), transfer.version),
                shown_key(transfer),
                transfer_words(transfer.key, transfer.memo, None),
                *(account, names.get(account), amount),
                shown_key(transfer.counters) if transfer.counters else None,
            )
            for (transfer, account), amount in amounts.items()
        ],
    )


def _unnamed(key: str) -> str:
    """Return a transfer's key with a dash in place of the player."""
    *kind, _player, version = key.split(":")
    return ":".join((*kind, "-", version)) if len(kind) == 3 else key


SHEETS: Final[dict[str, Callable[[int, Player | None], Sheet]]] = {
    "standings": standings,
    "draws": draws,
    "results": results,
    "ledger": ledger,
}
"""Every file by its name. All raise Refused("tournament.unknown")."""


def _names(labels: Iterable[str]) -> dict[str, str]:
    known = sorted(set(labels))
    return dict(zip(known, names_of(known), strict=True))


def _wind(seat: int | None) -> str | None:
    return None if seat is None else WINDS[seat]


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
