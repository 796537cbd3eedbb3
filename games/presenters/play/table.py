"""Builds the table page from a `SeenTable`, in the order and words of the screen. It adds no information."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from games.common.preferences import read
from games.engine.cards import CARD_NAMES
from games.engine.rules import RuleSet
from games.engine.sets import CardSet
from games.engine.state import PREPARED, Phase
from games.models import Player
from games.presenters import sentences
from games.presenters.play.actions import Bar, bar
from games.presenters.play.called_off import CalledOff, called_off_of
from games.presenters.play.calls import ShownCall, table_call
from games.presenters.play.choices import Row, rows
from games.presenters.play.felt_events import Since, since_of
from games.presenters.play.history import HistoryLine, history_of
from games.presenters.play.menu import Menu, menu_of
from games.presenters.play.payout import Payout, payout_of, winning_set
from games.presenters.play.pots import pot_words
from games.presenters.play.prompt import prompt_of, silence_of
from games.presenters.play.seats import SeatBox, said_at, seat_boxes
from games.presenters.play.selection import Cycle, Selection, selected
from games.presenters.play.shuffle import Shuffle, shuffle_of
from games.presenters.play.social import Company, company_of
from games.presenters.play.windows import (
    claims_note,
    hold_caption,
    hold_short,
    needs_renewal,
    pause_tells,
)
from games.presenters.play.winning import EndingMoment, moment_of
from games.queries.play.seen import SeenDeal
from games.queries.play.seen_table import SeenTable
from games.queries.play.windows import alone_unseen
from games.schema import rules_from_plain


@dataclass(frozen=True, slots=True)
class TablePage:
    """The data of the table page."""

    page: SeenTable
    rules: RuleSet
    shown: SeenDeal | None
    """The deal that is played or was played last."""
    prepared: SeenDeal | None
    """The deal that waits until everybody is ready."""
    seats: tuple[SeatBox, ...]
    """All but the one at the bottom, in the order of play."""
    own: SeatBox
    rows: tuple[Row, ...]
    """The own hand."""
    bar: Bar | None
    """The buttons of a seat in a running deal."""
    selectors: Sequence[Cycle]
    """Find Trash and Quick Select, for a seat in a running deal."""
    sit_at: int | None
    """The table, where the viewer may take a seat that is free, or move there beside other people."""
    invites: bool
    """Whether the viewer is offered the table's link and code, since somebody else may still sit down."""
    prompt: str
    silence: str
    pause_tells: str
    """The warning of a deal with quick claims, for who plays it; empty elsewhere."""
    """What becomes of a claim that the viewer does not answer; empty where none is offered."""
    since: Since
    history: tuple[HistoryLine, ...]
    payout: Payout | None
    moment: EndingMoment | None
    won_with: CardSet | None
    """The set that completed the winner's hand."""
    can_get_ready: bool
    ready_itself: bool
    """Whether the viewer is ready already, and the page only has to bind their seat to a seed."""
    can_start: bool
    """Whether the table waits for friends, and the viewer may start it now."""
    can_reveal: bool
    """Whether the viewer's page is to open the seed that its seat is bound to."""
    watching: bool
    shuffles: tuple[Shuffle, ...]
    """Of the prepared deal, then of the deal that is shown."""
    deadline_ms: int | None
    now_ms: int
    pot: str
    """What is in the pot, or what one pays into it; empty where the payout says it, or there is none."""
    claims_note: str
    """What others may learn of claims here; empty where the rules offer none."""
    needs_renewal: str
    """Why a page that does not renew itself is not enough here; empty where it is."""
    called_off: CalledOff | None
    """The deal that was called off last, where none has been dealt since."""
    hold: str
    """The caption of the button that holds the claim window up; empty where the viewer cannot."""
    hold_short: str
    company: Company
    call: ShownCall
    menu: Menu
    move_id: str
    etag: str
    """Changes whenever anything changes that this viewer may see."""

    @property
    def seconds_left(self) -> int:
        """Return the seconds until the deadline, extra time included; a script counts them down."""
        return -(-max(0, (self.deadline_ms or 0) - self.now_ms) // 1000)

    @property
    def bank_left(self) -> int:
        """The seconds of extra time left. It is used last, so it is at most the time left."""
        return min(self.company.bank_seconds, self.seconds_left)

    @property
    def move_left(self) -> int:
        """The seconds left for the move itself, before extra time starts."""
        return self.seconds_left - self.bank_left

    @property
    def bot_at_ms(self) -> int | None:
        """The time in milliseconds at which the careful bot moves for an absent player.

        It is None if the player is present, or is the viewer.
        """
        until = self.page.current.unseen_until if self.page.current is not None else None
        return None if until is None else _ms(until)

    @property
    def bot_in(self) -> int:
        """The seconds until the careful bot moves for an absent player, for pages without scripts; 0 if it won't."""
        return -(-max(0, (self.bot_at_ms or 0) - self.now_ms) // 1000)

    @property
    def starts_at_ms(self) -> int | None:
        """Return when a table that waits for friends starts, in milliseconds; None if no start is scheduled."""
        starts_at = self.page.table.starts_at
        return None if starts_at is None else _ms(starts_at)

    @property
    def starts_in(self) -> int:
        """The seconds until a table that waits for friends starts, for pages without scripts; 0 if unknown."""
        return -(-max(0, (self.starts_at_ms or 0) - self.now_ms) // 1000)

    @property
    def active_code(self) -> str:
        """Return the active card in notation."""
        active = self.shown.view.active if self.shown is not None else None
        return "" if active is None else CARD_NAMES[active.card]

    @property
    def dealt(self) -> bool:
        """Return whether cards are on the table."""
        return self.shown is not None


def build_table_page(
    page: SeenTable,
    viewer: Player | None,
    *,
    now: datetime,
    chosen: Sequence[str] = (),
    press: str = "",
) -> TablePage:
    """Return the page of a table for this viewer.

    `chosen` are the cards selected so far. `press` is the value of the selecting button that was pressed.
    """
    running = page.current
    prepared = running if running is not None and running.view.phase in PREPARED else None
    shown = page.last if prepared is not None or running is None else running
    if shown is not None:
        names = sentences.distinct_names(shown.names)
        # Nobody moves in a pause, nor from a seat they left: that is said in place of refusing buttons one by one.
        still = shown.paused or page.handed_over
        shown = replace(shown, names=names, moves=() if still else shown.moves)
    if prepared is not None:
        prepared = replace(prepared, names=sentences.distinct_names(prepared.names))
    order = read(viewer.preferences if viewer is not None else {}).order
    rules = rules_from_plain(page.table.rules)
    company = company_of(page, viewer)
    boxes = [
        box._replace(
            gone=box.number in company.gone,
            away=box.number in page.away - company.gone and not box.next,
            said=said_at(box, page, company.said.get(box.number, "")),
            won_with=winning_set(shown) if box.won and shown is not None else None,
        )
        for box in seat_boxes(page, shown, prepared)
    ]
    own_ready = next((box.ready for box in boxes if box.number == page.my_seat), None)
    sitting = tuple(f"player:{seat.player_id}" if seat.player_id else "" for seat in page.seats)
    alone = alone_unseen(page.table, running.view.players if running is not None else sitting)
    deadline = running.deadline if running is not None else None
    ready_itself = page.my_seat is not None and page.seats[page.my_seat].ready
    may_change = page.seats_can_change
    selection = Selection()
    selectors: Sequence[Cycle] = ()
    if shown is not None and shown.view.viewer is not None and shown.deal.ended_at is None:
        selection, *selectors = selected(shown.view, shown.moves, cards=chosen, press=press)
    history = history_of(shown) if shown is not None else ()
    payout = (
        payout_of(shown, page.disputable, now=now, pot=page.pot_during(shown.deal))
        if shown is not None
        else None
    )
    shuffles = tuple(shuffle_of(deal) for deal in (prepared, shown) if deal is not None)
    can_leave = page.my_seat is not None and may_change
    can_close = may_change and page.table.is_run_by(viewer)
    call = table_call(
        page.call,
        viewer,
        table_id=page.table.pk,
        is_open=page.table.closed_at is None,
        seat=page.my_seat,
        has_interest=page.has_interest,
        in_tournament=page.table.origin.startswith("tournament-"),
    )
    return TablePage(
        page=page,
        rules=rules,
        shown=shown,
        prepared=prepared,
        seats=tuple(box for box in boxes if box.place != "own"),
        own=next(box for box in boxes if box.place == "own"),
        rows=rows(shown, selection.cards, order) if shown is not None else (),
        bar=bar(shown, selection, pauses_tell=bool(pause_tells(rules, alone=alone)))
        if shown is not None and shown.deal.ended_at is None and shown.view.viewer is not None
        else None,
        selectors=selectors,
        sit_at=page.table.pk
        if (page.may_sit or (page.sits_with_others and may_change))
        and (running is None or running.deal.started_at is None)
        else None,
        invites=viewer is not None
        and not viewer.is_guest
        and may_change
        and page.my_seat is not None
        and any(seat.player_id is None for seat in page.seats)
        # Where bots fill up and a deal was played, the menu leads there.
        and (shown is None or not page.table.filler),
        prompt=prompt_of(page, shown, prepared, own_ready, ready_itself=ready_itself),
        silence=silence_of(shown),
        pause_tells=pause_tells(rules, alone=alone)
        if running is not None
        and running.view.viewer is not None
        and running.view.phase not in PREPARED
        else "",
        since=since_of(shown),
        history=history,
        payout=payout,
        moment=moment_of(shown),
        won_with=winning_set(shown) if shown is not None else None,
        can_get_ready=own_ready is False
        and not page.handed_over
        and prepared is not None
        and prepared.view.phase is Phase.SEEDS,
        ready_itself=ready_itself,
        can_start=page.table.waits_for_friends and page.table.is_run_by(viewer),
        can_reveal=prepared is not None and prepared.view.viewer in prepared.unopened,
        watching=page.my_seat is None,
        shuffles=shuffles,
        deadline_ms=None if deadline is None else _ms(deadline),
        now_ms=_ms(now),
        pot=pot_words(page, shown, rules) if payout is None else "",
        claims_note=claims_note(rules, alone=alone),
        needs_renewal=needs_renewal(rules, alone=alone),
        called_off=called_off_of(page.called_off, viewer),
        hold=hold_caption(running),
        hold_short=hold_short(running),
        company=company,
        call=call,
        menu=menu_of(
            page,
            viewer,
            company,
            rules=rules,
            number=shown.deal.number if shown is not None else None,
            can_leave=can_leave,
            can_close=can_close,
            call=call,
            has_payout=payout is not None,
            has_history=bool(history),
            has_shuffle=bool(shuffles),
        ),
        move_id=str(uuid4()),
        etag=etag_of(page),
    )


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def etag_of(page: SeenTable) -> str:
    """Return the ETag of what the viewer sees. It doesn't change when somebody else answers a claim in secret."""
    facts: list[object] = [
        page.table.closed_at,
        page.table.waits_for_friends and (page.table.starts_at, page.awaited),
        [
            (seat.number, seat.player_id, seat.player and seat.player.shown_name)
            for seat in page.seats
        ],
        page.my_seat,
        (page.swap_with, page.swap_requests),
        page.may_sit,
        page.wait.kind,
        page.said,
        sorted(page.away),
        page.watching
        if page.my_seat is not None
        else (),  # who looks on would hear of each look of their own
        page.call and (page.call.pk, page.call.referee_id, page.call.ended_at, page.call.answer),
        page.sealed,
        page.disputable,
        page.call_link,
        (page.table.spectators, page.table.spectator_delay, page.table.phrases, page.table.pace),
    ]
    for deal in (page.current, page.last, page.called_off):
        if deal is not None:
            facts += [
                deal.deal.pk,
                [event.version for event in deal.events],
                [seat.ready for seat in deal.seats],
                deal.view.phase,
                deal.waiting,
                deal.moves,
                deal.unseen_until,
            ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]
