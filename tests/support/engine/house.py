"""The house's own payments by the rules' text alone (§2, §7.2, §9, §13.1-§13.4, §13.13, §13.17): slow, literal.

It shares nothing with the engine. Options are a record's, cards are names, a set is its kind and its cards. What cards
may be melded it asks the oracle beside it, which knows no points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from tests.support.engine import oracle

Options = dict[str, Any]
Made = tuple[str, tuple[str, ...]]
OPTION = {"triple": "exposed_triple"}


class Winning(NamedTuple):
    """One way to win with the active card."""

    kind: str
    used: tuple[str, ...]


@dataclass
class Outcome:
    """How a deal ended."""

    winner: int | None
    points: int
    amount: int
    net: list[int]
    offender: int | None
    next_starter: int


def points(options: Options, kind: str, cards: Iterable[str]) -> int:
    """13.1: the points of one set."""
    if kind == "pair" and all(card[0] == "K" for card in cards):
        return int(options["king_pair"])
    return int(options[OPTION.get(kind, kind.replace("-", "_"))])


def kind_of(cards: tuple[str, ...]) -> str:
    """2.1, 2.2, 2.7 to 2.10: the kind of a set of private cards outside khaps."""
    if len(cards) == 1:
        return "king"
    return "pair" if cards[0] == cards[1] else oracle.mixed_kind(cards)


def private_points(options: Options, hand: Iterable[str]) -> int:
    """2.11: the most points of the private block; khaps count as they lie, quans that are not laid yet too."""
    khaps, quans, loose = oracle.split(hand)
    worth = {
        cards: points(options, kind_of(cards), cards)
        for cards in oracle.LOOSE_SETS
        if oracle.holds(loose, cards)
    }
    locked = options["khap"] * len(khaps) + options["quan"] * len(quans)
    return int(locked - _arrange(loose, tuple(worth.items()))[1])


@lru_cache(maxsize=100_000)
def _arrange(
    loose: tuple[str, ...], worth: tuple[tuple[tuple[str, ...], int], ...]
) -> tuple[int, int]:
    """The least trash of these cards, and minus the most points with it."""
    if not loose:
        return 0, 0
    trash, most = _arrange(loose[1:], worth)
    ways = [(trash + 1, most)]
    for cards, each in worth:
        if loose[0] in cards and oracle.holds(loose, cards):
            trash, most = _arrange(oracle.minus(loose, cards), worth)
            ways.append((trash, most - each))
    return min(ways)


def meets(options: Options, kinds: Iterable[str]) -> bool:
    """13.2: whether a hand with sets of these kinds meets `factor_for`."""
    wanted = {"nothing": set(), "quan": {"quan"}, "quan-or-khui": {"quan", "khui"}}
    return bool(wanted[options["factor_for"]].intersection(kinds))


def owed(options: Options, total: int, kinds: Iterable[str], yellow: int) -> int:
    """13.2 and 13.4: what one loser owes the winner of so many points, with sets of these kinds."""
    factor = options["factor"] if meets(options, kinds) else 1
    match options["payment"]:
        case "amount":
            return int((options["base"] + total) * factor + options["fixed"])
        case "points":
            return int(total * options["unit"] * factor)
    halves = options["yellow_king"] * yellow
    return int(options["unit"] * factor + halves * options["unit"] / 2)


def net(
    options: Options,
    *,
    winner: int,
    owed: int,
    kongs: list[list[str]],
    khaps: list[int],
    offender: int | None,
    shared: bool = False,
) -> list[int]:
    """9.2, 9.5, 10.8, 13.3 and 13.13: what each seat wins or pays; `kongs` are the kinds that each seat has."""
    seats = range(len(kongs))
    net = [0 for _ in seats]
    unit = options["unit"] if options["payment"] == "points" else 1

    def pay(payer: int, payee: int, amount: int) -> None:
        net[payer] -= amount
        net[payee] += amount

    for loser in seats:
        if loser == winner:
            continue
        own = sum(options[kind] * unit for kind in kongs[loser])
        due = max(0, owed - own) if options["loser_kongs"] == "deduct" else owed
        if offender is None or loser == offender:
            pay(loser, winner, due)
        elif shared:
            pay(loser, winner, due // 2)
            pay(offender, winner, due - due // 2)
        else:
            pay(offender, winner, due)
        if options["loser_kongs"] != "paid":
            continue
        for other in seats:
            if other != loser:
                pay(other, loser, own)
                if other != winner and options["payment"] == "amount":
                    pay(other, loser, options["khap"] * khaps[loser])
    return net


def paid(
    options: Options,
    public: Sequence[Sequence[Made]],
    private: Sequence[tuple[str, ...]],
    winner: int,
    offender: int | None,
) -> Outcome:
    """7 to 9: the end of a deal that this seat has won with these sets and this private block."""
    kinds = [[kind for kind, _cards in sets] for sets in public]
    total = sum(points(options, *made) for made in public[winner])
    total += private_points(options, private[winner])
    yellow = private[winner].count("Ky")
    yellow += sum(cards.count("Ky") for _kind, cards in public[winner])
    amount = owed(options, total, kinds[winner], yellow)
    paid = net(
        options,
        winner=winner,
        owed=amount,
        kongs=[[kind for kind in mine if kind in ("quan", "khui")] for mine in kinds],
        khaps=[len(oracle.split(cards)[0]) for cards in private],
        offender=offender,
    )
    assert -min(paid) <= most_lost(options, len(private)), (paid, options)
    return Outcome(winner, total, amount, paid, offender, winner)  # 8.3


def most_lost(options: Options, seats: int) -> int:
    """13.17, trying every number of every set."""
    sizes = {
        "king": 1,
        "pair": 2,
        "king_pair": 2,
        "khap": 3,
        "exposed_triple": 3,
        "quan": 4,
        "khui": 4,
        "king_guard_minister": 3,
        "rook_cannon_knight": 3,
        "three_pawns": 3,
        "four_pawns": 4,
    }
    best = {0: 0}
    for cards in range(1, 22):
        best[cards] = max(
            best[cards - size] + options[one] for one, size in sizes.items() if size <= cards
        )
    kinds = [] if options["factor_for"] == "nothing" else ["quan"]
    hands = seats - 1 if options["penalty"] == "pays-for-all" and seats > 2 else 1
    beside = 0
    if options["loser_kongs"] == "paid":
        unit = options["unit"] if options["payment"] == "points" else 1
        beside = 5 * max(options["quan"], options["khui"]) * unit
        if options["payment"] == "amount":
            beside = max(beside, 6 * options["khap"])
    return owed(options, best[21], kinds, 4) * hands + (seats - 2) * beside


def best_wins(
    options: Options,
    public: list[Made],
    hand: tuple[str, ...],
    active: str,
    *,
    barred: frozenset[str] = frozenset(),
    completes: bool = False,
) -> list[Winning]:
    """7.2: the best ways to win, none of them `barred`; `completes` where 5.5 allows one more."""
    before = [points(options, *made) for made in public]
    laid = [kind for kind, _cards in public]

    def rank(kind: str, used: tuple[str, ...], gained: int) -> tuple[int, bool, int, int]:
        total, kinds = sum(before) + gained, [*laid, kind]
        return owed(options, total, kinds, 0), meets(options, kinds), total, -len(used)

    ranked = {}
    for meld in oracle.winning_melds(hand, active):
        if meld.kind in barred:
            continue
        gained = points(options, meld.kind, (active, *meld.used))
        gained += private_points(options, meld.left)
        ranked[Winning(meld.kind, meld.used)] = rank(meld.kind, meld.used, gained)
    if completes:
        gained = options["khui"] - options["exposed_triple"] + private_points(options, hand)
        ranked[Winning("completed", ())] = rank("khui", (), gained)
    return [way for way in ranked if ranked[way] == max(ranked.values())]
