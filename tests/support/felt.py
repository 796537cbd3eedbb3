"""Tables as full as a deal allows, drawn without a database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory

from games.club.pots import Pot
from games.engine.attendance import Attendance, Terms
from games.engine.cards import CARD_BY_NAME, Card
from games.engine.events import CardDiscarded, CardDrawn, CardMelded, Event, TurnPassed
from games.engine.hands.hand import block_of
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Move, Pass
from games.engine.recording.notation import rules_to_plain
from games.engine.rules import RuleSet
from games.engine.scoring import Reason, Result, ScoreLine
from games.engine.sets import CardSet, SetKind
from games.engine.sight import SeatView
from games.engine.state import Active, Ending, Offer, Phase
from games.models import Deal, DealSeat, Player, Seat, Table
from games.presenters.play.table import build_table_page
from games.queries.play.seen import SeenDeal, ShownEvent
from games.queries.play.seen_table import SeenTable

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
NAMES = ("Lan", "Nguyễn Thị Minh Khai", "Hoa", "Tuấn")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def _set(kind: SetKind, text: str) -> CardSet:
    return CardSet(kind, cards(text))


HAND = "Kr Gr Mr Rr Cr Nr Pr Pg Py Ky Gy Rg Rg Cw Cw Nw Mw Gg Kg Ng Cy"
"""Twenty-one cards, most of them trash."""
SETS = (
    (
        _set(SetKind.QUAN, "Pw Pw Pw Pw"),
        _set(SetKind.TRIPLE, "My My My"),
        _set(SetKind.KHUI, "Gw Gw Gw Gw"),
        _set(SetKind.KGM, "Kg Gg Mg"),
        _set(SetKind.KING, "Kw"),
    ),
    (
        _set(SetKind.KHUI, "Ny Ny Ny Ny"),
        _set(SetKind.RCN, "Rw Cw Nw"),
        _set(SetKind.PAWNS4, "Pr Py Pg Pw"),
        _set(SetKind.PAIR, "Rg Rg"),
    ),
    (
        _set(SetKind.TRIPLE, "Gr Gr Gr"),
        _set(SetKind.TRIPLE, "Cg Cg Cg"),
        _set(SetKind.RCN, "Ry Cy Ny"),
        _set(SetKind.PAWNS3, "Pr Py Pg"),
    ),
    (
        _set(SetKind.KGM, "Kr Gr Mr"),
        _set(SetKind.TRIPLE, "Nr Nr Nr"),
        _set(SetKind.PAIR, "Mg Mg"),
        _set(SetKind.KING, "Ky"),
    ),
)
DEAD = "Gy Gy My Rr Cr Nw Pw Rg Cg Gr Mr Ny Py Rw Cw Gg Mg Nr Pr Ry Cy Ng Pg Gw Mw Rr Cr Ny Py Gy Rw Nw"


OPEN = (
    HAND,
    "Kr Kg Gr Mr Rr Cr Nr Pr Pg Py Ky",
    "Kw Kg Gg Gg Rw Rw Cw Nw",
    "Kr Gr Mr Rr Cr Nr Pr Pg Py Ky Gy Rg Rg Cw Cw Nw Mw Gg Kg Ng",
)
"""Hands that lie open after the deal."""


def won(seats: int, winner: int) -> Ending:
    """Let a seat win, with a set before it."""
    lines = tuple(
        ScoreLine(Reason.HAND, seat, winner, 34) for seat in range(seats) if seat != winner
    )
    net = tuple(34 * (seats - 1) if seat == winner else -34 for seat in range(seats))
    result = Result(winner, 9, 34, SETS[1], None, lines, net)
    return Ending(result, winner, Active(CARD_BY_NAME["Rg"], 0, False, 9, None), result)


def happened(seats: int) -> tuple[ShownEvent, ...]:
    """Return a round in which each of the others took a card and discarded; the last discard is the active card."""
    told: list[Event] = [CardDiscarded(0, CARD_BY_NAME["Nr"], None, False)]
    for seat in range(1, seats):
        told += [
            CardMelded(seat, CARD_BY_NAME["Nr"], cards("Rr Cr"), SetKind.RCN, False),
            CardDiscarded(seat, CARD_BY_NAME["Mw"], None, False),
            CardDrawn((seat + 1) % seats, CARD_BY_NAME["Gw"]),
            TurnPassed((seat + 1) % seats) if seat + 1 < seats else CardDrawn(0, cards("Mr")[0]),
        ]
    told[-2:] = [CardDiscarded(seats - 1, CARD_BY_NAME["Rg"], None, False)]
    return tuple(ShownEvent(number, NOW, event) for number, event in enumerate(told))


CLAIMS = (ClaimKind.WIN, ClaimKind.KONG, ClaimKind.TRIPLE)
"""All that can be offered on one card (§6.6)."""


def _moves(due: str, view: SeatView) -> tuple[Move, ...]:
    match due:
        case "turn":
            return Meld(0, cards("Rg Rg")), Hit(0)
        case "discard":
            return tuple(Discard(0, card) for card in dict.fromkeys(view.arranged[1]))
        case "claim":
            return (*(Claim(0, kind) for kind in CLAIMS), Pass(0))
    return ()


PHASES = {"over": Phase.OVER, "discard": Phase.DISCARD, "claim": Phase.CLAIMS}


def full_deal(
    rules: RuleSet,
    seats: int,
    *,
    due: str = "turn",
    told: bool = False,
    bank: int = 0,
    winner: int = 1,
) -> SeenDeal:
    """Return a table where the viewer sits at 0 and is to play: a `turn`, a `discard`, a `claim` in its window, or
    nothing (`wait`); or the deal is `over`, which `winner` has won.

    With `told` the middle has a round of events to tell, with a `bank` the clock its seconds.
    """
    over = due == "over"
    view = SeatView(
        viewer=0,
        rules=rules,
        players=tuple(f"player:{n}" for n in range(seats)),
        commitment="0" * 64,
        seeds=(None,) * seats,
        starter=0,
        dice=None,
        version=9,
        phase=PHASES.get(due, Phase.TURN),
        turn=1 if due in ("wait", "claim") else 0,
        stock=11,
        public=SETS[:seats],
        private_counts=(21, 12, 9, 20)[:seats],
        khaps=(2, 1, 0, 3)[:seats] if rules.khaps_announced else None,
        dead=cards(DEAD),
        active=None
        if due == "discard" or over
        else Active(CARD_BY_NAME["Rg"], seats - 1, False, 9, None),
        block=block_of(cards(HAND)),
        offer=Offer(CLAIMS) if due == "claim" else None,
        open_blocks=tuple(block_of(cards(hand)) for hand in OPEN[:seats]) if over else (),
        ending=won(seats, winner) if over else None,
    )
    deal = Deal(pk=7, number=3, started_at=NOW, deadline=NOW + timedelta(seconds=41 + bank))
    if over:
        deal.ended_at = NOW
    if due == "claim":
        deal.window_until = NOW + timedelta(seconds=8)
    return SeenDeal(
        deal=deal,
        view=view,
        moves=_moves(due, view),
        waiting=() if over else (view.turn,),
        names=NAMES[:seats],
        seats=tuple(DealSeat(number=number) for number in range(seats)),
        events=happened(seats) if told else (),
        window=due == "claim",
        there=Attendance(),
        terms=Terms(60, bank),
    )


def full_table(rules: RuleSet, seats: int, *, programs: bool = False, **options: Any) -> SeenTable:
    """Return a table with that deal; with `programs`, those of members play at all seats but the viewer's."""
    shown = full_deal(rules, seats, **options)
    people = [
        Player(pk=n + 1, username=f"robo-{n}", display_name=NAMES[n], is_bot=True)
        if programs and n
        else None
        for n in range(seats)
    ]
    for seat, player in zip(shown.seats, people, strict=True):
        seat.player = player
    table = Table(
        pk=1,
        name="Friday evening",
        seat_count=seats,
        rules=rules_to_plain(rules),
        filler="bot:careful",
        chips_per_point=1,
    )
    shown.deal.table = table
    return SeenTable(
        table=table,
        seats=tuple(Seat(table=table, number=n, bot="", player=people[n]) for n in range(seats)),
        my_seat=0,
        current=None if options.get("due") == "over" else shown,
        last=shown if options.get("due") == "over" else None,
        may_sit=False,
        called_off=None,
        played=1 if options.get("due") == "over" else 0,
        pot=Pot(held={shown.deal.pk: 1_680}) if rules.pot else None,
    )


COUNTED = (
    _set(SetKind.TRIPLE, "Mw Mw Mw"),
    _set(SetKind.PAIR, "Ny Ny"),
    _set(SetKind.RCN, "Rw Cw Nw"),
    _set(SetKind.KING, "Kr"),
    _set(SetKind.PAIR, "Mg Mg"),
    _set(SetKind.KING, "Ky"),
    _set(SetKind.PAIR, "Gy Gy"),
    _set(SetKind.KING, "Kg"),
    _set(SetKind.KING, "Kg"),
    _set(SetKind.KING, "Kw"),
    _set(SetKind.PAIR, "Ry Ry"),
    _set(SetKind.PAIR, "Ng Ng"),
)
"""A hand of twenty-one cards in as many sets as one was seen to have."""
KHUI = _set(SetKind.KHUI, "Rg Rg Rg Rg")
"""The widest set that can complete a hand."""


def counted_table(rules: RuleSet, *, winner: int = 0) -> SeenTable:
    """Return a table between two deals where all that can stand there does: `winner` has won with twelve sets, the last
    completed by a khui; bots leave their seats free, and the next deal waits for the viewer to be ready."""
    full = full_table(rules, 4, due="over", winner=winner)
    assert full.last is not None and full.last.view.ending is not None
    ending = full.last.view.ending
    result = replace(ending.result, sets=(*COUNTED[:2], KHUI, *COUNTED[3:]))
    view = replace(
        full.last.view,
        public=tuple(
            (*SETS[1][:3], KHUI) if seat == winner else laid for seat, laid in enumerate(SETS)
        ),
        ending=replace(ending, result=result),
    )
    table = full.table
    sitting = ("", "", "bot:careful", "bot:careful")
    seats = tuple(
        Seat(
            table=table,
            number=n,
            bot=bot,
            player=None if bot else Player(pk=n + 1, username=NAMES[n]),
        )
        for n, bot in enumerate(sitting)
    )
    prepared = full_deal(rules, 4)
    prepared = replace(
        prepared,
        deal=Deal(pk=8, number=4, table=table),
        view=replace(prepared.view, phase=Phase.SEEDS, public=((),) * 4, dead=(), active=None),
        moves=(),
        waiting=(),
        seats=tuple(DealSeat(number=seat.number, player=seat.player) for seat in seats),
    )
    return replace(
        full, seats=seats, current=prepared, last=replace(full.last, view=view), may_sit=True
    )


def drawn(page: SeenTable, *, part: str = "") -> str:
    """Return the page, or a part of it, for a viewer who needs no database."""
    request = RequestFactory().get("/tables/1/")
    request.user = SimpleNamespace(  # type: ignore[assignment]
        is_authenticated=True,
        is_guest=True,  # who has no notices
        pk=1,
        shown_name="Lan",
        is_superuser=False,
        is_director=False,
        is_referee=False,
        preferences={},
    )
    felt = build_table_page(page, None, now=NOW)
    return render_to_string(f"games/table.html{part}", {"felt": felt}, request)
