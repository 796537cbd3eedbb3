"""A tournament's chips: fees into the pot, refunds and prizes out of it, and corrections after late rulings.

Everything is computed from the stream, and each transfer has a key of its own: posting again changes nothing. When a
tournament is closed or cancelled its pot holds exactly nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext_noop

from games.ledger.commands import counter, post
from games.log.store import read_events
from games.settlement import Owed, member_account
from tournaments.events import (
    FinalRow,
    MemberEntered,
    MemberWithdrew,
    PrizesCorrected,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentEvent,
)
from tournaments.prizes import prizes_by_player
from tournaments.schema import from_stored, stream_of

PAYS = (MemberEntered, MemberWithdrew, TournamentClosed, PrizesCorrected, TournamentCancelled)
"""The events that call for chips to move."""


def pot_account(tournament_id: int) -> str:
    """The account of a tournament's pot."""
    return f"tournament:{tournament_id}:pot"


def owed(tournament_id: int) -> list[tuple[int, Owed]]:
    """Every transfer that the events of a tournament call for, in order, each with its event's version."""
    books: _Books | None = None
    transfers: list[tuple[int, Owed]] = []
    for stored in read_events(stream_of(tournament_id)):
        event = from_stored(stored.name, stored.schema, stored.payload)
        if isinstance(event, TournamentCreated):
            books = _Books(tournament_id, event)
        elif books is not None:
            transfers += [(stored.version, one) for one in books.follow(event, stored.version)]
    return transfers


def settle(tournament_id: int, *, after: int, now: datetime) -> int:
    """Post what the events behind version `after` call for; how many transfers. Safe to run twice and late."""
    due = [transfer for version, transfer in owed(tournament_id) if version > after]
    for transfer in due:
        if transfer.counters is None:
            post(key=transfer.key, memo=transfer.memo, postings=transfer.amounts, now=now)
        else:
            counter(key=transfer.key, original_key=transfer.counters, memo=transfer.memo, now=now)
    return len(due)


class _Books:
    """What has been paid so far: the entries that stand, and the prizes that stand."""

    def __init__(self, tournament_id: int, options: TournamentCreated) -> None:
        self._key = f"tournament:{tournament_id}"
        self._pot = pot_account(tournament_id)
        self._name = options.name
        self._fee = options.entry_fee
        self._entries: dict[int, Owed] = {}
        self._prizes: Owed | None = None

    def follow(self, event: TournamentEvent, version: int) -> Iterator[Owed]:
        """The transfers that this event calls for."""
        if not self._fee:
            return
        match event:
            case MemberEntered(player):
                key = f"{self._key}:entry:{player}:{version}"
                amounts = {member_account(player): -self._fee, self._pot: self._fee}
                entry = Owed(key, self._memo(gettext_noop("entry fee")), amounts, None)
                self._entries[player] = entry
                yield entry
            case MemberWithdrew(player):
                yield self._refund(player, f"withdrawal:{player}:{version}")
            case TournamentCancelled():
                for player in list(self._entries):
                    yield self._refund(player, f"refund:{player}:{version}")
            case TournamentClosed(rows):
                yield self._pay(rows, "prizes", self._memo(gettext_noop("prizes")))
            case PrizesCorrected(rows):
                yield from self._correct(rows, version)

    def _memo(self, what: str) -> str:
        """What a statement says; its reader sees `what` in their own language."""
        return f"{self._name}: {what}"

    def _refund(self, player: int, key: str) -> Owed:
        entry = self._entries.pop(player)
        return _opposite(
            entry, f"{self._key}:{key}", self._memo(gettext_noop("entry fee returned"))
        )

    def _pay(self, rows: tuple[FinalRow, ...], key: str, memo: str) -> Owed:
        prizes = prizes_by_player(rows)
        amounts = {member_account(player): prize for player, prize in prizes.items()}
        amounts[self._pot] = -sum(prizes.values())
        self._prizes = Owed(f"{self._key}:{key}", memo, amounts, None)
        return self._prizes

    def _correct(self, rows: tuple[FinalRow, ...], version: int) -> Iterator[Owed]:
        paid = self._prizes
        assert paid is not None
        again = self._pay(
            rows, f"prizes:{version}", self._memo(gettext_noop("prizes after a ruling"))
        )
        if again.amounts == paid.amounts:
            self._prizes = paid  # other points, but the same prizes
            return
        back = self._memo(gettext_noop("prizes taken back after a ruling"))
        yield _opposite(paid, f"{again.key}:counter", back)
        yield again


def _opposite(transfer: Owed, key: str, memo: str) -> Owed:
    amounts = {code: -amount for code, amount in transfer.amounts.items()}
    return Owed(key, memo, amounts, transfer.key)
