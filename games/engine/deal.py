"""Plays a deal by the rules: takes a move or another request, and returns the events that follow from it.

Dealing (§1, §3.2, §7.3) is `commit_deal` and `start`, with `seeds` in between; moves (§4-§8) are `decide`, `make_move`
and `legal_moves`; the end and its payments (§7-§10.5) are in `ending`. `make_move` alone judges moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine import events as ev
from games.engine.cards import CARDS, DECK, Card, is_king
from games.engine.ending import win
from games.engine.errors import IllegalMove
from games.engine.evolve import Course, evolve
from games.engine.hands.families import FAMILY, TRASH, UNIT, FamilyMeld
from games.engine.hands.hand import (
    block_of,
    cards_of,
    count,
    trash,
    trash_cards,
    waits_to_win,
    without,
)
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Move, Pass
from games.engine.rules import RuleSet
from games.engine.scoring import no_winner
from games.engine.seeds import fits, require_seat
from games.engine.sets import SetKind
from games.engine.state import PREPARED, DealState, Phase
from games.engine.taking import (
    Taking,
    best_win,
    forced,
    is_waived,
    keeps_king,
    melds,
    offered,
    turn_melds,
    why_no_meld,
)
from games.engine.worst import verdict

# Moves are frozen, so each of those that say little is made once.
_HITS: Final = tuple(Hit(seat) for seat in range(4))
_PASSES: Final = tuple(Pass(seat) for seat in range(4))
_CLAIMS: Final = tuple({kind: Claim(seat, kind) for kind in ClaimKind} for seat in range(4))
_DISCARDS: Final = tuple(tuple(Discard(seat, card) for card in CARDS) for seat in range(4))


def commit_deal(
    rules: RuleSet, *, players: Sequence[str], commitment: str, starter: int | None
) -> tuple[ev.Event, ...]:
    """Return the first event of a deal. If `starter` is None, the dice decide who starts (§1.5).

    Raises IllegalMove("deal.seats").
    """
    if len(players) not in rules.seats or (starter is not None and not 0 <= starter < len(players)):
        raise IllegalMove("deal.seats")
    return (ev.DealCommitted(rules, tuple(players), commitment, starter),)


def cancel(state: DealState, *, reason: str) -> tuple[ev.Event, ...]:
    """Call a committed deal off before its cards are dealt. Raises IllegalMove if they are."""
    if state.phase not in PREPARED:
        raise IllegalMove("deal.already-started")
    return (ev.DealCancelled(reason),)


def stop(state: DealState, *, reason: str) -> tuple[ev.Event, ...]:
    """Stop a running deal for a director: nobody wins and nobody pays. Raises IllegalMove if it is not running."""
    if state.phase in PREPARED:
        raise IllegalMove("deal.not-started")
    if state.phase is Phase.OVER:
        raise IllegalMove("deal.over")
    starter = state.turn if state.setup.starter is None else state.setup.starter
    return (ev.DealStopped(starter, no_winner(state.seats), reason),)


def start(
    state: DealState, *, deck: Sequence[Card], starter: int, dice: tuple[int, int] | None
) -> tuple[ev.Event, ...]:
    """Deal the cards (§1.4): 20 to each seat, and one more to the starter. Raises IllegalMove.

    The cards go round one by one, counter-clockwise from the starter. Quans are laid as part of the deal (§3.2), and
    a starter without trash wins immediately (§7.3).
    """
    if state.phase not in PREPARED:
        raise IllegalMove("deal.already-started")
    if state.setup.bound and None in state.setup.seeds:
        raise IllegalMove("seed.missing")
    # Asked once more, for the seeds may have been read from where somebody could change them.
    if any(not fits(state, seat, seed or "") for seat, seed in enumerate(state.setup.seeds)):
        raise IllegalMove("seed.mismatch")
    if tuple(sorted(deck)) != DECK:
        raise IllegalMove("deal.deck")
    require_seat(state, starter)
    seats = state.seats
    dealt = 20 * seats
    hands: list[list[Card]] = [
        list(deck[(seat - starter) % seats : dealt : seats]) for seat in range(seats)
    ]
    hands[starter].append(deck[dealt])
    for hand in hands:
        hand.sort()
    quans = tuple(
        tuple([card for card, fourth in zip(hand, hand[3:], strict=False) if card == fourth])
        for hand in hands
    )
    event = ev.DealStarted(starter, dice, tuple(map(tuple, hands)), quans, tuple(deck[dealt + 1 :]))
    laid = [card for card in quans[starter] for _ in range(4)]
    if trash(without(block_of(hands[starter]), laid)):
        return (event,)
    return (event, win(evolve(state, event), starter))


def legal_moves(state: DealState, seat: int) -> tuple[Move, ...]:
    """Return every move that `decide` accepts from this seat now; empty if the deal doesn't wait for the seat."""
    if state.phase is Phase.CLAIMS:
        offer = state.offers[seat]
        if not offer.kinds or offer.answer is not None:
            return ()
        return (*[_CLAIMS[seat][kind] for kind in offer.kinds], _PASSES[seat])
    if seat != state.turn:
        return ()
    if state.phase is Phase.DISCARD:
        block, rule, moves = state.blocks[seat], state.rules.discards, _DISCARDS[seat]
        if rule == "trash":
            return tuple([moves[card] for card in trash_cards(block)])
        held = dict.fromkeys(cards_of(block))
        return tuple([moves[card] for card in held if rule == "any" or not is_king(card)])
    if state.phase is Phase.TURN:
        taken = [Meld(seat, meld.cards) for meld in turn_melds(state)]
        if not _own_draw(state):
            return (*taken, _HITS[seat])
        return tuple(taken) if keeps_king(state) else (*taken, _PASSES[seat])
    return ()


def to_move(state: DealState) -> tuple[int, ...]:
    """Return the seats that the deal waits for: the seat in turn, or those that have not answered their claims."""
    if state.phase is Phase.CLAIMS:
        return tuple(
            seat for seat, offer in enumerate(state.offers) if offer.kinds and offer.answer is None
        )
    if state.phase in (Phase.DISCARD, Phase.TURN):
        return (state.turn,)
    return ()


def decide(state: DealState, move: Move) -> tuple[ev.Event, ...]:
    """Return the events that follow from a move. Raises IllegalMove."""
    course = Course(state)
    make_move(course, move)
    return tuple(course.events)


def make_move(course: Course, move: Move) -> None:
    """Carry out a move, adding its events to `course`. Raises IllegalMove, in which case nothing is added."""
    state = course.state
    if state.phase is Phase.OVER:
        raise IllegalMove("deal.over")
    if state.phase in PREPARED:
        raise IllegalMove("deal.not-started")
    require_seat(state, move.seat)
    if isinstance(move, Claim) or (isinstance(move, Pass) and state.phase is Phase.CLAIMS):
        _answer(course, state, move.seat, move.kind if isinstance(move, Claim) else None)
        return
    if state.phase is Phase.CLAIMS:
        raise IllegalMove("turn.claims-first")
    if move.seat != state.turn:
        raise IllegalMove("turn.not-yours")
    if isinstance(move, Discard):
        _discard(course, state, move)
        return
    if state.phase is Phase.DISCARD:
        raise IllegalMove("turn.must-discard")
    if isinstance(move, Meld):
        _meld(course, state, move)
        return
    if isinstance(move, Hit):
        if _own_draw(state):
            raise IllegalMove("hit.own-draw")
        _draw(course, state, move.seat)
        return
    if not _own_draw(state):
        raise IllegalMove("pass.first-chance" if state.active is not None else "pass.not-now")
    assert state.active is not None
    if keeps_king(state):
        raise IllegalMove("pass.kept-king")
    if state.rules.drawn_king == "dies" and is_king(state.active.card):
        course.happen(ev.KingDied(move.seat))
    elif state.rules.unclaimed_draw == "dies":
        course.happen(ev.CardDied(move.seat))
    else:
        course.happen(ev.TurnPassed(move.seat))
        return
    _draw(course, course.state, course.state.turn)


def may_turn_waiver(state: DealState, seat: int) -> bool:
    """Return whether this seat may turn its switch "let pairs go" now (§13.6).

    An absent player may not, which the caller must check.
    """
    return _why_no_waiver(state, seat) is None


def let_pairs_go(state: DealState, *, seat: int, on: bool) -> tuple[ev.Event, ...]:
    """Turn a seat's switch "let pairs go" on or off (§13.6); no event if it already stands so. Raises IllegalMove."""
    require_seat(state, seat)
    if (wrong := _why_no_waiver(state, seat)) is not None:
        raise IllegalMove(wrong)
    if on == lets_pairs_go(state, seat):
        return ()
    return (ev.WaiverTurned(seat, on),)


def lets_pairs_go(state: DealState, seat: int) -> bool:
    """Return whether this seat's switch "let pairs go" is on (§13.6)."""
    return state.waivers is not None and seat in state.waivers.on


def _why_no_waiver(state: DealState, seat: int) -> str | None:
    if state.phase is Phase.OVER:
        return "deal.over"
    if state.phase in PREPARED:
        return "deal.not-started"
    if not state.rules.pair_waived_when_waiting:
        return "waiver.not-here"
    if state.phase is Phase.DISCARD and seat == state.turn:
        return "waiver.discarding"
    waits = state.trash[seat] <= 2 and waits_to_win(state.blocks[seat])
    return None if waits else "waiver.not-waiting"


def _own_draw(state: DealState) -> bool:
    """Return whether the seat in turn drew the active card itself; False if no card is active."""
    active = state.active
    return active is not None and active.drawn and active.seat == state.turn


def _discard(course: Course, state: DealState, move: Discard) -> None:
    if state.phase is not Phase.DISCARD:
        raise IllegalMove("discard.not-now")
    seat, card = move.seat, move.card
    block = state.blocks[seat]
    held = count(block, card) if 0 <= card < 28 else 0
    if not held:
        raise IllegalMove("discard.not-in-hand")
    if is_king(card) and state.rules.discards != "any":
        raise IllegalMove("discard.king")
    if state.rules.discards == "trash":
        if held == 3:
            raise IllegalMove("discard.khap")
        table, code = TRASH[FAMILY[card]], block[FAMILY[card]]
        if table[code - UNIT[card]] != table[code] - 1:
            raise IllegalMove("discard.not-trash")
    judged = None
    if state.rules.judges:
        judged = verdict(
            block, state.face_up(), stock_at_limit=state.stock <= state.rules.stock_limit
        )
    course.happen(ev.CardDiscarded(seat, card, judged, state.opening))
    _follow(course, card, by=seat, drawn=False)


def _draw(course: Course, state: DealState, seat: int) -> None:
    if state.stock <= state.rules.stock_limit:
        course.happen(ev.DealExhausted(seat, no_winner(state.seats)))
        return
    card = state.setup.stock[state.drawn]
    course.happen(ev.CardDrawn(seat, card))
    _follow(course, card, by=seat, drawn=True)


def _follow(course: Course, card: Card, *, by: int, drawn: bool) -> None:
    """Carry out what the rules force when a card becomes active (§6.1-§6.3), or offer the claims on it (§6.6)."""
    state = course.state
    rules = state.rules
    taking = forced(state, card, by=by, drawn=drawn) if rules.forces else None
    if not rules.offers:
        if taking is not None:
            _force(course, taking)
        return
    if taking is not None and taking.wins and rules.win_claim == "forced":
        _take(course, taking, forced=True)
        return
    offers = offered(state, card, by=by, drawn=drawn)
    asked = any(offers)
    if asked or taking is not None:
        course.happen(ev.ClaimsOffered(offers))
    if not asked and taking is not None:
        # Nobody is asked, and what is forced waits for the end of the window all the same.
        _resolve(course)


def _force(course: Course, taking: Taking) -> None:
    """Carry out a forced meld; if the seat has waived its pair, record only that (§13.6)."""
    state = course.state
    waivers, pair = state.waivers, taking.kind is SetKind.TRIPLE
    won = taking.wins and state.rules.win_claim == "forced"  # §6.1, and not for its pair
    if waivers is not None and taking.seat in waivers.stood and pair and not won:
        course.happen(ev.PairWaived(taking.seat))
    else:
        _take(course, taking, forced=True)


def _take(course: Course, taking: Taking, *, forced: bool) -> None:
    active = course.state.active
    assert active is not None
    if taking.kind is SetKind.KHUI and not taking.cards:
        course.happen(ev.TripleCompleted(taking.seat, active.card))
    else:
        course.happen(ev.CardMelded(taking.seat, active.card, taking.cards, taking.kind, forced))
    if taking.wins:
        course.happen(win(course.state, taking.seat))


def _meld(course: Course, state: DealState, move: Meld) -> None:
    if state.active is None:
        raise IllegalMove("meld.not-now")
    wanted = tuple(sorted(move.cards))
    for meld in turn_melds(state):
        if meld.cards == wanted:
            _take(course, _taking(state, move.seat, meld), forced=False)
            return
    block, active = state.blocks[state.turn], state.active.card
    if wanted == (active, active) and is_waived(state):
        raise IllegalMove("meld.waived")
    raise IllegalMove(why_no_meld(state.rules, block, active, wanted))


def _answer(course: Course, state: DealState, seat: int, kind: ClaimKind | None) -> None:
    """Record a seat's answer to its offered claims; the last answer resolves all claims by rank, not speed
    (§6.10).
    """
    if state.phase is not Phase.CLAIMS:
        raise IllegalMove("claim.not-offered")
    offer = state.offers[seat]
    if not offer.kinds:
        raise IllegalMove("claim.not-offered" if kind is not None else "pass.not-now")
    if offer.answer is not None:
        raise IllegalMove("claim.answered")
    if kind is not None and kind not in offer.kinds:
        raise IllegalMove("claim.not-offered")
    course.happen(ev.ClaimAnswered(seat, kind))
    if not to_move(course.state):
        _resolve(course)


def resolve_claims(state: DealState) -> tuple[ev.Event, ...]:
    """Return the events that resolve the claims, once all seats have answered.

    A win beats a kong or a triple; of several wins the first in order of turn counts (§6.6). If nobody claims, a
    forced khap or pair is carried out (§13.5). The caller can hold this back after the last answer, to hide who
    answered (§6.10).
    """
    course = Course(state)
    _resolve(course)
    return tuple(course.events)


def _resolve(course: Course) -> None:
    state = course.state
    assert state.phase is Phase.CLAIMS and state.active is not None and not to_move(state)
    card = state.active.card
    in_order = [(state.turn + step) % state.seats for step in range(state.seats)]
    for wanted in ClaimKind:
        for seat in in_order:
            if state.offers[seat].answer != (wanted,):
                continue
            if wanted is ClaimKind.WIN:
                own_draw = state.active.drawn and state.active.seat == seat
                best = best_win(state, seat, card, own_draw=own_draw)
                assert best is not None
                _take(course, best, forced=False)
                return
            kind = SetKind.KHUI if wanted is ClaimKind.KONG else SetKind.TRIPLE
            found = melds(state.rules, state.blocks[seat], card)
            meld = next(meld for meld in found if meld.kind is kind)
            _take(course, _taking(state, seat, meld), forced=False)
            return
    active = state.active
    course.happen(ev.ClaimsDeclined())
    if state.rules.forces:
        taking = forced(state, card, by=active.seat, drawn=active.drawn, asked=True)
        if taking is not None:
            _force(course, taking)


def _taking(state: DealState, seat: int, meld: FamilyMeld) -> Taking:
    """Return a meld of the active card as this seat's `Taking`; it wins if no trash is left in any family (§7.1)."""
    assert state.active is not None
    family = FAMILY[state.active.card]
    elsewhere = state.trash[seat] - TRASH[family][state.blocks[seat][family]]
    return Taking(seat, meld.kind, meld.cards, wins=elsewhere + meld.trash == 0)
