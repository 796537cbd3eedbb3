"""The oracle: the rules of sections 2, 3, 5, 6.3, 10 and 13.6 by plain search, slow and literal.

It shares nothing with the engine: cards are names, a hand is a sorted tuple of names, and
every question is answered by trying all the ways. The tables are held against it.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

Names = tuple[str, ...]

ALL_NAMES: Names = tuple(rank + colour for rank in "KGMRCNP" for colour in "rygw")

MIXED_SETS: dict[Names, int] = {
    **{tuple(sorted(rank + colour for rank in "KGM")): 1 for colour in "rygw"},
    **{tuple(sorted(rank + colour for rank in "RCN")): 1 for colour in "rygw"},
    **{tuple(sorted("P" + colour for colour in three)): 1 for three in combinations("rygw", 3)},
    tuple(sorted("P" + colour for colour in "rygw")): 2,
}
"""Every set of different cards and its points (2.7 to 2.10)."""

LOOSE_SETS: dict[Names, int] = {
    **MIXED_SETS,
    **{("K" + colour,): 1 for colour in "rygw"},
    **{(name, name): 0 for name in ALL_NAMES},
}
"""Every set that private cards outside khaps may form, and its points (2.1, 2.2, 2.7 to 2.10)."""

SETS_WITH: dict[str, list[Names]] = {
    name: [cards for cards in LOOSE_SETS if name in cards] for name in ALL_NAMES
}


class Meld(NamedTuple):
    kind: str
    used: Names
    left: Names


def in_order(cards: Iterable[str]) -> Names:
    """Return cards in the order of the ranks."""
    return tuple(sorted(cards, key=ALL_NAMES.index))


def minus(hand: Names, cards: Iterable[str]) -> Names:
    left = list(hand)
    for name in cards:
        left.remove(name)
    return tuple(left)


def holds(hand: Names, cards: Iterable[str]) -> bool:
    return not Counter(cards) - Counter(hand)


def split(hand: Iterable[str]) -> tuple[Names, Names, Names]:
    """Return the kinds held three times, those held four times, and the loose cards, sorted (3.4)."""
    held = Counter(hand)
    khaps = tuple(sorted(name for name in held if held[name] == 3))
    quans = tuple(sorted(name for name in held if held[name] == 4))
    loose = tuple(sorted(name for name in hand if held[name] < 3))
    return khaps, quans, loose


@lru_cache(maxsize=200_000)
def arrange(loose: Names) -> tuple[int, int]:
    """Return the least trash of loose cards, and minus the most points with that trash."""
    if not loose:
        return 0, 0
    first = loose[0]
    trash, points = arrange(loose[1:])
    ways = [(trash + 1, points)]
    for cards in SETS_WITH[first]:
        if holds(loose, cards):
            trash, points = arrange(minus(loose, cards))
            ways.append((trash, points - LOOSE_SETS[cards]))
    return min(ways)


@lru_cache(maxsize=200_000)
def trash(hand: Names) -> int:
    """Return 3.5, as the sum over the families, which do not mix (3.6)."""
    families: dict[str, list[str]] = {}
    for name in split(hand)[2]:
        families.setdefault(family(name), []).append(name)
    return sum(arrange(tuple(cards))[0] for cards in families.values())


def family(name: str) -> str:
    """Return which of the nine groups of 3.6 a card is in."""
    if name[0] == "P":
        return "P"
    return ("KGM" if name[0] in "KGM" else "RCN") + name[1]


def value(hand: Names) -> int:
    khaps, quans, loose = split(hand)
    return 3 * len(khaps) + 8 * len(quans) - arrange(loose)[1]


def trash_cards(hand: Names) -> Names:
    """Return the trash by 3.5: removing it lowers the number by one; in no khap, and no king."""
    now = trash(hand)
    return tuple(
        name
        for name in ALL_NAMES
        if name in split(hand)[2] and name[0] != "K" and trash(minus(hand, [name])) == now - 1
    )


def melds(hand: Names, active: str) -> list[Meld]:
    """Return every legal meld of the active card: 3.4, 5.1 and 5.2."""
    _, quans, loose = split(hand)
    if active in quans:
        return []
    held = hand.count(active)
    ways: list[tuple[str, Names]] = []
    if active[0] == "K":
        ways.append(("king", ()))
    if held in (1, 2):
        ways.append(("pair", (active,)))
    if held == 2:
        ways.append(("triple", (active,) * 2))
    if held == 3:
        ways.append(("khui", (active,) * 3))
    for cards in MIXED_SETS:
        if active in cards and holds(loose, minus(cards, [active])):
            ways.append((mixed_kind(cards), minus(cards, [active])))
    legal = []
    for kind, used in ways:
        left = minus(hand, used)
        if trash(left) <= trash(hand):
            legal.append(Meld(kind, used, left))
    return legal


def mixed_kind(cards: Names) -> str:
    ranks = "".join(sorted(name[0] for name in cards))
    return {
        "GKM": "king-guard-minister",
        "CNR": "rook-cannon-knight",
        "PPP": "three-pawns",
        "PPPP": "four-pawns",
    }[ranks]


def winning_melds(hand: Names, active: str) -> list[Meld]:
    return [meld for meld in melds(hand, active) if trash(meld.left) == 0]


def most_winning_points(hand: Names, active: str, exposed_triple: int) -> int | None:
    """Return 7.2: the most points of the new set and the rest, or None if nothing wins."""
    worth = {"king": 1, "pair": 0, "triple": exposed_triple, "khui": 6, "four-pawns": 2}
    return max(
        (worth.get(meld.kind, 1) + value(meld.left) for meld in winning_melds(hand, active)),
        default=None,
    )


def two_card_wait(hand: Names, ranks: Iterable[str] = ("RCN",)) -> bool:
    """Return 6.3 (c), by trying every way of naming the two: pawns, or of one colour and among such `ranks`."""
    if trash(hand) != 2:
        return False
    for one, other in combinations(split(hand)[2], 2):
        pawns = one[0] == other[0] == "P" and one != other
        court = one[1] == other[1] and any(one[0] in some and other[0] in some for some in ranks)
        if (pawns or (court and one != other)) and trash(minus(hand, [one, other])) == 0:
            return True
    return False


def waits(hand: Names) -> bool:
    """Return 13.6: whether the seat waits to win, so that it may let pairs go."""
    return trash(hand) < 2 or two_card_wait(hand, ("GM", "RCN"))


def usefulness(
    hand: Names, face_up: Counter[str], barred: frozenset[str] = frozenset()
) -> dict[str, int]:
    """Return 10.2 and 10.3, word for word: U of each legal discard; a king is melded as none of the `barred`."""
    return {
        discard: sum(
            (4 - hand.count(hit) - face_up[hit]) * gain(minus(hand, [discard]), hit, barred)
            for hit in ALL_NAMES
        )
        for discard in trash_cards(hand)
    }


def gain(left: Names, hit: str, barred: frozenset[str] = frozenset()) -> int:
    """Return 10.2: the card's gain to the block after the discard."""
    options = [meld for meld in melds(left, hit) if hit[0] != "K" or meld.kind not in barred]
    if not options:
        return 0
    if left.count(hit) == 3:
        options = [option for option in options if option.kind == "khui" or trash(option.left) == 0]
    return 1 + trash(left) - min(trash(option.left) for option in options)


def worst(useful: dict[str, int]) -> list[str]:
    return [name for name, most in useful.items() if most == max(useful.values())]
