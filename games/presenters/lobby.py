"""The lobby: its tables as they are listed, and what is read out of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import queries
from games.engine.state import PREPARED
from games.models import DealSeat, Player, Seat, Table
from games.presenters import sentences
from games.queries.lobby import freed_seats, why_not_invite
from games.schema import rules_from_plain

PAGE: Final = 50
"""Tables on a page of the lobby."""
LAST: Final = 1000
"""The last page that is looked for."""


@dataclass(frozen=True, slots=True)
class Entry:
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

    @property
    def facts(self) -> tuple[object, ...]:
        """All that the lobby shows of it and that can change."""
        seats = [
            (row.player_id, row.player and row.player.shown_name, row.bot) for row in self.seats
        ]
        own = (self.playing, self.mine, self.may_sit, self.invited, self.may_invite)
        return (self.table.pk, self.table.name, self.table.opened_by.shown_name, *own, *seats)


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """The lobby as one viewer sees it."""

    entries: tuple[Entry, ...]
    """The viewer's own tables, then those that they are invited to, then where people sit; the last used first."""
    number: int
    """Of the page, from 1."""
    more: bool
    """Whether another page follows."""
    freed_seats: tuple[DealSeat, ...]
    """Seats that the viewer has lost for lateness and has yet to read of."""
    summary: str
    """The lobby in a sentence, for screen readers."""
    etag: str
    """Changes whenever anything changes that the page shows this viewer."""


def lobby_page(viewer: Player | None, number: int = 1) -> LobbyPage:
    """The open tables as this viewer may see them; an empty page where there is none of this number."""
    invited = queries.invitations(viewer)
    first = (min(max(number, 1), LAST) - 1) * PAGE
    tables = list(queries.tables_by_use(viewer)[first : first + PAGE + 1])
    entries = [_entry(table, viewer, invited) for table in tables[:PAGE]]
    entries.sort(key=lambda entry: (not entry.mine, not (entry.invited and entry.may_sit)))
    freed = tuple(freed_seats(viewer))
    return LobbyPage(
        entries=tuple(entries),
        number=first // PAGE + 1,
        more=len(tables) > PAGE,
        freed_seats=freed,
        summary=_summary(entries),
        etag=_etag(viewer, entries, freed),
    )


def _etag(viewer: Player | None, entries: Sequence[Entry], freed: Sequence[DealSeat]) -> str:
    facts = (
        viewer and viewer.pk,
        get_language(),
        [entry.facts for entry in entries],
        [lost.pk for lost in freed],
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]


def _summary(entries: Sequence[Entry]) -> str:
    """The lobby in a sentence: it is read out when it changes, not with each seat that is taken."""
    if not entries:
        return _("No table is open.")
    free = sum(entry.may_sit for entry in entries)
    said = ngettext("%(number)d table is open.", "%(number)d tables are open.", len(entries))
    words = said % {"number": len(entries)}
    if free:
        words += " " + ngettext(
            "At %(number)d of them there is a seat for you.",
            "At %(number)d of them there are seats for you.",
            free,
        ) % {"number": free}
    waiting = [entry.table.name for entry in entries if entry.invited and entry.may_sit]
    if waiting:
        words += " " + _("You are invited to: %(tables)s.") % {"tables": ", ".join(waiting)}
    return words


def _entry(table: Table, viewer: Player | None, invited: set[int]) -> Entry:
    seats = tuple(table.seats.all())
    running = getattr(table, "running", [])
    mine = viewer is not None and any(seat.player_id == viewer.pk for seat in seats)
    playing = any(deal.phase not in PREPARED for deal in running)
    named = table.admission == Table.Admission.INVITED and table.pk in invited
    admitted = table.admission == Table.Admission.OPEN or named
    free = any(seat.player_id is None for seat in seats)
    return Entry(
        table=table,
        rules=sentences.rules_name(rules_from_plain(table.rules)),
        seats=seats,
        playing=playing,
        mine=mine,
        may_sit=viewer is not None and not mine and not playing and admitted and free,
        invited=named and viewer is not None and table.opened_by_id != viewer.pk,
        may_invite=viewer is not None and not why_not_invite(viewer, table),
    )
