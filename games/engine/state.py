"""The state of a deal, and how each fact changes it: `evolve` never fails and never decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.families import FAMILY, TRASH, UNIT
from games.engine.hand import EMPTY, Block, block_of, trash, without
from games.engine.moves import ClaimKind
from games.engine.rules import RuleSet
from games.engine.scoring import Result
from games.engine.sets import CardSet, SetKind
from games.engine.worst import Verdict


class Phase(StrEnum):
    """What the deal waits for."""

    SEEDS = "seeds"
    """The secret is committed; seats may give their seeds, then the cards are dealt."""
    DISCARD = "discard"
    """The current seat discards (§4)."""
    CLAIMS = "claims"
    """Seats answer the claims offered to them (§6.6)."""
    TURN = "turn"
    """The seat in turn melds, or hits, or passes (§6.4, §6.7)."""
    OVER = "over"
    """Somebody has won, the stock is down to its limit, or the deal was cancelled."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was fixed before the first card was played."""

    rules: RuleSet
    players: tuple[str, ...]
    commitment: str
    seeds: tuple[str | None, ...]
    starter: int | None
    dice: tuple[int, int] | None = None
    stock: tuple[Card, ...] = ()
    """The stock as it was dealt, drawn from the front."""


@dataclass(frozen=True, slots=True)
class Active:
    """Lá tỳ: the card that everybody may look at now, and whence it came."""

    card: Card
    seat: int
    drawn: bool
    version: int
    """The version of the event that made it active."""
    verdict: Verdict | None = None
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """What one seat may claim, and its answer: None as yet, or the claims it made (empty: declined)."""

    kinds: tuple[ClaimKind, ...]
    answer: tuple[ClaimKind, ...] | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute about a discard, and its ruling once there is one (`upheld` is None before)."""

    number: int
    seat: int | None
    discard: int
    reason: str
    upheld: bool | None = None
    referee: str = ""
    section: str = ""
    ruling: str = ""
    result_before: Result | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the deal ended. `taken` is the active card that completed the winner's hand, None if there was none."""

    result: Result
    next_starter: int
    taken: Active | None
    original: Result
    """The result as the engine gave it, before any ruling."""
    secret: str | None = None
    disputes: tuple[Dispute, ...] = ()
    cancelled: str = ""


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal as it stands after `version` events. Every field but `setup` and `version` changes in play."""

    setup: Setup
    version: int
    phase: Phase
    turn: int
    """The seat whose turn it is; under claims, the seat whose turn it will be if nobody claims."""
    drawn: int
    """How many cards of the stock are gone."""
    blocks: tuple[Block, ...]
    """The private blocks by seat (§3.1)."""
    trash: tuple[int, ...]
    """The trash of each private block (§3.5)."""
    public: tuple[tuple[CardSet, ...], ...]
    """The public sets by seat (§3.1)."""
    dead: tuple[Card, ...]
    """The dead cards in the order in which they died (§4.4)."""
    active: Active | None
    last: Active | None
    """The active card that was melded last: while the melder discards, whence its set came."""
    offers: tuple[Offer, ...]
    """By seat under claims, else empty."""
    ending: Ending | None

    @property
    def rules(self) -> RuleSet:
        """The rule set that the deal is played by."""
        return self.setup.rules

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.setup.players)

    @property
    def stock(self) -> int:
        """How many cards the stock holds."""
        return len(self.setup.stock) - self.drawn

    @property
    def opening(self) -> bool:
        """Whether the next discard is the opening one, which follows no meld (§10.5)."""
        return self.drawn == 0 and self.last is None and self.active is None

    def face_up(self) -> list[int]:
        """How many copies of each of the 28 kinds lie face up anywhere: public sets, dead cards, the active card."""
        seen = [0] * 28
        for sets in self.public:
            for shown in sets:
                for card in shown.cards:
                    seen[card] += 1
        for card in self.dead:
            seen[card] += 1
        if self.active is not None:
            seen[self.active.card] += 1
        return seen


def blank(committed: ev.DealCommitted) -> DealState:
    """The state after a deal's first event."""
    seats = len(committed.players)
    setup = Setup(
        committed.rules, committed.players, committed.commitment, (None,) * seats, committed.starter
    )
    none: tuple[tuple[CardSet, ...], ...] = ((),) * seats
    return DealState(
        setup, 1, Phase.SEEDS, 0, 0, (EMPTY,) * seats, (0,) * seats, none, (), None, None, (), None
    )


def fold(history: Iterable[ev.Event]) -> DealState:
    """The state after these events, the first of which must be the DealCommitted."""
    stream = iter(history)
    first = next(stream)
    assert isinstance(first, ev.DealCommitted), "a deal begins with its commitment"
    state = blank(first)
    for event in stream:
        state = _EVOLVE[type(event)](state, event)
    return state


def evolve(state: DealState, event: ev.Event) -> DealState:
    """The state after one more event."""
    return _EVOLVE[type(event)](state, event)


def _put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _seed_given(s: DealState, e: ev.SeedGiven) -> DealState:
    setup = replace(s.setup, seeds=_put(s.setup.seeds, e.seat, e.seed))
    return replace(s, setup=setup, version=s.version + 1)


def _cancelled(s: DealState, e: ev.DealCancelled) -> DealState:
    nothing = Result(None, 0, 0, (), None, (), (0,) * s.seats)
    ending = Ending(nothing, 0, None, nothing, cancelled=e.reason)
    return replace(s, version=s.version + 1, phase=Phase.OVER, ending=ending)


def _started(s: DealState, e: ev.DealStarted) -> DealState:
    setup = replace(s.setup, starter=e.starter, dice=e.dice, stock=e.stock)
    public = tuple(tuple(CardSet(SetKind.QUAN, (card,) * 4) for card in quans) for quans in e.quans)
    blocks = tuple(
        without(block_of(hand), tuple(card for card in quans for _ in range(4)))
        for hand, quans in zip(e.hands, e.quans, strict=True)
    )
    trashes = tuple(trash(block) for block in blocks)
    return DealState(
        setup,
        s.version + 1,
        Phase.DISCARD,
        e.starter,
        0,
        blocks,
        trashes,
        public,
        (),
        None,
        None,
        (),
        None,
    )


def _discarded(s: DealState, e: ev.CardDiscarded) -> DealState:
    seat, card = e.seat, e.card
    block = s.blocks[seat]
    family = FAMILY[card]
    code = block[family]
    after = code - UNIT[card]
    table = TRASH[family]
    blocks = (
        *s.blocks[:seat],
        (*block[:family], after, *block[family + 1 :]),
        *s.blocks[seat + 1 :],
    )
    left = s.trash[seat] - table[code] + table[after]
    trashes = (*s.trash[:seat], left, *s.trash[seat + 1 :])
    version = s.version + 1
    active = Active(card, seat, False, version, e.verdict, e.opening)
    turn = seat + 1 if seat + 1 < len(blocks) else 0
    return DealState(
        s.setup,
        version,
        Phase.TURN,
        turn,
        s.drawn,
        blocks,
        trashes,
        s.public,
        s.dead,
        active,
        None,
        (),
        None,
    )


def _drawn(s: DealState, e: ev.CardDrawn) -> DealState:
    version = s.version + 1
    dead = s.dead if s.active is None else (*s.dead, s.active.card)
    active = Active(e.card, e.seat, True, version)
    return DealState(
        s.setup,
        version,
        Phase.TURN,
        e.seat,
        s.drawn + 1,
        s.blocks,
        s.trash,
        s.public,
        dead,
        active,
        None,
        (),
        None,
    )


def _melded(s: DealState, e: ev.CardMelded) -> DealState:
    seat = e.seat
    if e.cards:
        # All cards of a set are of one family (§3.6).
        block = s.blocks[seat]
        family = FAMILY[e.active]
        code = after = block[family]
        for card in e.cards:
            after -= UNIT[card]
        table = TRASH[family]
        blocks = (
            *s.blocks[:seat],
            (*block[:family], after, *block[family + 1 :]),
            *s.blocks[seat + 1 :],
        )
        left = s.trash[seat] - table[code] + table[after]
        trashes = (*s.trash[:seat], left, *s.trash[seat + 1 :])
    else:
        blocks, trashes = s.blocks, s.trash
    formed = CardSet(e.kind, tuple(sorted((e.active, *e.cards))))
    public = (*s.public[:seat], (*s.public[seat], formed), *s.public[seat + 1 :])
    return DealState(
        s.setup,
        s.version + 1,
        Phase.DISCARD,
        seat,
        s.drawn,
        blocks,
        trashes,
        public,
        s.dead,
        None,
        s.active,
        (),
        None,
    )


def _triple_completed(s: DealState, e: ev.TripleCompleted) -> DealState:
    mine = tuple(
        CardSet(SetKind.KHUI, (e.card,) * 4) if shown.cards == (e.card,) * 3 else shown
        for shown in s.public[e.seat]
    )
    return replace(
        s,
        version=s.version + 1,
        phase=Phase.DISCARD,
        turn=e.seat,
        public=_put(s.public, e.seat, mine),
        active=None,
        last=s.active,
        offers=(),
    )


def _passed(s: DealState, e: ev.TurnPassed) -> DealState:
    return replace(s, version=s.version + 1, turn=(e.seat + 1) % s.seats)


def _king_died(s: DealState, e: ev.KingDied) -> DealState:
    assert s.active is not None
    return replace(
        s,
        version=s.version + 1,
        turn=(e.seat + 1) % s.seats,
        active=None,
        dead=(*s.dead, s.active.card),
    )


def _offered(s: DealState, e: ev.ClaimsOffered) -> DealState:
    return replace(
        s,
        version=s.version + 1,
        phase=Phase.CLAIMS,
        offers=tuple(Offer(kinds) for kinds in e.offers),
    )


def _answered(s: DealState, e: ev.ClaimAnswered) -> DealState:
    answer = () if e.kind is None else (e.kind,)
    offers = _put(s.offers, e.seat, Offer(s.offers[e.seat].kinds, answer))
    return replace(s, version=s.version + 1, offers=offers)


def _declined(s: DealState, _: ev.ClaimsDeclined) -> DealState:
    return replace(s, version=s.version + 1, phase=Phase.TURN, offers=())


def _same(s: DealState, _: ev.Event) -> DealState:
    return replace(s, version=s.version + 1)


def _won(s: DealState, e: ev.DealWon) -> DealState:
    ending = Ending(e.result, e.seat, s.last, e.result)
    return replace(s, version=s.version + 1, phase=Phase.OVER, turn=e.seat, ending=ending)


def _exhausted(s: DealState, e: ev.DealExhausted) -> DealState:
    dead = s.dead if s.active is None else (*s.dead, s.active.card)
    ending = Ending(e.result, e.due, None, e.result)
    return replace(
        s,
        version=s.version + 1,
        phase=Phase.OVER,
        turn=e.due,
        dead=dead,
        active=None,
        ending=ending,
    )


def _ending(s: DealState, **changes: Any) -> DealState:
    assert s.ending is not None
    return replace(s, version=s.version + 1, ending=replace(s.ending, **changes))


def _published(s: DealState, e: ev.SecretPublished) -> DealState:
    return _ending(s, secret=e.secret)


def _disputed(s: DealState, e: ev.DisputeFiled) -> DealState:
    assert s.ending is not None
    filed = Dispute(e.dispute, e.seat, e.discard, e.reason)
    return _ending(s, disputes=(*s.ending.disputes, filed))


def _ruled(s: DealState, e: ev.RulingGiven) -> DealState:
    assert s.ending is not None
    before = s.ending.result
    disputes = tuple(
        replace(
            d,
            upheld=e.upheld,
            referee=e.referee,
            section=e.section,
            ruling=e.reason,
            result_before=before,
        )
        if d.number == e.dispute
        else d
        for d in s.ending.disputes
    )
    return _ending(s, disputes=disputes, result=e.result)


def _withdrawn(s: DealState, e: ev.RulingWithdrawn) -> DealState:
    assert s.ending is not None
    disputes = tuple(
        Dispute(d.number, d.seat, d.discard, d.reason) if d.number == e.dispute else d
        for d in s.ending.disputes
    )
    return _ending(s, disputes=disputes, result=e.result)


_EVOLVE: dict[type[Any], Callable[[DealState, Any], DealState]] = {
    ev.SeedGiven: _seed_given,
    ev.DealCancelled: _cancelled,
    ev.DealStarted: _started,
    ev.CardDiscarded: _discarded,
    ev.CardDrawn: _drawn,
    ev.CardMelded: _melded,
    ev.TripleCompleted: _triple_completed,
    ev.TurnPassed: _passed,
    ev.KingDied: _king_died,
    ev.ClaimsOffered: _offered,
    ev.ClaimAnswered: _answered,
    ev.ClaimsDeclined: _declined,
    ev.TimeRanOut: _same,
    ev.DealWon: _won,
    ev.DealExhausted: _exhausted,
    ev.SecretPublished: _published,
    ev.DisputeFiled: _disputed,
    ev.RulingGiven: _ruled,
    ev.RulingWithdrawn: _withdrawn,
}
