"""How a deal is prepared: bound to its secret and its seeds, then dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NoReturn

from games.engine.cards import Card
from games.engine.events.kinds import EventKind, put, same
from games.engine.fast_frozen import changed, quick_to_make
from games.engine.hands.hand import EMPTY, block_of, khap_count, trash, without
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind
from games.engine.state import BoundSeed, DealState, Phase, Setup


@dataclass(frozen=True, slots=True)
class DealCommitted:
    """The deal is set up and its secret is bound: `commitment` is the SHA-256 of the server's secret seed.

    `players` are opaque labels in seat order (`"player:12"`, `"bot:club"`); `rules` are the options in full (§11.1).
    `starter` is None when the dice are to find it (§1.5), else the seat fixed by §8.3.
    """

    rules: RuleSet
    players: tuple[str, ...]
    commitment: str
    starter: int | None


@quick_to_make
@dataclass(frozen=True, slots=True)
class SeedCommitted:
    """A seat is bound to its seed, which is still secret; `commitment` is the SHA-256 of the seed's text, in hex.

    `kept` says that the server keeps this seed, which it derived from its own secret with `shuffle.kept_seed`.
    """

    seat: int
    commitment: str
    kept: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class SeedGiven:
    """A seat's seed for the shuffle was opened, before the deal and once all seats were bound to theirs.

    In older deals no seat was bound to a seed; there this event gave the seed directly.
    """

    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class SeedWithheld:
    """A seat was bound to a seed and did not open it in time; the deal is called off."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt (§1.4), quans laid (§3.2); `dice` is None if the starter was fixed.

    `hands` holds all dealt cards of each seat, sorted; `quans` the kinds of which a seat was dealt all four; `stock`
    is drawn from the front.
    """

    starter: int
    dice: tuple[int, int] | None
    hands: tuple[tuple[Card, ...], ...]
    quans: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


def blank(committed: DealCommitted) -> DealState:
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


def _committed(_s: DealState, _e: DealCommitted) -> NoReturn:
    raise AssertionError("a deal is committed once")


def _seed_committed(s: DealState, e: SeedCommitted) -> DealState:
    bound = put(s.setup.bound or (None,) * s.seats, e.seat, BoundSeed(e.commitment, e.kept))
    phase = s.phase if None in bound else Phase.REVEAL
    return changed(s, setup=changed(s.setup, bound=bound), version=s.version + 1, phase=phase)


def _seed_given(s: DealState, e: SeedGiven) -> DealState:
    setup = changed(s.setup, seeds=put(s.setup.seeds, e.seat, e.seed))
    return changed(s, setup=setup, version=s.version + 1)


def _started(s: DealState, e: DealStarted) -> DealState:
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


PreparingEvent = DealCommitted | SeedCommitted | SeedGiven | SeedWithheld | DealStarted
PREPARING_EVENTS: Final[dict[type[Any], EventKind]] = {
    DealCommitted: EventKind("deal.committed", _committed, public=True, follows=True),
    SeedCommitted: EventKind("deal.seed-committed", _seed_committed, since=2, public=True),
    SeedGiven: EventKind("deal.seed-given", _seed_given, public=True),
    SeedWithheld: EventKind("deal.seed-withheld", same, since=2, public=True),
    DealStarted: EventKind("deal.started", _started, public=True),
}
