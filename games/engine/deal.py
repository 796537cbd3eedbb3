"""A deal by the rules: a wish goes in, facts come out.

| what | where | rules |
|---|---|---|
| commit, dealing | `commit_deal`, `start`; between them `seeds` | §1, §3.2, §7.3 |
| a seat's move | `decide`, `legal_moves` | §4-§8 |
| the end and its payments | `ending` | §7-§10.5 |

`decide` is the only judge of moves; `legal_moves` lists exactly what it accepts.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import DECK, Card, is_king
from games.engine.ending import win
from games.engine.errors import IllegalMove
from games.engine.events import (
    CardDied,
    CardDiscarded,
    CardDrawn,
    CardMelded,
    ClaimAnswered,
    ClaimsDeclined,
    ClaimsOffered,
    DealCancelled,
    DealCommitted,
    DealExhausted,
    DealStarted,
    DealStopped,
    Event,
    KingDied,
    PairWaived,
    TripleCompleted,
    TurnPassed,
    WaiverTurned,
)
from games.engine.evolve import evolve
from games.engine.hands.families import FAMILY, TRASH, UNIT, FamilyMeld
from games.engine.hands.hand import cards_of, count, trash_cards, waits_to_win
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


def commit_deal(
    rules: RuleSet, *, players: Sequence[str], commitment: str, starter: int | None
) -> tuple[Event, ...]:
    """Return the first event of a deal. `starter` None lets the dice decide (§1.5). Raises
    IllegalMove("deal.seats").
    """
    if len(players) not in rules.seats or (starter is not None and not 0 <= starter < len(players)):
        raise IllegalMove("deal.seats")
    return (DealCommitted(rules, tuple(players), commitment, starter),)


def cancel(state: DealState, *, reason: str) -> tuple[Event, ...]:
    """Call a committed deal off before its cards are dealt."""
    if state.phase not in PREPARED:
        raise IllegalMove("deal.already-started")
    return (DealCancelled(reason),)


def stop(state: DealState, *, reason: str) -> tuple[Event, ...]:
    """Stop a running deal for a director: nobody wins and nobody pays."""
    if state.phase in PREPARED:
        raise IllegalMove("deal.not-started")
    if state.phase is Phase.OVER:
        raise IllegalMove("deal.over")
    starter = state.turn if state.setup.starter is None else state.setup.starter
    return (DealStopped(starter, no_winner(state.seats), reason),)


def start(
    state: DealState, *, deck: Sequence[Card], starter: int, dice: tuple[int, int] | None
) -> tuple[Event, ...]:
    """Deal the cards (§1.4): one by one from the starter counter-clockwise, 20 rounds, then the starter's 21st.

    Quans are laid as part of the deal (§3.2), and a starter without trash wins at once (§7.3).
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
    quans = tuple(tuple(sorted({card for card in hand if hand.count(card) == 4})) for hand in hands)
    event = DealStarted(
        starter, dice, tuple(tuple(sorted(hand)) for hand in hands), quans, tuple(deck[dealt + 1 :])
    )
    after = evolve(state, event)
    if after.trash[starter] == 0:
        return (event, win(after, starter))
    return (event,)


def legal_moves(state: DealState, seat: int) -> tuple[Move, ...]:
    """Return every move that `decide` accepts from this seat now; empty when it has nothing to say."""
    if state.phase is Phase.CLAIMS:
        offer = state.offers[seat]
        if not offer.kinds or offer.answer is not None:
            return ()
        return (*(Claim(seat, kind) for kind in offer.kinds), Pass(seat))
    if seat != state.turn:
        return ()
    if state.phase is Phase.DISCARD:
        block = state.blocks[seat]
        if state.rules.discards == "trash":
            return tuple([Discard(seat, card) for card in trash_cards(block)])
        kings = state.rules.discards == "any"
        held = dict.fromkeys(cards_of(block))
        return tuple([Discard(seat, card) for card in held if kings or not is_king(card)])
    if state.phase is Phase.TURN:
        taken = [Meld(seat, meld.cards) for meld in turn_melds(state)]
        if not _own_draw(state):
            return (*taken, Hit(seat))
        return tuple(taken) if keeps_king(state) else (*taken, Pass(seat))
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


def decide(state: DealState, move: Move) -> tuple[Event, ...]:
    """Return the events of this move. Raises IllegalMove, changing nothing."""
    if state.phase is Phase.OVER:
        raise IllegalMove("deal.over")
    if state.phase in PREPARED:
        raise IllegalMove("deal.not-started")
    require_seat(state, move.seat)
    if isinstance(move, Claim) or (isinstance(move, Pass) and state.phase is Phase.CLAIMS):
        return _answer(state, move.seat, move.kind if isinstance(move, Claim) else None)
    if state.phase is Phase.CLAIMS:
        raise IllegalMove("turn.claims-first")
    if move.seat != state.turn:
        raise IllegalMove("turn.not-yours")
    if isinstance(move, Discard):
        return _discard(state, move)
    if state.phase is Phase.DISCARD:
        raise IllegalMove("turn.must-discard")
    if isinstance(move, Meld):
        return _meld(state, move)
    if isinstance(move, Hit):
        if _own_draw(state):
            raise IllegalMove("hit.own-draw")
        return _draw(state, move.seat)
    if not _own_draw(state):
        raise IllegalMove("pass.first-chance" if state.active is not None else "pass.not-now")
    assert state.active is not None
    if keeps_king(state):
        raise IllegalMove("pass.kept-king")
    died: KingDied | None = None
    if state.rules.drawn_king == "dies" and is_king(state.active.card):
        died = KingDied(move.seat)
    elif state.rules.unclaimed_draw == "dies":
        died = CardDied(move.seat)
    if died is not None:
        after = evolve(state, died)
        return (died, *_draw(after, after.turn))
    return (TurnPassed(move.seat),)


def may_turn_waiver(state: DealState, seat: int) -> bool:
    """Return whether this seat may turn its switch for pairs now (§13.6); who is absent may not, which nothing here
    tells.
    """
    return _why_no_waiver(state, seat) is None


def let_pairs_go(state: DealState, *, seat: int, on: bool) -> tuple[Event, ...]:
    """Turn a seat's switch for pairs (§13.6); nothing where it stands so. Raises IllegalMove."""
    require_seat(state, seat)
    if (wrong := _why_no_waiver(state, seat)) is not None:
        raise IllegalMove(wrong)
    if on == lets_pairs_go(state, seat):
        return ()
    return (WaiverTurned(seat, on),)


def lets_pairs_go(state: DealState, seat: int) -> bool:
    """Return whether this seat's switch for pairs is on (§13.6)."""
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
    return None if waits_to_win(state.blocks[seat]) else "waiver.not-waiting"


def _own_draw(state: DealState) -> bool:
    """Return whether the seat in turn drew the active card itself; there is none while a dead card is not
    replaced yet.
    """
    active = state.active
    return active is not None and active.drawn and active.seat == state.turn


def _discard(state: DealState, move: Discard) -> tuple[Event, ...]:
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
    discarded = CardDiscarded(seat, card, judged, state.opening)
    return (discarded, *_follow(state, discarded, card, by=seat, drawn=False))


def _draw(state: DealState, seat: int) -> tuple[Event, ...]:
    if state.stock <= state.rules.stock_limit:
        return (DealExhausted(seat, no_winner(state.seats)),)
    card = state.setup.stock[state.drawn]
    drawn = CardDrawn(seat, card)
    return (drawn, *_follow(state, drawn, card, by=seat, drawn=True))


def _follow(
    before: DealState, event: CardDiscarded | CardDrawn, card: Card, *, by: int, drawn: bool
) -> tuple[Event, ...]:
    """Return the events that follow automatically when a card becomes active (§6.1-§6.3), or the claims
    offered (§6.6).
    """
    rules = before.rules
    taking = forced(before, card, by=by, drawn=drawn) if rules.forces else None
    if not rules.offers:
        return () if taking is None else _happen(evolve(before, event), taking)
    if taking is not None and taking.wins and rules.win_claim == "forced":
        return _take(evolve(before, event), taking, forced=True)
    offers = offered(before, card, by=by, drawn=drawn)
    if any(offers):
        return (ClaimsOffered(offers),)
    if taking is None:
        return ()
    # Nobody is asked, and what is forced waits for the end of the window all the same.
    opened = ClaimsOffered(offers)
    return (opened, *resolve_claims(evolve(evolve(before, event), opened)))


def _happen(state: DealState, taking: Taking) -> tuple[Event, ...]:
    """Return what is forced, or the pair that is let go instead (§13.6)."""
    waivers, pair = state.waivers, taking.kind is SetKind.TRIPLE
    won = taking.wins and state.rules.win_claim == "forced"  # §6.1, and not for its pair
    if waivers is not None and taking.seat in waivers.stood and pair and not won:
        return (PairWaived(taking.seat),)
    return _take(state, taking, forced=True)


def _take(state: DealState, taking: Taking, *, forced: bool) -> tuple[Event, ...]:
    assert state.active is not None
    took: TripleCompleted | CardMelded
    if taking.kind is SetKind.KHUI and not taking.cards:
        took = TripleCompleted(taking.seat, state.active.card)
    else:
        took = CardMelded(taking.seat, state.active.card, taking.cards, taking.kind, forced)
    if not taking.wins:
        return (took,)
    return (took, win(evolve(state, took), taking.seat))


def _meld(state: DealState, move: Meld) -> tuple[Event, ...]:
    if state.active is None:
        raise IllegalMove("meld.not-now")
    wanted = tuple(sorted(move.cards))
    for meld in turn_melds(state):
        if meld.cards == wanted:
            return _take(state, _taking(state, move.seat, meld), forced=False)
    block, active = state.blocks[state.turn], state.active.card
    if wanted == (active, active) and is_waived(state):
        raise IllegalMove("meld.waived")
    raise IllegalMove(why_no_meld(state.rules, block, active, wanted))


def _answer(state: DealState, seat: int, kind: ClaimKind | None) -> tuple[Event, ...]:
    """Return an answer to the claims offered; the last one resolves them by rank, never by speed (§6.10)."""
    if state.phase is not Phase.CLAIMS:
        raise IllegalMove("claim.not-offered")
    offer = state.offers[seat]
    if not offer.kinds:
        raise IllegalMove("claim.not-offered" if kind is not None else "pass.not-now")
    if offer.answer is not None:
        raise IllegalMove("claim.answered")
    if kind is not None and kind not in offer.kinds:
        raise IllegalMove("claim.not-offered")
    answered = ClaimAnswered(seat, kind)
    after = evolve(state, answered)
    if to_move(after):
        return (answered,)
    return (answered, *resolve_claims(after))


def resolve_claims(state: DealState) -> tuple[Event, ...]:
    """Return the outcome of the claims once all have answered, for a caller who withholds the last answer (§6.10).

    A win beats a kong or a triple; of wins, the first in order from the turn (§6.6). If nobody claims, what is forced
    of khap and pair happens (§13.5).
    """
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
                return _take(state, best, forced=False)
            kind = SetKind.KHUI if wanted is ClaimKind.KONG else SetKind.TRIPLE
            found = melds(state.rules, state.blocks[seat], card)
            meld = next(meld for meld in found if meld.kind is kind)
            return _take(state, _taking(state, seat, meld), forced=False)
    declined = ClaimsDeclined()
    active = state.active
    taking = None
    if state.rules.forces:
        taking = forced(state, card, by=active.seat, drawn=active.drawn, asked=True)
    if taking is None:
        return (declined,)
    return (declined, *_happen(evolve(state, declined), taking))


def _taking(state: DealState, seat: int, meld: FamilyMeld) -> Taking:
    """Return the meld as this seat's, and whether it leaves no trash in any family (§7.1)."""
    assert state.active is not None
    family = FAMILY[state.active.card]
    elsewhere = state.trash[seat] - TRASH[family][state.blocks[seat][family]]
    return Taking(seat, meld.kind, meld.cards, wins=elsewhere + meld.trash == 0)
