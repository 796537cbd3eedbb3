"""The verdict on a discard by the rulebook's text alone (§10.2 to §10.4, §13.13)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.support.engine import oracle
from tests.support.engine.house import Made, Options
from tests.support.engine.oracle import Names


@dataclass
class Verdict:
    """10.4: U of each card of D, and which are worst."""

    usefulness: dict[str, int]
    worst: list[str]


@dataclass
class Active:
    """The active card, who discarded or drew it, and what was judged of its discard."""

    card: str
    by: int
    drawn: bool
    verdict: Verdict | None = None
    opening: bool = False


def judge(
    options: Options,
    hand: Names,
    public: Iterable[Sequence[Made]],
    dead: Iterable[str],
    stock: int,
) -> Verdict:
    """Judge a discard from this private block, before it is made."""
    face_up = Counter(dead)
    for sets in public:
        for _kind, cards in sets:
            face_up.update(cards)
    useful = oracle.usefulness(hand, face_up, kings_barred(options))
    at_limit = stock <= options["stock_limit"]
    return Verdict(useful, list(useful) if at_limit else oracle.worst(useful))


def kings_barred(options: Options) -> frozenset[str]:
    """What nobody makes of a king (5.4, 6.8, 13.5, 13.10)."""
    pair = {"pair"} if options["pair_claim"] == "offered" else set()
    return frozenset(pair | (set() if options["king_triples"] else {"triple"}))
