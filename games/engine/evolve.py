"""How each fact changes the state of a deal: `evolve` never fails and never decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from games.engine import dispute_events
from games.engine import events as ev
from games.engine.approval import Approval
from games.engine.disputes import Decision, Dispute
from games.engine.families import FAMILY, TRASH, UNIT
from games.engine.hand import EMPTY, Block, block_of, trash, without
from games.engine.outcomes import RULINGS, Outcome, outcome_of
from games.engine.scoring import Result
from games.engine.sets import CardSet, SetKind
from games.engine.state import (
    Active,
    BoundSeed,
    DealState,
    Ending,
    Offer,
    Phase,
    Setup,
)


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


def _seed_committed(s: DealState, e: ev.SeedCommitted) -> DealState:
    bound = _put(s.setup.bound or (None,) * s.seats, e.seat, BoundSeed(e.commitment, e.kept))
    phase = s.phase if None in bound else Phase.REVEAL
    return replace(s, setup=replace(s.setup, bound=bound), version=s.version + 1, phase=phase)


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


def _left(
    s: DealState, seat: int, family: int, units: int
) -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """All blocks and their trash once this seat has let cards of one family go, which are so many units."""
    block = s.blocks[seat]
    code = block[family]
    after = code - units
    table = TRASH[family]
    blocks = (
        *s.blocks[:seat],
        (*block[:family], after, *block[family + 1 :]),
        *s.blocks[seat + 1 :],
    )
    left = s.trash[seat] - table[code] + table[after]
    return blocks, (*s.trash[:seat], left, *s.trash[seat + 1 :])


def _discarded(s: DealState, e: ev.CardDiscarded) -> DealState:
    seat = e.seat
    blocks, trashes = _left(s, seat, FAMILY[e.card], UNIT[e.card])
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
        units = sum([UNIT[card] for card in e.cards])
        blocks, trashes = _left(s, seat, FAMILY[e.active], units)
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
    turn = (e.seat + 1) % s.seats
    return DealState(
        s.setup,
        s.version + 1,
        s.phase,
        turn,
        s.drawn,
        s.blocks,
        s.trash,
        s.public,
        s.dead,
        s.active,
        s.last,
        s.offers,
        None,
    )


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


def _disputed(s: DealState, e: dispute_events.DisputeFiled) -> DealState:
    assert s.ending is not None
    filed = Dispute(e.dispute, e.seat, e.discard, e.reason)
    return _ending(s, disputes=(*s.ending.disputes, filed))


def _ruled(s: DealState, e: dispute_events.RulingGiven) -> DealState:
    assert s.ending is not None
    said = (outcome_of(e), e.referee, e.section, e.reason, s.ending.result)
    return _changed(s, e.dispute, lambda d: d.rule(*said), result=e.result)


def _withdrawn(s: DealState, e: dispute_events.RulingWithdrawn) -> DealState:
    return _changed(s, e.dispute, Dispute.withdraw, result=e.result)


def _joined(s: DealState, e: dispute_events.DisputeJoined) -> DealState:
    return _changed(s, e.dispute, lambda d: d.join(e.seat))


def _answered_dispute(s: DealState, e: dispute_events.DisputeAnswered) -> DealState:
    return _changed(s, e.dispute, Dispute.answer)


def _appealed(s: DealState, e: dispute_events.RulingAppealed) -> DealState:
    # The result stays as it was ruled: only the decision on the appeal moves money again.
    return _changed(s, e.dispute, lambda d: d.appeal(e.seat))


def _proposed(s: DealState, e: dispute_events.RulingProposed) -> DealState:
    decision = Decision(Outcome(e.outcome), e.section, e.reason, e.result)
    return _changed(s, e.dispute, lambda d: d.propose(Approval(decision, e.referee)))


def _proposal_over(
    s: DealState, e: dispute_events.RulingSigned | dispute_events.SignatureRefused
) -> DealState:
    return _changed(s, e.dispute, lambda d: d.propose(None))


def _changed(
    s: DealState, number: int, change: Callable[[Dispute], Dispute], **changes: Any
) -> DealState:
    assert s.ending is not None
    found = tuple(change(d) if d.number == number else d for d in s.ending.disputes)
    return _ending(s, disputes=found, **changes)


_EVOLVE: dict[type[Any], Callable[[DealState, Any], DealState]] = {
    ev.SeedCommitted: _seed_committed,
    ev.SeedGiven: _seed_given,
    ev.SeedWithheld: _same,
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
    ev.ClockExtended: _same,
    ev.WindowHeld: _same,
    ev.BankUsed: _same,
    ev.SeatGone: _same,
    ev.SeatUnseen: _same,
    ev.SeatBack: _same,
    ev.PauseAsked: _same,
    ev.RefereeCalled: _same,
    ev.DealPaused: _same,
    ev.DealResumed: _same,
    ev.DealWon: _won,
    ev.DealExhausted: _exhausted,
    ev.DealStopped: _exhausted,
    ev.SecretPublished: _published,
    dispute_events.DisputeFiled: _disputed,
    **{row.event: _ruled for row in RULINGS.values()},
    dispute_events.RulingWithdrawn: _withdrawn,
    dispute_events.DisputeJoined: _joined,
    dispute_events.DisputeAnswered: _answered_dispute,
    dispute_events.DeadlineSet: _same,
    dispute_events.RulingAppealed: _appealed,
    dispute_events.RulingProposed: _proposed,
    dispute_events.RulingSigned: _proposal_over,
    dispute_events.SignatureRefused: _proposal_over,
}
