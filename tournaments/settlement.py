"""Computes a tournament's transfers: fees into the pot, refunds and prizes out of it, corrections after late rulings.

Everything is computed from the stream, and each transfer has a unique key: posting it again changes nothing. When a
tournament is closed or cancelled its pot is exactly empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext_noop

from games.ledger.accounts import SPONSOR, member_account, pot_account
from games.ledger.commands import Calling, Owed
from games.log.store import Recorded, Replayed, read_events
from tournaments.engine.correcting.correction_events import SettingCorrected
from tournaments.engine.events import (
    PrizesCorrected,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentEvent,
)
from tournaments.engine.people.entry_events import (
    EntryRemoved,
    MemberEntered,
    MemberLeftOut,
    MembersEntered,
    MemberWithdrew,
)
from tournaments.engine.scoring.prizes import prizes_by_player
from tournaments.engine.scoring.standing_rows import FinalRow
from tournaments.schema import from_stored, ruling_place, stream_of

_AFTER_RULING: Final = (
    gettext_noop("prizes after a ruling"),
    gettext_noop("prizes taken back after a ruling"),
)
_AFTER_CORRECTION: Final = (
    gettext_noop("prizes after a correction"),
    gettext_noop("prizes taken back after a correction"),
)


_TERMS: Final = {"name": "name", "entry_fee": "fee", "club_pays": "club_pays"}
"""The terms by which transfers are made, and what the books call them."""


def owed(tournament_id: int) -> list[tuple[int, Owed]]:
    """Return every transfer due by a tournament's events, in order: the event's version and the transfer."""
    books = Books(tournament_id)
    transfers: list[tuple[int, Owed]] = []
    for stored in read_events(stream_of(tournament_id)):
        event = from_stored(stored.name, stored.schema, stored.payload)
        books, called = books.follow(event, calling(tournament_id, stored))
        transfers += [(stored.version, one) for one in called]
    return transfers


def calling(tournament_id: int, stored: Recorded | Replayed) -> Calling:
    """Return the place in the log and the author of a stored event; a transfer names them as its cause."""
    by = stored.metadata.get("by")
    return Calling(stream_of(tournament_id), stored.version, stored.recorded_at, by)


@dataclass(frozen=True, slots=True)
class Books:
    """A tournament's payments so far: the entry fees and prizes in force."""

    tournament_id: int
    name: str = ""
    fee: int = 0
    club_pays: bool = False
    entries: Mapping[int, Owed] = field(default_factory=dict)
    """By player."""
    prizes: Owed | None = None

    def follow(self, event: TournamentEvent, at: Calling) -> tuple[Books, tuple[Owed, ...]]:
        """Return the books after this event at its place in the log, and the transfers it requires."""
        if isinstance(event, TournamentCreated):
            return replace(
                self, name=event.name, fee=event.entry_fee, club_pays=event.club_pays
            ), ()
        if isinstance(event, SettingCorrected):
            corrected: dict[str, Any] = (
                {_TERMS[event.setting]: event.new} if event.setting in _TERMS else {}
            )
            return replace(self, **corrected), ()
        if not self.fee:
            return self, ()
        match event:
            case MemberEntered(player):
                return self._enter(player, at)
            case MembersEntered(players):
                books, called = self, list[Owed]()
                for player in players:
                    books, entries = books._enter(player, at)
                    called += entries
                return books, tuple(called)
            case MemberWithdrew(player) | MemberLeftOut(player) | EntryRemoved(player):
                left = {who: entry for who, entry in self.entries.items() if who != player}
                refund = self._refund(player, f"withdrawal:{player}:{at.version}", at)
                return replace(self, entries=left), (refund,)
            case TournamentCancelled():
                refunds = (
                    self._refund(one, f"refund:{one}:{at.version}", at) for one in self.entries
                )
                return replace(self, entries={}), tuple(refunds)
            case TournamentClosed(rows) if self.entries:  # otherwise only bots played, for nothing
                paid = self._prizes(rows, "prizes", self._memo(gettext_noop("prizes")), at)
                return replace(self, prizes=paid), (paid,)
            case PrizesCorrected() if self.entries:
                return self._correct(event, at)
        return self, ()

    @property
    def _key(self) -> str:
        return f"tournament:{self.tournament_id}"

    def _memo(self, what: str) -> str:
        """Return the memo of a transfer; `what` is translated for its reader."""
        return f"{self.name}: {what}"

    def _enter(self, player: int, at: Calling) -> tuple[Books, tuple[Owed, ...]]:
        payer = SPONSOR if self.club_pays else member_account(player)
        entry = Owed(
            at,
            f"{self._key}:entry:{player}:{at.version}",
            self._memo(gettext_noop("entry fee")),
            {payer: -self.fee, pot_account(self.tournament_id): self.fee},
            None,
        )
        return replace(self, entries={**self.entries, player: entry}), (entry,)

    def _refund(self, player: int, key: str, at: Calling) -> Owed:
        memo = self._memo(gettext_noop("entry fee returned"))
        return _opposite(self.entries[player], f"{self._key}:{key}", memo, at)

    def _prizes(self, rows: tuple[FinalRow, ...], key: str, memo: str, at: Calling) -> Owed:
        prizes = prizes_by_player(rows)
        amounts = {member_account(player): prize for player, prize in prizes.items()}
        amounts[pot_account(self.tournament_id)] = -sum(prizes.values())
        return Owed(at, f"{self._key}:{key}", memo, amounts, None)

    def _correct(self, event: PrizesCorrected, at: Calling) -> tuple[Books, tuple[Owed, ...]]:
        paid = self.prizes
        assert paid is not None
        said, said_back = _AFTER_RULING if event.ruling else _AFTER_CORRECTION
        if event.deal is not None:
            _deal, number = ruling_place(event.ruling)
            said, said_back = (
                text.replace("a ruling", f"ruling {number} on deal {event.deal}")
                for text in (said, said_back)
            )
        again = self._prizes(event.rows, f"prizes:{at.version}", self._memo(said), at)
        if again.amounts == paid.amounts:
            return self, ()  # other points, but the same prizes
        taken = _opposite(paid, f"{again.key}:counter", self._memo(said_back), at)
        return replace(self, prizes=again), (taken, again)


def _opposite(transfer: Owed, key: str, memo: str, at: Calling) -> Owed:
    amounts = {code: -amount for code, amount in transfer.amounts.items()}
    return Owed(at, key, memo, amounts, transfer.key)
