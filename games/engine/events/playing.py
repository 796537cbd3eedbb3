"""How a deal is played: cards discarded, drawn and melded, and claims on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from games.engine.cards import Card
from games.engine.events.kinds import EventKind, put
from games.engine.fast_frozen import changed, quick_to_make
from games.engine.hands.families import FAMILY, KHAP_COUNTS, TRASH, UNIT
from games.engine.hands.hand import Block
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Pass
from games.engine.sets import CardSet, SetKind
from games.engine.state import Active, DealState, Offer, Phase, Waivers
from games.engine.worst import Verdict


@quick_to_make
@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """Đánh (§4). `verdict` is the judgement of §10.4, None where the rules have no penalty.

    The opening discard follows no meld and is exempt (§10.5).
    """

    seat: int
    card: Card
    verdict: Verdict | None
    opening: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class CardDrawn:
    """Bốc (§6.4): the seat draws a card, which becomes active and is shown to everybody.

    A card that was active until then is dead (§4.4).
    """

    seat: int
    card: Card


@quick_to_make
@dataclass(frozen=True, slots=True)
class CardMelded:
    """Ăn (§5): the active card and `cards` of the private block form a set of this kind in the public block.

    `forced` melds happen by themselves (§6.1-§6.3).
    """

    seat: int
    active: Card
    cards: tuple[Card, ...]
    kind: SetKind
    forced: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class TripleCompleted:
    """The seat added the card that it drew to its own exposed triple, which wins (§5.5)."""

    seat: int
    card: Card


@quick_to_make
@dataclass(frozen=True, slots=True)
class TurnPassed:
    """Bỏ qua (§6.4): the seat left the card that it drew to the next seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class KingDied:
    """The drawer declined a drawn king, which is dead (§6.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardDied(KingDied):
    """The drawer left the card that it drew, which is dead: nobody has a second chance on it (§13.8)."""


@dataclass(frozen=True, slots=True)
class PairWaived:
    """The seat let its forced pair go, because its switch for letting pairs go was on (§13.6).

    All players see this event.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class WaiverTurned:
    """The seat turned its switch for letting pairs go (§13.6).

    While the switch is `on`, no pair of the seat is forced. Other seats learn of the switch only at the end.
    """

    seat: int
    on: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class ClaimsOffered:
    """What each seat may claim on the active card (§6.6), in seat order; empty for seats without an offer."""

    offers: tuple[tuple[ClaimKind, ...], ...]


@quick_to_make
@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """A seat's answer to its offer; None declines. Nobody else learns it before all have answered (§6.10)."""

    seat: int
    kind: ClaimKind | None


@quick_to_make
@dataclass(frozen=True, slots=True)
class ClaimsDeclined:
    """Nobody claimed the active card; the turn goes on (§6.7)."""


def _left(
    s: DealState, seat: int, family: int, units: int, cards: int
) -> tuple[tuple[Block, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return each seat's block and numbers of trash cards, cards and khaps after `seat` has lost some cards.

    The lost cards are of one `family`; `units` is what they add to the family's code, `cards` how many they are.
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


def _discarded(s: DealState, e: CardDiscarded) -> DealState:
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


def _drawn(s: DealState, e: CardDrawn) -> DealState:
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


def _melded(s: DealState, e: CardMelded) -> DealState:
    seat = e.seat
    if e.cards:
        # All cards of a set are of one family (§3.6).
        units = sum([UNIT[card] for card in e.cards])
        blocks, trashes, held, khaps = _left(s, seat, FAMILY[e.active], units, len(e.cards))
    else:
        blocks, trashes, held, khaps = s.blocks, s.trash, s.held, s.khaps
    formed = CardSet(e.kind, tuple(sorted((e.active, *e.cards))))
    public = put(s.public, seat, (*s.public[seat], formed))
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


def _triple_completed(s: DealState, e: TripleCompleted) -> DealState:
    mine = tuple(
        CardSet(SetKind.KHUI, (e.card,) * 4) if shown.cards == (e.card,) * 3 else shown
        for shown in s.public[e.seat]
    )
    return changed(
        s,
        version=s.version + 1,
        phase=Phase.DISCARD,
        turn=e.seat,
        public=put(s.public, e.seat, mine),
        active=None,
        last=s.active,
        offers=(),
    )


def _passed(s: DealState, e: TurnPassed) -> DealState:
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


def _king_died(s: DealState, e: KingDied) -> DealState:
    assert s.active is not None
    return changed(
        s,
        version=s.version + 1,
        turn=(e.seat + 1) % s.seats,
        active=None,
        dead=(*s.dead, s.active.card),
    )


def _pair_waived(s: DealState, e: PairWaived) -> DealState:
    waivers = (s.waivers or Waivers())._replace(waived=e.seat)
    return changed(s, version=s.version + 1, waivers=waivers)


def turned(s: DealState, e: WaiverTurned) -> DealState:
    """Return the state with the seat's switch for letting pairs go on or off (§13.6)."""
    was = s.waivers or Waivers()
    on = was.on | {e.seat} if e.on else was.on - {e.seat}
    return changed(s, version=s.version + 1, waivers=was._replace(on=on))


def _offered(s: DealState, e: ClaimsOffered) -> DealState:
    return changed(
        s,
        version=s.version + 1,
        phase=Phase.CLAIMS,
        offers=tuple(Offer(kinds) for kinds in e.offers),
    )


def _answered(s: DealState, e: ClaimAnswered) -> DealState:
    answer = () if e.kind is None else (e.kind,)
    offers = put(s.offers, e.seat, Offer(s.offers[e.seat].kinds, answer))
    return changed(s, version=s.version + 1, offers=offers)


def _declined(s: DealState, _: ClaimsDeclined) -> DealState:
    return changed(s, version=s.version + 1, phase=Phase.TURN, offers=())


def _claim(e: ClaimAnswered) -> Pass | Claim:
    return Pass(e.seat) if e.kind is None else Claim(e.seat, e.kind)


CardTurnedUp = CardDiscarded | CardDrawn
"""A card becomes active, so that others may claim it."""
CardMoved = CardTurnedUp | CardMelded | TripleCompleted
"""A card turns up, or becomes part of a set."""

PlayingEvent = (
    CardDiscarded
    | CardDrawn
    | CardMelded
    | TripleCompleted
    | TurnPassed
    | KingDied
    | CardDied
    | PairWaived
    | WaiverTurned
    | ClaimsOffered
    | ClaimAnswered
    | ClaimsDeclined
)
PLAYING_EVENTS: Final[dict[type[Any], EventKind]] = {
    CardDiscarded: EventKind(
        "deal.card-discarded",
        _discarded,
        public=True,
        present=True,
        move=lambda e: Discard(e.seat, e.card),
    ),
    CardDrawn: EventKind(
        "deal.card-drawn", _drawn, public=True, present=True, move=lambda e: Hit(e.seat)
    ),
    CardMelded: EventKind(
        "deal.card-melded",
        _melded,
        public=True,
        move=lambda e: Meld(e.seat, e.cards),
        forced=lambda e: e.forced,
    ),
    TripleCompleted: EventKind(
        "deal.triple-completed", _triple_completed, public=True, follows=True
    ),
    TurnPassed: EventKind(
        "deal.turn-passed", _passed, public=True, present=True, move=lambda e: Pass(e.seat)
    ),
    KingDied: EventKind(
        "deal.king-died", _king_died, public=True, present=True, move=lambda e: Pass(e.seat)
    ),
    CardDied: EventKind(
        "deal.card-died",
        _king_died,
        since=11,
        public=True,
        present=True,
        move=lambda e: Pass(e.seat),
    ),
    PairWaived: EventKind("deal.pair-waived", _pair_waived, since=11, public=True, follows=True),
    WaiverTurned: EventKind("deal.waiver-turned", turned, since=11, own=True, aside=True),
    ClaimsOffered: EventKind("deal.claims-offered", _offered, follows=True),
    ClaimAnswered: EventKind("deal.claim-answered", _answered, own=True, move=_claim),
    ClaimsDeclined: EventKind("deal.claims-declined", _declined, follows=True),
}
MOVES: Final = tuple(event for event, kind in PLAYING_EVENTS.items() if kind.move is not None)
"""By what a seat moves, its answers to claims included."""
OPEN_MOVES: Final = tuple(event for event in MOVES if PLAYING_EVENTS[event].public)
"""The moves that everybody sees: all but answers to claims."""
