"""What the table page draws: a `TablePage` put into the order and the words of the screen. It adds no fact to it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games import wording
from games.engine.cards import Card
from games.engine.events import CardDiscarded, CardDrawn, CardMelded
from games.engine.hand import Block, grouping
from games.engine.moves import Claim, Discard, Hit, Meld, Pass
from games.engine.notation import cards_text
from games.engine.rules import SEAT_NAMES, RuleSet
from games.engine.sets import CardSet, SetKind, kind_of
from games.engine.state import Phase
from games.models import Seat
from games.queries import DealPage, TablePage
from games.schema import rules_from_plain

_PLACES = {2: ("top",), 3: ("right", "top"), 4: ("right", "top", "left")}
_WINDS = {
    "South": pgettext_lazy("a seat", "South"),
    "East": pgettext_lazy("a seat", "East"),
    "North": pgettext_lazy("a seat", "North"),
    "West": pgettext_lazy("a seat", "West"),
}


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand; `mark` says what the rules think of discarding it."""

    card: Card
    may_go: bool
    checked: bool
    mark: str


@dataclass(frozen=True, slots=True)
class HandGroup:
    """A group of the own hand: a set, a khạp, or what is left over (§2.11, §3.5)."""

    look: str
    title: str
    cards: tuple[HandCard, ...]

    @property
    def may_go(self) -> bool:
        """Whether one of its cards may be discarded now."""
        return any(card.may_go for card in self.cards)


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A private block that lies open after the end."""

    sets: tuple[CardSet, ...]
    loose: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One seat as it is drawn."""

    number: int
    place: str
    """right, top, left, or own at the bottom."""
    wind: str
    name: str
    free: bool
    bot: bool
    mine: bool
    to_play: bool
    won: bool
    penalised: bool
    ready: bool | None
    """Whether it is ready for the prepared deal; None if none is prepared or a bot sits there."""
    sets: tuple[CardSet, ...]
    private: int
    khaps: int | None
    open_hand: OpenHand | None


@dataclass(frozen=True, slots=True)
class MeldChoice:
    """A meld that is legal now: the value of its input, and the set that it would make."""

    value: str
    made: CardSet
    checked: bool


@dataclass(frozen=True, slots=True)
class Buttons:
    """The moves that are legal now, as buttons."""

    melds: tuple[MeldChoice, ...]
    claims: tuple[tuple[str, str], ...]
    """Value and caption, the strongest first."""
    discard: bool
    hit: bool
    leave: bool
    """Pass on the own draw (§6.4)."""
    decline: bool
    """Decline every claim (§6.6)."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A sentence of the history."""

    version: int
    at: datetime
    words: str
    penalty: bool


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """What a deal brought one seat."""

    name: str
    mine: bool
    points: int
    chips: int


@dataclass(frozen=True, slots=True)
class Payout:
    """The payout of a finished deal with every line explained (§9)."""

    words: str
    amount: str
    rows: tuple[PayoutRow, ...]
    lines: tuple[tuple[str, int], ...]
    ruled: bool
    for_chips: bool


@dataclass(frozen=True, slots=True)
class Felt:
    """The table page, ready to be drawn."""

    page: TablePage
    rules: RuleSet
    rules_name: str
    shown: DealPage | None
    """The deal that is played or was played last."""
    prepared: DealPage | None
    """The deal that waits until everybody is ready."""
    seats: tuple[SeatBox, ...]
    """All but the one at the bottom, in the order of play."""
    own: SeatBox
    groups: tuple[HandGroup, ...]
    buttons: Buttons | None
    prompt: str
    whence: str
    history: tuple[HistoryLine, ...]
    payout: Payout | None
    can_get_ready: bool
    is_ready: bool
    can_leave: bool
    watching: bool
    seeds: tuple[tuple[str, str], ...]
    deadline_ms: int | None
    now_ms: int
    move_id: str
    token: str
    """Changes whenever anything changes that this viewer may see."""


def draw(page: TablePage, *, now: datetime, card: str = "", meld: str | None = None) -> Felt:
    """The page of a table; `card` and `meld` are what the viewer has chosen but not yet sent."""
    running = page.current
    prepared = running if running is not None and running.view.phase is Phase.SEEDS else None
    shown = page.last if prepared is not None or running is None else running
    rules = rules_from_plain(page.table.rules)
    boxes = _boxes(page, shown, prepared)
    buttons = _buttons(shown, meld) if shown is not None and shown.moves else None
    own_ready = next((box.ready for box in boxes if box.mine), None)
    deadline = running.deal.deadline if running is not None else None
    in_claims = running is not None and running.view.phase is Phase.CLAIMS
    clock = deadline is not None and (not in_claims or buttons is not None)
    return Felt(
        page=page,
        rules=rules,
        rules_name=wording.rules_name(rules),
        shown=shown,
        prepared=prepared,
        seats=tuple(box for box in boxes if box.place != "own"),
        own=next(box for box in boxes if box.place == "own"),
        groups=_groups(shown, card) if shown is not None else (),
        buttons=buttons,
        prompt=_prompt(page, shown, prepared, own_ready),
        whence=_whence(shown),
        history=_history(shown) if shown is not None else (),
        payout=_payout(shown) if shown is not None else None,
        can_get_ready=own_ready is False,
        is_ready=own_ready is True,
        can_leave=page.my_seat is not None
        and page.table.admission != page.table.Admission.FIXED
        and (running is None or prepared is not None),
        watching=page.my_seat is None,
        seeds=_seeds(prepared or shown),
        deadline_ms=int(deadline.timestamp() * 1000) if deadline is not None and clock else None,
        now_ms=int(now.timestamp() * 1000),
        move_id=str(uuid4()),
        token=_token(page),
    )


def _token(page: TablePage) -> str:
    """Of what the viewer sees, and of nothing else: a hidden answer to a claim does not change it."""
    facts: list[object] = [
        page.table.closed_at,
        [
            (seat.number, seat.player_id, seat.player and seat.player.shown_name)
            for seat in page.seats
        ],
        page.my_seat,
        page.may_sit,
    ]
    for deal in (page.current, page.last):
        if deal is not None:
            facts += [
                deal.deal.pk,
                [event.version for event in deal.events],
                [seat.ready for seat in deal.seats],
                deal.waiting,
                deal.moves,
            ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]


# --- seats ---------------------------------------------------------------------------------------


def _boxes(page: TablePage, shown: DealPage | None, prepared: DealPage | None) -> list[SeatBox]:
    count = page.table.seat_count
    bottom = _bottom(page, shown)
    places = ("own", *_PLACES[count])
    order = [(bottom + step) % count for step in range(count)]
    return [
        _box(page, shown, prepared, page.seats[number], place)
        for number, place in zip(order, places, strict=True)
    ]


def _bottom(page: TablePage, shown: DealPage | None) -> int:
    if shown is not None and shown.view.viewer is not None:
        return shown.view.viewer
    return page.my_seat or 0


def _box(
    page: TablePage,
    shown: DealPage | None,
    prepared: DealPage | None,
    seat: Seat,
    place: str,
) -> SeatBox:
    number = seat.number
    row = prepared.seats[number] if prepared is not None else None
    view = shown.view if shown is not None else None
    result = view.ending.result if view is not None and view.ending is not None else None
    return SeatBox(
        number=number,
        place=place,
        wind=str(_WINDS[SEAT_NAMES[number]]),
        name=_seat_name(page, shown, prepared, seat),
        free=seat.player_id is None,
        bot=seat.player_id is None and (bool(seat.bot) or bool(page.table.filler)),
        mine=number == (page.my_seat if page.my_seat is not None else -1),
        to_play=view is not None and view.phase is not Phase.OVER and _plays(shown, number),
        won=result is not None and result.winner == number,
        penalised=result is not None and result.offender == number,
        ready=row.ready if row is not None and row.player_id is not None else None,
        sets=view.public[number] if view is not None else (),
        private=view.private_counts[number] if view is not None else 0,
        khaps=view.khaps[number] if view is not None and view.khaps is not None else None,
        open_hand=_open_hand(view.open_blocks[number])
        if view is not None and view.open_blocks
        else None,
    )


def _seat_name(
    page: TablePage, shown: DealPage | None, prepared: DealPage | None, seat: Seat
) -> str:
    # While cards lie on the table its names are theirs; a seat that changed hands since is told by `free`.
    deal = page.current or shown
    if deal is not None and (deal is page.current or prepared is None):
        return deal.names[seat.number]
    if seat.player is not None:
        return seat.player.shown_name
    return ""


def _plays(shown: DealPage | None, number: int) -> bool:
    """Under claims only the own turn is told: who else is asked is private (§6.10)."""
    if shown is None:
        return False
    if shown.view.phase is Phase.CLAIMS:
        return number in shown.waiting if shown.waiting else number == shown.view.turn
    return number in shown.waiting


def _open_hand(block: Block) -> OpenHand:
    sets, loose = grouping(block)
    return OpenHand(tuple(sets), tuple(loose))


# --- the own hand and its moves ------------------------------------------------------------------


def _groups(shown: DealPage, chosen: str) -> tuple[HandGroup, ...]:
    view = shown.view
    if view.viewer is None or view.phase is Phase.OVER:
        return ()
    legal = {move.card for move in shown.moves if isinstance(move, Discard)}
    marks = _marks(shown)
    sets, loose = view.arranged
    left = set(legal)

    def placed(cards: Sequence[Card]) -> tuple[HandCard, ...]:
        made = []
        for card in cards:
            first = card in left
            left.discard(card)
            made.append(
                HandCard(
                    card,
                    first,
                    first and (len(legal) == 1 or cards_text((card,)) == chosen),
                    marks.get(card, "") if first else "",
                )
            )
        return tuple(made)

    # The trash first: of two equal cards the one that lies there is the one to choose.
    rest = placed(loose)
    groups = [
        HandGroup(
            "khap" if made.kind is SetKind.KHAP else "set",
            _("Khạp, locked")
            if made.kind is SetKind.KHAP and view.rules.trash_only
            else wording.set_name(made.kind),
            placed(made.cards),
        )
        for made in sets
    ]
    if rest:
        title = _("Trash (rác)") if not legal else _("Trash (rác): choose the card to discard")
        groups.insert(0, HandGroup("trash" if legal else "loose", title, rest))
    return tuple(groups)


def _marks(shown: DealPage) -> dict[Card, str]:
    """What each discard risks (§10.3, §10.5); only for the one who is about to discard."""
    verdict = shown.view.verdict
    if verdict is None:
        return {}
    free = len(shown.view.players) == 2 or is_opening(shown)
    risk = _("not the worst") if free else _("penalty possible")
    return {card: _("safe") if card in verdict.worst else risk for card in verdict.discards}


def is_opening(shown: DealPage) -> bool:
    """Whether the next discard opens the deal, and is therefore exempt from the penalty (§10.5)."""
    played = (CardDiscarded, CardDrawn, CardMelded)
    return not any(isinstance(row.event, played) for row in shown.events)


def _buttons(shown: DealPage, chosen: str | None) -> Buttons:
    moves = shown.moves
    melds = [move for move in moves if isinstance(move, Meld)]
    return Buttons(
        melds=tuple(
            _meld_choice(shown, move, checked=len(melds) == 1 or cards_text(move.cards) == chosen)
            for move in melds
        ),
        claims=tuple(
            (f"claim {move.kind}", wording.claim_name(move.kind))
            for move in moves
            if isinstance(move, Claim)
        ),
        discard=any(isinstance(move, Discard) for move in moves),
        hit=any(isinstance(move, Hit) for move in moves),
        leave=shown.view.phase is Phase.TURN and any(isinstance(move, Pass) for move in moves),
        decline=shown.view.phase is Phase.CLAIMS and any(isinstance(move, Pass) for move in moves),
    )


def _meld_choice(shown: DealPage, move: Meld, *, checked: bool) -> MeldChoice:
    active = shown.view.active
    assert active is not None
    cards = tuple(sorted((active.card, *move.cards)))
    kind = kind_of(cards, exposed=True)
    if kind is None:  # the fourth of an own exposed triple takes no private card (§5.5)
        cards = (active.card,) * 4
        kind = SetKind.KHUI
    return MeldChoice(cards_text(move.cards), CardSet(kind, cards), checked)


# --- words ---------------------------------------------------------------------------------------


def _whence(shown: DealPage | None) -> str:
    if shown is None or shown.view.active is None:
        return ""
    return wording.whence(shown.view.active, shown.names, shown.view.viewer)


def _prompt(
    page: TablePage, shown: DealPage | None, prepared: DealPage | None, own_ready: bool | None
) -> str:
    if page.table.closed_at is not None:
        return _("This table is closed.")
    if prepared is not None:
        return _prepared_words(prepared, own_ready)
    if page.current is None:
        if shown is not None and shown.deal.ended_at is not None and _full(page):
            return _("The next deal is being prepared.")
        return _("The cards are dealt as soon as every seat is taken.")
    assert shown is not None
    if shown.moves:
        return _own_turn_words(shown)
    view = shown.view
    who = {"who": shown.names[view.turn]}
    if view.phase is Phase.DISCARD:
        return _("%(who)s chooses a discard.") % who
    return _("%(who)s is to play.") % who


def _full(page: TablePage) -> bool:
    filler = bool(page.table.filler)
    return any(seat.player_id for seat in page.seats) and all(
        seat.player_id or seat.bot or filler for seat in page.seats
    )


def _prepared_words(prepared: DealPage, own_ready: bool | None) -> str:
    if own_ready is False:
        return _("Deal %(number)d is prepared. Say when you are ready.") % {
            "number": prepared.deal.number
        }
    missing = [
        prepared.names[seat.number]
        for seat in prepared.seats
        if seat.player_id is not None and not seat.ready
    ]
    return _("Deal %(number)d waits for: %(who)s.") % {
        "number": prepared.deal.number,
        "who": ", ".join(missing),
    }


def _own_turn_words(shown: DealPage) -> str:
    view = shown.view
    if view.phase is Phase.DISCARD:
        if is_opening(shown):
            return _("You start: choose a card to discard.")
        return _("Your turn: choose a card to discard.")
    if view.phase is Phase.CLAIMS:
        return _("You may claim this card.")
    can_meld = any(isinstance(move, Meld) for move in shown.moves)
    if any(isinstance(move, Pass) for move in shown.moves):
        return _("Your turn: meld the card, or pass.") if can_meld else _("Your turn: pass.")
    if can_meld:
        return _("Your turn: meld the card, or hit (draw from the stock).")
    return _("Your turn: hit (draw from the stock).")


def _history(shown: DealPage) -> tuple[HistoryLine, ...]:
    lines = []
    for row in shown.events:
        words = wording.event_words(row.event, shown.names)
        if words:
            event = row.event
            penalty = (
                isinstance(event, CardDiscarded)
                and event.verdict is not None
                and event.card not in event.verdict.worst
            )
            lines.append(HistoryLine(row.version, row.at, words, penalty))
    lines.reverse()
    return tuple(lines)


def _payout(shown: DealPage) -> Payout | None:
    ending = shown.view.ending
    if ending is None or ending.cancelled:
        return None
    result, rules, worth = ending.result, shown.view.rules, shown.deal.table.chips_per_point
    return Payout(
        words=wording.ending_words(result, shown.names),
        amount=wording.amount_words(rules, result),
        rows=tuple(
            PayoutRow(shown.names[seat], seat == shown.view.viewer, net, net * worth)
            for seat, net in enumerate(result.net)
        ),
        lines=tuple(
            (wording.line_words(line, rules, shown.names), line.amount) for line in result.lines
        ),
        ruled=result != ending.original,
        for_chips=worth > 0,
    )


def _seeds(deal: DealPage | None) -> tuple[tuple[str, str], ...]:
    if deal is None:
        return ()
    return tuple(
        (name, seed)
        for name, seed in zip(deal.names, deal.view.seeds, strict=True)
        if seed is not None
    )
