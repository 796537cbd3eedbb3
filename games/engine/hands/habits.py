"""Tables for rollouts: how a simple player, who never looks ahead, plays the cards of a family.

The player melds whenever possible, choosing the least trash and then the most points; discards the trash card that
costs its hand the least hope; and waives a forced pair if its wait is worth more. Cards of different families never
form a set (§3.6), so each choice is a look-up by the active card and its family's code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.cards import CARDS, Card, is_king
from games.engine.hands.families import (
    COUNTS,
    FAMILIES,
    FAMILY,
    GAIN,
    LEAST_AFTER,
    MELDS,
    MEMBERS,
    PLACE,
    TRASH,
    TWO_CARD_WAIT,
    FamilyMeld,
)
from games.engine.hands.worth import worth
from games.engine.rules import RuleSet
from games.engine.sets import SetKind, declined_in_turn, points

NEVER: Final = 10_000
"""The loss of a card that is no trash, or that a set needs (§3.5)."""


def _losses(family: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each code and place, how much hope the family loses by discarding that card; `NEVER` for non-trash.

    Hope is the gain of each kind that may come (§10.2) times the copies of it that the family does not hold. Unlike
    the usefulness of §10.3 it ignores what lies face up, so it fits into a table.
    """
    hopes = [
        sum((4 - held) * gain for held, gain in zip(counts, gains, strict=True))
        for counts, gains in zip(COUNTS[family], GAIN[family], strict=True)
    ]
    trash = TRASH[family]
    return tuple(
        tuple(
            hopes[code] - hopes[code - 5**place]
            if 0 < held < 3 and trash[code - 5**place] < trash[code]
            else NEVER
            for place, held in enumerate(counts)
        )
        for code, counts in enumerate(COUNTS[family])
    )


_KINGS, _ROOKS, _PAWNS = _losses(0), _losses(4), _losses(8)
LOSS: Final = (*(_KINGS,) * 4, *(_ROOKS,) * 4, _PAWNS)
"""``[family][code][place]``: what the hopes of the family lose with this card; `NEVER` where it is no trash."""

LET_GO: Final = tuple(
    tuple(
        min(32 * loss + card for loss, card in zip(losses, MEMBERS[family], strict=True))
        for losses in LOSS[family]
    )
    for family in range(FAMILIES)
)
"""``[family][code]``: the loss of the trash card that the family misses least, times 32, and that card; so the least
of the nine numbers is the discard."""


LETS_PAIRS_GO: Final = tuple(
    tuple(
        waits and sum([4 - held for held, left in zip(counts, least, strict=True) if not left]) > 5
        for counts, least, waits in zip(
            COUNTS[family], LEAST_AFTER[family], TWO_CARD_WAIT[family], strict=True
        )
    )
    for family in range(FAMILIES)
)
"""``[family][code]``: a wait that is worth more than a forced pair (§13.6), which would leave one trash card that waits
for its own pair, three copies at most: two pawns, which eight cards complete. `docs/bots.md` has what was measured."""


class Take(NamedTuple):
    """A meld, described by what it changes on a `Board`."""

    after: int
    """The code that is left of the family."""
    eased: int
    """The trash of the family, after less before; never more than nothing (§5.2)."""
    points: int
    """Of the set that it makes (§2)."""
    khui: bool
    """Whether it is a khui, which costs a khap."""
    triple: int
    """The bit of the card where it makes a triple, else nothing (§5.5)."""
    cards: tuple[Card, ...]
    """The private cards that it takes."""


# How a seat comes to a khui or a triple out of turn: it must (§6.2); it must unless it is in turn or is spared (§6.3,
# §13.6); it claims it (§6.6); it claims it unless somebody else drew the king, who keeps it (§13.7). Plain numbers, as
# in `board`.
MUST: Final = 0
SPARED: Final = 1
CLAIMS: Final = 2
KEEPS: Final = 3


class Ask(NamedTuple):
    """What a seat with this code may or must do with the active card out of turn."""

    trash: int
    """The trash of the family: `win` wins if the whole block has no more."""
    win: Take | None
    other: Take | None
    """A khui or a triple."""
    how: int
    """How it comes to that."""


class Habits(NamedTuple):
    """The tables of one rule set, read as ``[card][code of its family]`` if not said otherwise."""

    asked: tuple[tuple[Ask | None, ...], ...]
    """Out of turn (§6.1-§6.3, §6.6)."""
    contested: Mapping[tuple[Card, int], tuple[Take, Take]]
    """Where a khui and another set win and the other is worth no less: which is the better one hangs on the rest of the
    hand (§7.2)."""
    chosen: tuple[tuple[Take | None, ...], ...]
    """In turn: the meld that leaves the least trash, then the one that is worth the most (§6.4, §6.7, §6.8)."""
    waived: tuple[tuple[Take | None, ...], ...]
    """The same for a seat that let its pair go (§13.6)."""
    value: tuple[tuple[int, ...], ...]
    """``[family][code]``: what it counts (`worth`)."""


def take(rules: RuleSet, family: int, code: int, meld: FamilyMeld, card: Card) -> Take:
    """Return a meld of ``card`` as the changes it makes on a `Board`."""
    return Take(
        meld.after,
        meld.trash - TRASH[family][code],
        points(meld.kind, rules, card),
        meld.kind is SetKind.KHUI,
        1 << card if meld.kind is SetKind.TRIPLE else 0,
        meld.cards,
    )


@lru_cache(maxsize=16)
def habits(rules: RuleSet) -> Habits:
    """Return the tables of this rule set; they are cached, since making them takes about 30 ms."""
    asked, chosen, waived = [], [], []
    contested: dict[tuple[Card, int], tuple[Take, Take]] = {}
    for card in CARDS:
        family, place = FAMILY[card], PLACE[card]
        rows = [
            (code, [meld for meld in by_place[place] if _allowed(rules, card, meld)])
            for code, by_place in enumerate(MELDS[family])
        ]
        asked.append(tuple([_ask(rules, card, code, melds) for code, melds in rows]))
        chosen.append(tuple([_choose(rules, card, code, melds) for code, melds in rows]))
        if rules.pair_waived_when_waiting:
            waived.append(tuple([_choose(rules, card, code, _no_triple(m)) for code, m in rows]))
        if rules.factor_for == "quan-or-khui":
            contested |= {
                (card, code): both
                for code, melds in rows
                if (both := _contest(rules, card, code, melds))
            }
    return Habits(tuple(asked), contested, tuple(chosen), tuple(waived), worth(rules).value)


def _allowed(rules: RuleSet, card: Card, meld: FamilyMeld) -> bool:
    if is_king(card) and meld.kind is SetKind.PAIR:
        return rules.pair_claim == "forced"  # §13.5
    return rules.king_triples or not is_king(card) or meld.kind is not SetKind.TRIPLE


def _no_triple(melds: list[FamilyMeld]) -> list[FamilyMeld]:
    return [meld for meld in melds if meld.kind is not SetKind.TRIPLE]


def _worth(rules: RuleSet, card: Card, meld: FamilyMeld) -> int:
    made = points(meld.kind, rules, card)
    return made + worth(rules).value[FAMILY[card]][meld.after]


def _ask(rules: RuleSet, card: Card, code: int, melds: list[FamilyMeld]) -> Ask | None:
    family = FAMILY[card]
    winners = [meld for meld in melds if not meld.trash]
    win = other = None
    how = MUST
    if winners:
        best = max(winners, key=lambda meld: _worth(rules, card, meld))
        win = take(rules, family, code, best, card)
    for meld in melds:
        if (found := _out_of_turn(rules, card, meld.kind)) is not None:
            how, other = found, take(rules, family, code, meld, card)
    if win is None and other is None:
        return None
    return Ask(TRASH[family][code], win, other, how)


def _out_of_turn(rules: RuleSet, card: Card, kind: SetKind) -> int | None:
    """Return how a seat gets a set of this `kind` out of turn; None if it cannot.

    The result is `MUST`, `SPARED`, `CLAIMS` or `KEEPS`.
    """
    if kind is SetKind.KHUI:
        return MUST if rules.khap_claim == "forced" else CLAIMS
    if kind is not SetKind.TRIPLE:
        return None
    if rules.pair_claim == "forced":
        return None if is_king(card) else SPARED
    return KEEPS if is_king(card) and rules.drawn_king == "kept" else CLAIMS


def _contest(
    rules: RuleSet, card: Card, code: int, melds: list[FamilyMeld]
) -> tuple[Take, Take] | None:
    khui = next((meld for meld in melds if meld.kind is SetKind.KHUI and not meld.trash), None)
    others = [meld for meld in melds if meld.kind is not SetKind.KHUI and not meld.trash]
    if khui is None or not others:
        return None
    best = max(others, key=lambda meld: _worth(rules, card, meld))
    if _worth(rules, card, khui) > _worth(rules, card, best):
        return None
    family = FAMILY[card]
    return take(rules, family, code, khui, card), take(rules, family, code, best, card)


def _choose(rules: RuleSet, card: Card, code: int, melds: list[FamilyMeld]) -> Take | None:
    if declined := declined_in_turn(rules, card):
        melds = [meld for meld in melds if meld.kind not in declined]
    if not melds:
        return None
    best = max(melds, key=lambda meld: (-meld.trash, _worth(rules, card, meld)))
    return take(rules, FAMILY[card], code, best, card)
