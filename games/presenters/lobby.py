"""Builds the lobby: its list of tables, and the changes that screen readers announce."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import queries
from games.common.joints import listed
from games.common.names import by_name
from games.engine.state import PREPARED, Phase
from games.errors import Refused
from games.models import Deal, DealSeat, Player, Seat, Table
from games.presenters import sentences
from games.queries.play.lobby import freed_seats, members_here, why_not_share
from games.queries.play.seen import require_may_watch
from games.queries.play.tables import admits
from games.queries.pots import paid_into_pot
from games.schema import rules_from_plain

PAGE: Final = 50
"""Tables on a page of the lobby."""
LAST: Final = 1000
"""The last page that is looked for."""


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A table as the lobby lists it."""

    table: Table
    rules: str
    seats: tuple[Seat, ...]
    playing: bool
    """Whether the cards of a deal are dealt."""
    mine: bool
    may_sit: bool
    """Whether the viewer may take one of its free seats."""
    invited: bool
    """Whether the viewer was named for it by somebody else."""
    may_invite: bool
    waits: bool
    """Whether this viewer is the one person whom it waits for."""
    my_turn: bool
    """Whether the deal waits for the viewer now: their move, their claim, or that they are ready."""
    turn: str
    """Whom the deal waits for at a table of the viewer's, in words; empty elsewhere."""
    unwatched: str
    """Why the viewer may not look on now, in words; empty where they may."""
    pot: int
    """Chips that a seat pays into the pot before each deal; 0 without one (§13.14)."""

    @property
    def facts(self) -> tuple[object, ...]:
        """Return all values of this lobby entry that can change, so that two versions can be compared."""
        seats = [
            (row.player_id, row.player and row.player.shown_name, row.bot) for row in self.seats
        ]
        own = (self.playing, self.mine, self.may_sit, self.invited, self.may_invite)
        said = (self.turn, self.unwatched)
        return (
            self.table.pk,
            self.table.shown_name,
            self.table.opened_by.shown_name,
            *own,
            *said,
            *seats,
        )


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """The lobby as one viewer sees it."""

    entries: tuple[LobbyEntry, ...]
    """The viewer's own tables, then those that they are invited to, then where people sit; the last used first."""
    number: int
    """Of the page, from 1."""
    more: bool
    """Whether another page follows."""
    here: tuple[Player, ...]
    """Members who were here within the last minutes, for members alone."""
    freed_seats: tuple[DealSeat, ...]
    """Seats that the viewer has lost for lateness and has yet to read of."""
    summary: str
    """The lobby in a sentence, for screen readers."""
    etag: str
    """Changes whenever anything changes that the page shows this viewer."""

    @property
    def mine(self) -> tuple[LobbyEntry, ...]:
        """Return the viewer's tables; tables where it is the viewer's turn come first."""
        return tuple(
            sorted((one for one in self.entries if one.mine), key=lambda one: not one.my_turn)
        )

    @property
    def waiting(self) -> tuple[LobbyEntry, ...]:
        """Return the tables that need one more person and would admit the viewer."""
        return tuple(one for one in self.entries if one.waits)

    @property
    def others(self) -> tuple[LobbyEntry, ...]:
        """Return all other tables."""
        return tuple(one for one in self.entries if not one.mine and not one.waits)


def lobby_page(viewer: Player | None, number: int = 1) -> LobbyPage:
    """Return a page of the open tables as this viewer may see them; a page beyond the last one is empty."""
    invited = queries.invitations(viewer)
    first = (min(max(number, 1), LAST) - 1) * PAGE
    tables = list(queries.tables_by_use(viewer)[first : first + PAGE + 1])
    entries = [_entry(table, viewer, invited) for table in tables[:PAGE]]
    entries.sort(key=lambda entry: (not entry.mine, not (entry.invited and entry.may_sit)))
    freed = tuple(freed_seats(viewer))
    is_member = viewer is not None and not viewer.is_guest
    seen = members_here(timezone.now()) if is_member else ()
    here = tuple(sorted(seen, key=lambda one: by_name(one.shown_name)))
    return LobbyPage(
        entries=tuple(entries),
        number=first // PAGE + 1,
        more=len(tables) > PAGE,
        here=here,
        freed_seats=freed,
        summary=_summary(entries),
        etag=_etag(viewer, entries, freed, here),
    )


def _etag(
    viewer: Player | None,
    entries: Sequence[LobbyEntry],
    freed: Sequence[DealSeat],
    here: Sequence[Player],
) -> str:
    facts = (
        viewer and viewer.pk,
        get_language(),
        [entry.facts for entry in entries],
        [lost.pk for lost in freed],
        [(one.pk, one.shown_name) for one in here],
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]


def _summary(entries: Sequence[LobbyEntry]) -> str:
    """Return one text about the lobby. Screen readers announce its changes, but not each seat that is taken."""
    if not entries:
        return _("No table is open.")
    free = sum(entry.may_sit for entry in entries)
    due = [entry.table.shown_name for entry in entries if entry.my_turn]
    said = ngettext("%(number)d table is open.", "%(number)d tables are open.", len(entries))
    words = said % {"number": len(entries)}
    if due:
        words = _("It is your turn at: %(tables)s.") % {"tables": listed(due)} + " " + words
    if free:
        words += " " + _("Tables with a seat for you: %(number)d.") % {"number": free}
    waiting = [entry.table.shown_name for entry in entries if entry.invited and entry.may_sit]
    if waiting:
        words += " " + _("You are invited to: %(tables)s.") % {"tables": listed(waiting)}
    return words


def _entry(table: Table, viewer: Player | None, invited: set[int]) -> LobbyEntry:
    seats = tuple(table.seats.all())
    running: list[Deal] = getattr(table, "running", [])
    mine = viewer is not None and any(seat.player_id == viewer.pk for seat in seats)
    playing = any(deal.phase not in PREPARED for deal in running)
    named = table.pk in invited
    free = [seat for seat in seats if seat.player_id is None]
    may_sit = (
        viewer is not None
        and not mine
        and not playing
        and bool(free)
        and admits(table, viewer, named=named)
    )
    my_turn, turn = _turn(table, running, viewer) if mine and running else (False, "")
    return LobbyEntry(
        table=table,
        rules=sentences.rules_name(rules_from_plain(table.rules)),
        seats=seats,
        playing=playing,
        mine=mine,
        may_sit=may_sit,
        invited=named
        and viewer is not None
        and table.admission == Table.Admission.INVITED
        and table.opened_by_id != viewer.pk,
        may_invite=viewer is not None and not why_not_share(viewer, table),
        waits=may_sit and len(free) == 1 and not (free[0].bot or table.filler),
        my_turn=my_turn,
        turn=turn,
        unwatched=_unwatched(table, viewer) if playing and not mine else "",
        pot=paid_into_pot(table),
    )


def _unwatched(table: Table, viewer: Player | None) -> str:
    try:
        require_may_watch(table, viewer)
    except Refused as refused:
        return refused.sentence
    return ""


def _turn(table: Table, running: Sequence[Deal], viewer: Player | None) -> tuple[bool, str]:
    """Return whether a deal waits for the viewer, and words that say for whom it waits.

    The words are empty if the viewer has no seat in the deal. They have passed `sight`.
    """
    deal = running[0]
    deal.table = table
    seen = queries.see_deal(deal, viewer)
    mine = seen.view.viewer
    if mine is None:
        return False, ""
    if deal.phase == Phase.SEEDS:
        due = not seen.seats[mine].ready
        return due, _("Waiting for you to get ready") if due else ""
    if seen.paused:
        return False, _("The deal is paused.")
    if mine in seen.waiting:
        return True, _("Your turn")
    who = listed(seen.names[seat] for seat in seen.waiting)
    return False, _("%(who)s’s turn") % {"who": who} if who else ""
