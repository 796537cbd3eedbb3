"""The house's own rules for tests (§13): rule sets for Hypothesis, and the worked payments H1 to H12."""

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings

from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.scoring import Result, score, yellow_kings
from games.engine.sets import CardSet, SetKind
from tests.support.builders import DULL, position
from tests.support.engine.text import cards

OFTEN = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)
SIMPLE = replace(
    VINAGAMES, key="A", base=0, fixed=0, factor_for="nothing", loser_kongs="none", penalty="none"
)
DEAR = replace(FOURSAC, key="A", factor=2, factor_for="quan")
BLAMED = replace(FOURSAC, key="A", penalty="pays-for-all", discards="trash")
H: dict[str, Any] = {
    "H1": (replace(VINAGAMES, key="A", four_pawns=4), 0, "", 7, {}, {}, None, (60, -20, -20, -20)),
    "H2": (replace(VINAGAMES, key="A", khap=6), 2, "", 9, {}, {1: 1}, None, (-28, -10, 66, -28)),
    "H3": (DEAR, 1, "quan", 15, {}, {}, None, (-30, 90, -30, -30)),
    "H4": (MIEN_NAM, 3, "Ky", 1, {}, {}, None, (-15, -15, -15, 45)),
    "H5": (MIEN_NAM, 3, "khui Ky Ky", 9, {0: "quan"}, {}, None, (-30, -30, -30, 90)),
    "H6": (SIMPLE, 0, "quan", 13, {2: "khui"}, {}, None, (39, -13, -13, -13)),
    "H7": (BLAMED, 0, "", 7, {}, {}, 2, (21, 0, -21, 0)),
    "H8": (
        replace(DEAR, loser_kongs="deduct", penalty="pays-for-all", discards="trash"),
        *(0, "quan", 15, {1: "khui"}, {}, 2, (84, 0, -84, 0)),
    ),
    "H9": (DEAR, 0, "quan", 15, {1: "khui"}, {}, None, (84, -12, -36, -36)),
    "H10": (
        replace(MIEN_NAM, penalty="pays-for-all"),
        *(3, "khui Ky", 9, {}, {}, 0, (-75, 0, 0, 75)),
    ),
    "H11": (MIEN_NAM, 0, "quan-of-Ky", 9, {}, {}, None, (120, -40, -40, -40)),
    "H12": (
        replace(VINAGAMES, key="A", quan=10),
        *(0, "", 7, {1: "quan"}, {}, None, (50, 10, -30, -30)),
    ),
}
"""Rules, winner, its telling sets, its points, the losers' kongs and khaps, offender, net."""


def told(text: str) -> tuple[CardSet, ...]:
    """The winner's sets that its payment hangs on beside its points."""
    made = {
        "quan": CardSet(SetKind.QUAN, cards("Rr Rr Rr Rr")),
        "khui": CardSet(SetKind.KHUI, cards("Cr Cr Cr Cr")),
        "quan-of-Ky": CardSet(SetKind.QUAN, cards("Ky Ky Ky Ky")),
        "Ky": CardSet(SetKind.KING, cards("Ky")),
    }
    return tuple(made[word] for word in text.split())


def paid(row: str) -> Result:
    """Return what the engine pays in a worked payment."""
    rules, winner, sets, points, kongs, khaps, offender, _net = H[row]
    kinds = [
        [made.kind for made in told(sets) if made.kind in (SetKind.QUAN, SetKind.KHUI)]
        if seat == winner
        else [SetKind(kind) for kind in kongs.get(seat, "").split()]
        for seat in range(4)
    ]
    return score(
        rules,
        winner=winner,
        sets=told(sets),
        kongs=kinds,
        khaps=[khaps.get(seat, 0) for seat in range(4)],
        offender=offender,
        counted=(points, yellow_kings(told(sets))),
    )


def h13() -> tuple[list[str], Result]:
    """What happens in the worked payment that hangs on which meld counts (§7.2), and what is paid."""
    table = position(
        replace(VINAGAMES, key="A", khap=6),
        hands=["Kr Kr Kr Rw Rw", DULL, DULL, DULL],
        public=["Gy Gy Gy, Ng Ng Ng, Py Py Py, Rr Cr Nr, Mw Mw Mw"],
        stock="Kr",
        active="Cg",
    )
    return table.when(0, "hit"), table.result
