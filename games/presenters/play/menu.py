"""Builds the table's menu from plain values, so that it is redrawn only if one of them changes."""

from __future__ import annotations

from typing import NamedTuple

from games.common.call_links import call_name
from games.engine.rules import RuleSet
from games.engine.scoring import most_lost
from games.engine.state import PREPARED
from games.models import Player, Table
from games.presenters.play.calls import ShownCall
from games.presenters.play.social import Company, Swap, TableNeighbour
from games.presenters.sentences import rules_name
from games.queries.play.lobby import why_not_share
from games.queries.play.seen_table import SeenTable


class Talk(NamedTuple):
    """The part of the menu for phrases and muting, which stays the same from deal to deal."""

    table_id: int
    phrases: tuple[tuple[str, str], ...]
    neighbours: tuple[TableNeighbour, ...]
    all_muted: bool


class Menu(NamedTuple):
    """The table's menu: links, actions, and the people at the table."""

    table_id: int
    name: str
    origin: str
    in_tournament: bool
    rules_name: str
    rules_key: str
    """By which the page of its rules is found."""
    deal_id: int | None
    """The deal that is prepared or played."""
    number: int | None
    """The number of the deal that is shown."""
    chips_per_point: int
    most: int
    """The most that a deal here can cost a seat, in chips, the pot among them (§13.17, §13.14)."""
    wants_bots: bool
    spectators: bool
    spectator_delay: int
    may_talk: bool
    """Whether the table has phrases."""
    can_leave: bool
    can_close: bool
    close_asks: bool
    """Whether other people sit here, whom closing sends away: then it asks first."""
    closes_for_reason: bool
    """Whether it is somebody else's table, which one closes as a director and says why."""
    can_invite: bool
    can_log_in: bool
    can_continue_elsewhere: bool
    """Whether the viewer is a guest, who needs a link of their own to come back on another device."""
    paused: bool
    pause: str
    pause_note: str
    pause_help: str
    pace: str
    """The pace of the bots here, in words; empty where no bot is at the table, and where it is the viewer's own."""
    paces: tuple[tuple[str, str, bool], ...]
    """The paces that the viewer may choose from now: value, words, and whether it is this one."""
    phrases: tuple[tuple[str, str], ...]
    neighbours: tuple[TableNeighbour, ...]
    all_muted: bool
    swaps: tuple[Swap, ...]
    watchers: str
    directs: bool
    time_key: str
    delays: tuple[int, ...]
    call: ShownCall
    has_payout: bool
    has_history: bool
    has_shuffle: bool
    call_link: str
    """Where those who sit here talk to each other; empty for everybody else."""
    call_name: str
    """What of it is shown: a number or a host."""

    @property
    def talk(self) -> Talk:
        """The menu's part for phrases and muting."""
        return Talk(self.table_id, self.phrases, self.neighbours, self.all_muted)


def _people(page: SeenTable) -> list[int]:
    """Return the numbers of the seats taken by people."""
    return [seat.number for seat in page.seats if seat.player_id is not None]


def _pace(page: SeenTable) -> str:
    """Return the name of the bots' speed, if several people play with bots; otherwise empty.

    A person who plays alone with bots sets the speed in the preferences.
    """
    table, people = page.table, len(_people(page))
    bots = table.filler if people < len(page.seats) else ""
    if people < 2 or not bots or table.admission == Table.Admission.FIXED:
        return ""
    return str(Table.Pace(table.pace).label)


def _paces(page: SeenTable, viewer: Player | None) -> tuple[tuple[str, str, bool], ...]:
    table, deal = page.table, page.current
    playing = deal is not None and deal.view.phase not in PREPARED
    if not table.is_run_by(viewer) or playing or table.closed_at is not None or not _pace(page):
        return ()
    return tuple((value, str(words), value == table.pace) for value, words in Table.Pace.choices)


def menu_of(
    page: SeenTable,
    viewer: Player | None,
    company: Company,
    *,
    rules: RuleSet,
    number: int | None,
    can_leave: bool,
    can_close: bool,
    call: ShownCall,
    has_payout: bool,
    has_history: bool,
    has_shuffle: bool,
) -> Menu:
    """Return the menu of a table for this viewer."""
    table = page.table
    return Menu(
        table_id=table.pk,
        name=table.shown_name,
        origin=table.origin,
        in_tournament=table.origin.startswith("tournament-"),
        rules_name=rules_name(rules),
        rules_key=rules.key,
        deal_id=None if page.current is None else page.current.deal.pk,
        number=number,
        chips_per_point=table.chips_per_point,
        most=most_lost(rules, table.seat_count) * table.chips_per_point
        + (rules.pot if table.chips_per_point else 0),
        wants_bots=table.wants_bots,
        spectators=table.spectators,
        spectator_delay=table.spectator_delay,
        may_talk=table.phrases,
        can_leave=can_leave,
        can_close=can_close,
        close_asks=can_close and any(seat != page.my_seat for seat in _people(page)),
        closes_for_reason=can_close and viewer is not None and viewer.pk != table.opened_by_id,
        can_invite=viewer is not None and not why_not_share(viewer, table),
        can_log_in=viewer is None and page.my_seat is None and table.closed_at is None,
        can_continue_elsewhere=viewer is not None
        and viewer.is_guest
        and not viewer.is_written_down,
        paused=company.paused,
        pause=company.pause,
        pause_note=company.pause_note,
        pause_help=company.pause_help,
        pace=_pace(page),
        paces=_paces(page, viewer),
        phrases=company.phrases,
        neighbours=company.neighbours,
        all_muted=company.all_muted,
        swaps=company.swaps,
        watchers=company.watchers,
        directs=company.directs,
        time_key=company.time_key,
        delays=company.delays,
        call=call,
        has_payout=has_payout,
        has_history=has_history,
        has_shuffle=has_shuffle,
        call_link=page.call_link,
        call_name=call_name(page.call_link),
    )
