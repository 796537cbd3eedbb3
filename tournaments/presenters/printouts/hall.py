"""The hall screen: seats, play in progress, standings and calls, on pages that turn automatically.

It shows only public data, the same to everybody, so each page is rendered once for all viewers (`ShownHall`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.common.joints import listed
from games.common.names import by_name
from games.presenters.sentences import wind
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.participants import is_bot, member_label
from tournaments.models import Entry, RoundTable, Standing, Tournament
from tournaments.presenters.page.clock import TimeLine, as_of, time_lines
from tournaments.presenters.page.groups import parts_of
from tournaments.presenters.page.shared_lists import made_once
from tournaments.queries.at_tables import ToConfirm, to_confirm

SECONDS: Final = 10
"""How long a page stays."""
FEW: Final = 20
"""Lines that a page holds in the largest letters."""
MANY: Final = {"seats": 48, "entrants": 48, "waiting": 8, "tables": 105, "standings": 48}
"""Lines that a page of each kind holds in letters that are read from four metres."""
CALLED: Final = 6
"""Tables that are still playing and are called by number, at the most."""


class HallSeat(NamedTuple):
    """A line of the hall screen: a member and their seat."""

    name: str
    table: int
    wind: str
    owner: str = ""
    """In whose place they sit."""
    part: str = ""
    """Their group, the final, or for what they play; empty where there are no groups."""
    apart: bool = False
    """Whether that is a group or the final, which have room on a line of the hall screen."""


class PlaceLine(NamedTuple):
    """A line of the standings; a bot has no place."""

    place: int | None
    name: str
    points: int | Decimal
    prize: int | None


class Screen(NamedTuple):
    """A page of the hall screen: part number `part` of the list of this kind.

    The number counts from 1; `parts` is how many pages the list needs.
    """

    kind: str
    part: int
    parts: int

    def of(self, lines: Sequence[Any]) -> Sequence[Any]:
        """Return the `lines` of the list that this page shows.

        They are spread as evenly over the pages as possible.
        """
        size = -(-len(lines) // self.parts)
        return lines[(self.part - 1) * size : self.part * size]


class HallRequest(NamedTuple):
    """The page that a hall screen asks for: its number, and its kind, empty for all.

    With `stay` the screen does not turn to the next page.
    """

    page: int = 1
    show: str = ""
    stay: bool = False

    @property
    def way(self) -> str:
        """Return the query string that asks for this page."""
        shown = f"&show={self.show}" if self.show else ""
        return f"?page={self.page}{shown}{'&stay=1' if self.stay else ''}"


@dataclass(frozen=True)
class Hall:
    """A tournament as its hall screen shows it. Lists are read on demand."""

    row: Tournament
    asked: HallRequest
    opening: int
    """How many drawn tables the workers have yet to open."""

    @cached_property
    def tables(self) -> list[RoundTable]:
        """Return the tables of the latest round, by number."""
        rows = RoundTable.objects.filter(tournament=self.row, round=self.row.rounds_drawn)
        return list(rows.order_by("number"))

    @property
    def playing(self) -> bool:
        """Return whether a round is being played."""
        row = self.row
        return row.status == Tournament.Status.RUNNING and row.rounds_drawn > row.rounds_closed

    @property
    def done(self) -> int:
        """Return how many deals of the round are counted."""
        return sum(table.deals_done for table in self.tables)

    @property
    def deals(self) -> int:
        """Return how many deals the round has."""
        return sum(len(table.starters) for table in self.tables)

    @property
    def times(self) -> tuple[TimeLine, ...]:
        """Return breaks and the round's clock; the time-dependent parts are filled in when shown."""
        return time_lines(self.row, now=timezone.now(), kept=True)

    @cached_property
    def since(self) -> datetime | None:
        """Return when the latest round was drawn; None before the first draw."""
        return queries.drawn_at(self.row.pk)

    @cached_property
    def screens(self) -> tuple[Screen, ...]:
        """Return the pages in order, only those of the requested kind if there are any.

        Before a round's first result only the seats are shown, so that each seat soon appears again.
        """
        sizes = self._sizes
        if self.asked.show in sizes:
            sizes = {self.asked.show: sizes[self.asked.show]}
        return tuple(
            Screen(kind, part, parts)
            for kind, size in sizes.items()
            for parts in (max(1, -(-size // MANY[kind])),)
            for part in range(1, parts + 1)
        ) or (Screen("", 1, 1),)

    @property
    def kinds(self) -> tuple[tuple[str, HallRequest], ...]:
        """Return the choices for the screen's links: each kind of page, with the request that shows only that kind.

        The first choice has the empty kind and shows all pages. There are no choices if there are fewer than two
        kinds.
        """
        if len(self._sizes) < 2:
            return ()
        return tuple((kind, HallRequest(show=kind)) for kind in ("", *self._sizes))

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """Return how many lines each kind of page has, without kinds that have none."""
        row = self.row
        if row.status == Tournament.Status.CANCELLED:
            return {}
        if not row.rounds_drawn:
            return {"entrants": row.entrants} if row.entrants else {}
        standings = {"standings": row.standings.count()} if row.has_standings else {}
        waiting = {"waiting": len(self.unconfirmed)} if self.unconfirmed else {}
        if not self.playing:
            return waiting | standings
        seats = {
            "seats": sum(not is_bot(label) for table in self.tables for label in table.holders)
        }
        if not seats["seats"]:
            seats = {}
        tables = {"tables": len(self.tables)}
        if self.done or self.asked.show or not seats:
            return seats | waiting | tables | standings
        return seats

    @cached_property
    def unconfirmed(self) -> tuple[ToConfirm, ...]:
        """Return the tables with results that some of their players still have to confirm.

        It is empty, without a query, unless the latest round has tables with real cards.
        """
        return to_confirm(self.row) if any(table.cardboard for table in self.tables) else ()

    @property
    def number(self) -> int:
        """Return the number of the page shown: the first if there is no such page."""
        return self.asked.page if 1 <= self.asked.page <= len(self.screens) else 1

    @property
    def screen(self) -> Screen:
        """Return the page that is shown."""
        return self.screens[self.number - 1]

    @property
    def next(self) -> HallRequest:
        """Return the request for the next page, or for the same page if the screen stays on it."""
        following = self.number if self.asked.stay else self.number % len(self.screens) + 1
        return self.asked._replace(page=following)

    @property
    def beside(self) -> tuple[HallRequest, HallRequest]:
        """Return two requests: for the page before and for the page after; on either the screen then stays."""
        count = len(self.screens)
        return (
            self.asked._replace(page=(self.number - 2) % count + 1, stay=True),
            self.asked._replace(page=self.number % count + 1, stay=True),
        )

    @property
    def toggled(self) -> HallRequest:
        """Return the request for this page with turning switched on or off."""
        return self.asked._replace(page=self.number, stay=not self.asked.stay)

    @cached_property
    def lines(self) -> Sequence[Any]:
        """Return the lines of the shown page."""
        match self.screen.kind:
            case "seats":
                return self.screen.of(seat_lines(self.tables))
            case "entrants":
                entries = (
                    Entry.objects.filter(tournament=self.row)
                    .exclude(status__in=Entry.NO_ENTRY)
                    .select_related("player")
                )
                names = (entry.player.shown_name for entry in entries)
                return self.screen.of(sorted(names, key=by_name))
            case "waiting":
                return [waiting_words(one) for one in self.screen.of(self.unconfirmed)]
            case "tables":
                return self.screen.of(self.tables)
            case "standings":
                return _places(self.screen.of(list(Standing.objects.filter(tournament=self.row))))
        return ()

    @cached_property
    def sitting_out(self) -> tuple[str, ...]:
        """Return the names of members still in the tournament who sit out the current round."""
        if not self.playing:
            return ()
        drawn = {label for table in self.tables for label in (*table.seats, *table.holders)}
        staying = Entry.objects.filter(
            tournament=self.row, status__in=(Entry.Status.PLAYS, Entry.Status.ABSENT)
        ).select_related("player")
        out = (one.player.shown_name for one in staying if member_label(one.player_id) not in drawn)
        return tuple(sorted(out, key=by_name))

    @property
    def few(self) -> bool:
        """Return whether the lines of this page fit in the largest letters."""
        return len(self.lines) <= FEW

    @property
    def calls(self) -> tuple[str, ...]:
        """Return the announcements for the hall, the most urgent first."""
        row = self.row
        if row.status == Tournament.Status.CANCELLED:
            return (_("Cancelled: %(reason)s") % {"reason": row.end_reason},)
        if row.status == Tournament.Status.OPEN:
            return (_("Entries are open."),)
        if row.status == Tournament.Status.CLOSED:
            return (_("The tournament is over. Thank you for playing."),)
        if not self.playing:
            return (
                _(
                    "All rounds have been played. The prizes will be paid once disputes are settled."
                ),
            )
        if row.time_up or row.paused_at:
            pass
        elif not self.done:
            return (_("The tables of round %(round)d are drawn: find your seat.") % vars_of(row),)
        late = [table.number for table in self.tables if not table.done]
        if not late:
            return (_("All tables have played. The round ends once every result is confirmed."),)
        if len(late) > CALLED or len(late) == len(self.tables):
            return ()
        said = ngettext(
            "Still playing: table %(tables)s", "Still playing: tables %(tables)s", len(late)
        )
        return (said % {"tables": listed(str(number) for number in late)},)


def vars_of(row: Tournament) -> dict[str, int]:
    """Return the values for sentences: `round`, the newest round's number, and `rounds`, how many the
    tournament has.
    """
    return {"round": row.rounds_drawn, "rounds": row.terms.rounds}


def waiting_words(one: ToConfirm) -> str:
    """Return in words which results at a table still have to be confirmed, and by whom."""
    facts = {**one.place._asdict(), "names": listed(names_of(one.waiting))}
    if not one.waiting:
        return _("Table %(table)d, round %(round)d: waiting for the director") % facts
    if one.any_of:
        return (
            _(
                "Table %(table)d, round %(round)d: waiting for one of %(names)s to confirm, on their "
                "own phone or with their six digits on another player’s"
            )
            % facts
        )
    return _("Table %(table)d, round %(round)d: waiting for %(names)s") % facts


def seat_lines(tables: Sequence[RoundTable]) -> list[HallSeat]:
    """Return the seats of all members at these tables, sorted by name."""
    parts = parts_of(tables)
    apart = {table.number for table in tables if table.section is not None}
    seats = [
        (label, owner, table.number, seat)
        for table in tables
        for seat, (owner, label) in enumerate(zip(table.seats, table.holders, strict=True))
        if not is_bot(label)
    ]
    labels = list({label for holder, owner, *_place in seats for label in (holder, owner)})
    names = dict(zip(labels, names_of(labels), strict=True))
    lines = (
        HallSeat(
            names[label],
            number,
            wind(seat),
            stood_in_for(names, owner, label),
            parts.get(number, ""),
            number in apart,
        )
        for label, owner, number, seat in seats
    )
    return sorted(lines, key=lambda line: by_name(line.name))


def stood_in_for(names: Mapping[str, str], owner: str, holder: str) -> str:
    """Return the name of the member a substitute plays for; empty for members in their own or a bot's seat."""
    return "" if holder == owner or is_bot(owner) else names[owner]


def _places(rows: Iterable[Standing]) -> list[PlaceLine]:
    found = list(rows)
    names = names_of(row.participant for row in found)
    return [
        PlaceLine(row.place, name, row.score, row.prize)
        for row, name in zip(found, names, strict=True)
    ]


class ShownHall(NamedTuple):
    """A rendered page of a hall screen."""

    title: str
    following: str
    """The query string of what comes next."""
    turns: bool
    """Whether that is another page."""
    etag: str
    html: SafeString


def shown(tournament_id: int, asked: HallRequest) -> ShownHall:
    """Return a page of a hall screen, rendered once for all viewers. Raises Refused("tournament.unknown")."""
    etag = queries.etag_of(tournament_id)
    key = f"hall:{tournament_id}:{etag}:{asked.page}:{asked.show}:{asked.stay}:{get_language()}"
    page = made_once(key, lambda: _rendered(tournament_id, asked))
    return page._replace(html=as_of(page.html, timezone.now()))


def _rendered(tournament_id: int, asked: HallRequest) -> ShownHall:
    row = queries.get_tournament(tournament_id)
    hall = Hall(row, asked, queries.unopened(row.pk))
    etag = queries.etag(row.version, hall.opening)
    html = render_to_string("tournaments/_hall.html", {"hall": hall, "row": row, "etag": etag})
    return ShownHall(row.name, hall.next.way, hall.next.page != hall.number, etag, html)
