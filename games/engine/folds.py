"""The events of a deal's seeds, play and end: name, record format, and how each changes the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from games.engine import events as ev
from games.engine.fast_frozen import changed
from games.engine.hands.families import FAMILY, KHAP_COUNTS, TRASH, UNIT
from games.engine.hands.hand import EMPTY, Block, block_of, khap_count, trash, without
from games.engine.scoring import Result
from games.engine.sets import CardSet, SetKind
from games.engine.state import Active, BoundSeed, DealState, Ending, Offer, Phase, Setup, Waivers


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event: its one row in the engine."""

    name: str
    """In the log and in records; final."""
    fold: Callable[[DealState, Any], DealState]
    """How it changes the state of a deal. It never fails and never decides."""
    since: int = 1
    """The number of the first record format that has it."""
    public: bool = False
    """Whether everybody may know that it happened before the deal is over; what of it is kept back `sight` says."""
    aside: bool = False
    """Whether it comes alone and moves no card: a move made before it was seen still answers the table as it is."""
    worded: bool = False
    """Whether its reason is a person's own words, which records without names leave out; others are the service's."""
    later: Mapping[str, int] = field(default_factory=dict)
    """Fields that came later → the first record format that has them; before it they are left out, and mean null."""


def blank(committed: ev.DealCommitted) -> DealState:
    """Return the state after a deal's first event."""
    seats = len(committed.players)
    setup = Setup(
        committed.rules, committed.players, committed.commitment, (None,) * seats, committed.starter
    )
    sets: tuple[tuple[CardSet, ...], ...] = ((),) * seats
    blocks, none = (EMPTY,) * seats, (0,) * seats
    return DealState(
        setup, 1, Phase.SEEDS, 0, 0, blocks, none, none, none, sets, (), None, None, (), None
    )


def _put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    others = list(items)
    others[at] = item
    return tuple(others)


def _seed_committed(s: DealState, e: ev.SeedCommitted) -> DealState:
    bound = _put(s.setup.bound or (None,) * s.seats, e.seat, BoundSeed(e.commitment, e.kept))
    phase = s.phase if None in bound else Phase.REVEAL
    return changed(s, setup=changed(s.setup, bound=bound), version=s.version + 1, phase=phase)


def _seed_given(s: DealState, e: ev.SeedGiven) -> DealState:
    setup = changed(s.setup, seeds=_put(s.setup.seeds, e.seat, e.seed))
    return changed(s, setup=setup, version=s.version + 1)


def _cancelled(s: DealState, e: ev.DealCancelled) -> DealState:
    nothing = Result(None, 0, 0, (), None, (), (0,) * s.seats)
    ending = Ending(nothing, 0, None, nothing, cancelled=e.reason)
    return changed(s, version=s.version + 1, phase=Phase.OVER, ending=ending)


def _started(s: DealState, e: ev.DealStarted) -> DealState:
    setup = changed(s.setup, starter=e.starter, dice=e.dice, stock=e.stock)
    public = tuple(tuple(CardSet(SetKind.QUAN, (card,) * 4) for card in quans) for quans in e.quans)
    blocks = tuple(
        without(block_of(hand), tuple(card for card in quans for _ in range(4)))
        for hand, quans in zip(e.hands, e.quans, strict=True)
    )
    return DealState(
        setup,
        s.version + 1,
        Phase.DISCARD,
        e.starter,
        0,
        blocks,
        tuple(map(trash, blocks)),
        tuple([len(hand) - 4 * len(quans) for hand, quans in zip(e.hands, e.quans, strict=True)]),
        tuple(map(khap_count, blocks)),
        public,
        (),
        None,
        None,
        (),
        None,
    )


def _left(
    s: DealState, seat: int, family: int, units: int, cards: int
) -> tuple[tuple[Block, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return all blocks, and their trash, cards and khaps, without these cards of this seat: they are of one family and
    so many units.
    """
    block, blocks = list(s.blocks[seat]), list(s.blocks)
    trashes, held, khaps = list(s.trash), list(s.held), list(s.khaps)
    code = block[family]
    after = block[family] = code - units
    blocks[seat] = tuple(block)
    trashes[seat] += TRASH[family][after] - TRASH[family][code]
    held[seat] -= cards
    khaps[seat] += KHAP_COUNTS[family][after] - KHAP_COUNTS[family][code]
    return tuple(blocks), tuple(trashes), tuple(held), tuple(khaps)


def _discarded(s: DealState, e: ev.CardDiscarded) -> DealState:
    seat = e.seat
    blocks, trashes, held, khaps = _left(s, seat, FAMILY[e.card], UNIT[e.card], 1)
    version = s.version + 1
    active = Active(e.card, seat, False, version, e.verdict, e.opening)
    turn = seat + 1 if seat + 1 < len(blocks) else 0
    return DealState(
        s.setup,
        version,
        Phase.TURN,
        turn,
        s.drawn,
        blocks,
        trashes,
        held,
        khaps,
        s.public,
        s.dead,
        active,
        None,
        (),
        None,
        None if s.waivers is None else s.waivers.shown(seat),
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
        s.held,
        s.khaps,
        s.public,
        dead,
        active,
        None,
        (),
        None,
        None if s.waivers is None else s.waivers.shown(),
    )


def _melded(s: DealState, e: ev.CardMelded) -> DealState:
    seat = e.seat
    if e.cards:
        # All cards of a set are of one family (§3.6).
        units = sum([UNIT[card] for card in e.cards])
        blocks, trashes, held, khaps = _left(s, seat, FAMILY[e.active], units, len(e.cards))
    else:
        blocks, trashes, held, khaps = s.blocks, s.trash, s.held, s.khaps
    formed = CardSet(e.kind, tuple(sorted((e.active, *e.cards))))
    public = _put(s.public, seat, (*s.public[seat], formed))
    return DealState(
        s.setup,
        s.version + 1,
        Phase.DISCARD,
        seat,
        s.drawn,
        blocks,
        trashes,
        held,
        khaps,
        public,
        s.dead,
        None,
        s.active,
        (),
        None,
        s.waivers,
    )


def _triple_completed(s: DealState, e: ev.TripleCompleted) -> DealState:
    mine = tuple(
        CardSet(SetKind.KHUI, (e.card,) * 4) if shown.cards == (e.card,) * 3 else shown
        for shown in s.public[e.seat]
    )
    return changed(
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
    turn = (e.seat + 1) % s.seats
    return DealState(
        s.setup,
        s.version + 1,
        s.phase,
        turn,
        s.drawn,
        s.blocks,
        s.trash,
        s.held,
        s.khaps,
        s.public,
        s.dead,
        s.active,
        s.last,
        s.offers,
        None,
        s.waivers,
    )


def _king_died(s: DealState, e: ev.KingDied) -> DealState:
    assert s.active is not None
    return changed(
        s,
        version=s.version + 1,
        turn=(e.seat + 1) % s.seats,
        active=None,
        dead=(*s.dead, s.active.card),
    )


def _offered(s: DealState, e: ev.ClaimsOffered) -> DealState:
    return changed(
        s,
        version=s.version + 1,
        phase=Phase.CLAIMS,
        offers=tuple(Offer(kinds) for kinds in e.offers),
    )


def _answered(s: DealState, e: ev.ClaimAnswered) -> DealState:
    answer = () if e.kind is None else (e.kind,)
    offers = _put(s.offers, e.seat, Offer(s.offers[e.seat].kinds, answer))
    return changed(s, version=s.version + 1, offers=offers)


def _declined(s: DealState, _: ev.ClaimsDeclined) -> DealState:
    return changed(s, version=s.version + 1, phase=Phase.TURN, offers=())


def _same(s: DealState, _: ev.Event) -> DealState:
    return changed(s, version=s.version + 1)


def _gone(s: DealState, e: ev.SeatGone | ev.SeatUnseen) -> DealState:
    """A seat that is not there lets no pair go (§13.6)."""
    if s.waivers is None:
        return _same(s, e)
    return _turned(s, ev.WaiverTurned(e.seat, on=False))


def _turned(s: DealState, e: ev.WaiverTurned) -> DealState:
    was = s.waivers or Waivers()
    on = was.on | {e.seat} if e.on else was.on - {e.seat}
    return changed(s, version=s.version + 1, waivers=was._replace(on=on))


def _pair_waived(s: DealState, e: ev.PairWaived) -> DealState:
    waivers = (s.waivers or Waivers())._replace(waived=e.seat)
    return changed(s, version=s.version + 1, waivers=waivers)


def _won(s: DealState, e: ev.DealWon) -> DealState:
    ending = Ending(e.result, e.seat, s.last, e.result)
    return changed(s, version=s.version + 1, phase=Phase.OVER, turn=e.seat, ending=ending)


def _exhausted(s: DealState, e: ev.DealExhausted) -> DealState:
    dead = s.dead if s.active is None else (*s.dead, s.active.card)
    starter = e.due
    if s.rules.starter_after_draw == "same" and s.setup.starter is not None:
        starter = s.setup.starter  # §13.12
    ending = Ending(e.result, starter, None, e.result)
    return changed(
        s,
        version=s.version + 1,
        phase=Phase.OVER,
        turn=e.due,
        dead=dead,
        active=None,
        ending=ending,
    )


def _published(s: DealState, e: ev.SecretPublished) -> DealState:
    assert s.ending is not None
    return changed(s, version=s.version + 1, ending=changed(s.ending, secret=e.secret))


def _committed(_s: DealState, _e: ev.DealCommitted) -> NoReturn:
    raise AssertionError("a deal is committed once")


EVENTS_OF_PLAY: Final[dict[type[Any], EventKind]] = {
    ev.DealCommitted: EventKind("deal.committed", _committed, public=True),
    ev.SeedCommitted: EventKind("deal.seed-committed", _seed_committed, since=2, public=True),
    ev.SeedGiven: EventKind("deal.seed-given", _seed_given, public=True),
    ev.SeedWithheld: EventKind("deal.seed-withheld", _same, since=2, public=True),
    ev.DealCancelled: EventKind("deal.cancelled", _cancelled, public=True),
    ev.DealStarted: EventKind("deal.started", _started, public=True),
    ev.CardDiscarded: EventKind("deal.card-discarded", _discarded, public=True),
    ev.CardDrawn: EventKind("deal.card-drawn", _drawn, public=True),
    ev.CardMelded: EventKind("deal.card-melded", _melded, public=True),
    ev.TripleCompleted: EventKind("deal.triple-completed", _triple_completed, public=True),
    ev.TurnPassed: EventKind("deal.turn-passed", _passed, public=True),
    ev.KingDied: EventKind("deal.king-died", _king_died, public=True),
    ev.CardDied: EventKind("deal.card-died", _king_died, since=11, public=True),
    ev.PairWaived: EventKind("deal.pair-waived", _pair_waived, since=11, public=True),
    ev.WaiverTurned: EventKind("deal.waiver-turned", _turned, since=11, aside=True),
    ev.ClaimsOffered: EventKind("deal.claims-offered", _offered),
    ev.ClaimAnswered: EventKind("deal.claim-answered", _answered),
    ev.ClaimsDeclined: EventKind("deal.claims-declined", _declined),
    ev.TimeRanOut: EventKind("deal.time-ran-out", _same, public=True),
    ev.ClockExtended: EventKind("deal.clock-extended", _same, public=True, aside=True),
    ev.WindowHeld: EventKind("deal.window-held", _same, since=2, public=True, aside=True),
    ev.BankUsed: EventKind("deal.bank-used", _same, since=3, public=True),
    ev.SeatGone: EventKind("deal.seat-gone", _gone, since=3, public=True),
    ev.SeatUnseen: EventKind("deal.seat-unseen", _gone, since=4, public=True),
    ev.SeatBack: EventKind("deal.seat-back", _same, since=3, public=True, aside=True),
    ev.PauseAsked: EventKind("deal.pause-asked", _same, since=3, public=True, aside=True),
    ev.RefereeCalled: EventKind("deal.referee-called", _same, since=5, public=True, aside=True),
    ev.DealPaused: EventKind("deal.paused", _same, since=3, public=True, aside=True),
    ev.DealResumed: EventKind("deal.resumed", _same, since=3, public=True, aside=True),
    ev.DealWon: EventKind("deal.won", _won, public=True),
    ev.DealExhausted: EventKind("deal.exhausted", _exhausted, public=True),
    ev.DealStopped: EventKind("deal.stopped", _exhausted, since=6, public=True, worded=True),
    ev.SecretPublished: EventKind("deal.secret-published", _published, public=True),
}
"""Each event of a deal but those of disputes → its row.

That claims were open at all, or declined, is not public: it tells of a pair or a khap somewhere. Nor is who would let
pairs go.
"""
ASIDE: Final = tuple(event for event, kind in EVENTS_OF_PLAY.items() if kind.aside)
"""What comes alone and moves no card."""
