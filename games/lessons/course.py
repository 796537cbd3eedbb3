"""The two lessons, each of one or more real deals; `tests/games/lessons/` plays them.

The cards that a lesson needs are chosen; the rest are dealt so that nobody else can take anything in between.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.engine.rules import FOURSAC, VINAGAMES
from games.lessons.script import Lesson, LessonStep, Pick, Play, Read, Reckon, Scene

_VINAGAMES_SCENES: Final = (
    # A whole deal, won.
    Scene(
        (
            "Kw Gr Gr Gw My My Mg Rr Ry Rw Rw Cr Cy Cg Nr Ng Ng Ng Pr Py Pg",
            "Kr Kr Kg Kw Gy My Mg Mw Mw Rr Ry Ry Rw Nr Nw Nw Pr Pg Pg Pw",
            "Kr Ky Ky Kg Gr Gr Gy Gy Gg Mr Rr Rg Cy Cg Cw Ng Nw Py Pg Pw",
            "Kg Gy Gg Gg Gw Gw Mr Mg Ry Rg Cr Cy Cg Cw Cw Nr Nw Pr Py Py",
        ),
        "Cr Nr Ny Ny Kw Gg Rg Mr Mw Pr Ny Ny Mg Cr Mr Cw Kw Rr Kg Mw Rw Rg Pw Pw Gw My Cg Cy Ky Kr Ky",
    ),
    # A khap and a quan.
    Scene(
        (
            "Kr Gw Mr Mr Ry Rg Rg Rg Cy Cy Cy Cy Cw Ng Nw Nw Pr Py Pg Pw",
            "Kr Ky Kg Kg Kw Kw Gw Mg Mw Rr Ry Rw Rw Cr Cw Nr Ny Nw Nw Py Pw",
            "Kw Gr Gy Gy Gg Gg Gw My My Mw Cr Cr Cg Cg Cw Ny Ng Pr Pr Pg",
            "Ky Kg Kw Gr Gg Mr My Mg Rr Ry Rw Cg Cg Nr Nr Ng Py Pg Pw Pw",
        ),
        "Rg Kr Ky Gw Gy Cw Kg Ry Gr Mg Py Gg Pr Mg Nr Gr Cr Kr My Mw Ny Mr Mw Ng Rr Rw Rr Gy Pg Ky Ny",
        starter=1,
    ),
    # The same hand, with another card drawn.
    Scene(
        (
            "Kr Gw Mr Mr Ry Rg Rg Rg Cy Cy Cy Cy Cw Ng Nw Nw Pr Py Pg Pw",
            "Kr Ky Kg Kw Kw Gr Gr Gg Gw My My Ry Ry Cr Cr Cg Cg Cw Ny Ng Py",
            "Kr Kr Kw Gy Gw Gw My My Mg Mw Rr Rw Cw Cw Nr Ny Nw Pr Py Pg",
            "Ky Kg Kw Gr Gy Gy Mg Mw Mw Rr Rg Rw Rw Cg Cg Ny Pr Pr Py Pg",
        ),
        "Mr Pw Rr Ky Kg Ng Cr Nr Gg Mw Gy Rw Gg Pw Kg Mg Nr Pw Nr Ky Ny Gg Mg Ry Rr Mr Cr Gr Nw Pg Ng",
        starter=1,
    ),
    # Somebody else's penalty.
    Scene(
        (
            "Kr Kg Gr Gy Gy Gy Mr Mw Mw Rr Rr Ry Rw Cy Cg Cw Nw Py Py Pg Pg",
            "Kr Kr Ky Kg Gg Gw Mr My My Mw Rw Cy Cw Cw Nr Nr Ny Ny Py Pw",
            "Ky Kg Kg Kw My Mg Ry Rg Cr Cy Cy Cg Ny Ng Ng Nw Pr Pr Pg Pw",
            "Kr Ky Kw Kw Gr Gr Gw Mr Mg Mw Rr Cr Cg Cw Nr Ny Nw Pr Pw Pw",
        ),
        "Gw Cr Kw Py Cr Cg Gg Nr Mg My Ky Rw Ng Gw Mg Mr Rg Gg Ry Nw Ng Rg Rr Rw Pg Gy Gr Pr Ry Rg Gg",
    ),
)

_FOURSAC_SCENES: Final = (
    Scene(
        (
            "Ky Kw Gr Gr Gw My My Mg Rr Ry Rw Cr Cy Cg Cg Cg Nr Nw Pr Py Pg",
            "Kr Kr Ky Kw Gr Gy Gg Mw Mw Rg Rw Cy Cw Ny Ng Nw Nw Pr Pg Pw",
            "Kr Kg Kw Gg Gg Gw Mg Rr Ry Ry Rg Rw Cr Cy Cw Ng Pr Pr Py Py",
            "Ky Ky Kw Gy My Mg Mw Rr Rw Cr Cr Cy Cw Cw Nr Nw Py Pg Pw Pw",
        ),
        "Mr My Pw Gw Nr Kg Cg Gr Nr Ny Mr Ng Mr Mr Ny Mw Kg Gg Rg Kr Gy Ry Ng Pg Gw Gy Ny Mg Rr Rg Kg",
    ),
)

LESSONS: Final = MappingProxyType(
    {
        "vinagames": Lesson(
            "vinagames",
            VINAGAMES,
            _VINAGAMES_SCENES,
            (
                LessonStep("welcome", "§1.1", Read()),
                LessonStep("khap", "§2.3", Pick("Ng Ng Ng")),
                LessonStep("chow", "§2.8", Pick("Rr Cr Nr")),
                LessonStep("pawns", "§2.9", Pick("Pr Py Pg")),
                LessonStep("trash", "§3.5", Pick("Gw Mg Ry Cy Cg")),
                LessonStep("discard", "§4.1", Play("discard Mg")),
                LessonStep("meld", "§5.1", Play("meld Ry Cy")),
                LessonStep("after-meld", "§5.3", Play("discard Cg")),
                LessonStep("hit", "§6.4", Play("hit")),
                LessonStep("pass", "§6.4", Play("pass")),
                LessonStep("points", "§7.1", Reckon(7, (3, 5, 7))),
                LessonStep("payment", "§9.1", Reckon(20, (7, 10, 20))),
                LessonStep("quan", "§2.5", Read(), scene=1, still=True),
                LessonStep("khui", "§6.2", Play("discard Ry"), ("1 discard Ry",), scene=1),
                LessonStep("pair", "§6.3", Read(), ("1 discard Ng",), scene=2),
                LessonStep("worst", "§10.3", Play("discard Ng"), scene=2),
                LessonStep("one-short", "§10.5", Play("discard Cg"), scene=3),
                LessonStep(
                    "penalty",
                    "§9.3",
                    Reckon(60, (20, 40, 60)),
                    (
                        *("1 hit", "1 pass", "2 hit", "2 pass"),
                        *("3 hit", "3 meld", "3 discard Ny"),
                    ),
                    scene=3,
                ),
            ),
        ),
        "4sac": Lesson(
            "4sac",
            FOURSAC,
            _FOURSAC_SCENES,
            (
                LessonStep("welcome-4sac", "§6.6", Read()),
                LessonStep("khap-4sac", "§2.3", Pick("Cg Cg Cg")),
                LessonStep("chow", "§2.8", Pick("Rr Cr Nr")),
                LessonStep("pawns", "§2.9", Pick("Pr Py Pg")),
                LessonStep("trash", "§3.5", Pick("Gw Mg Ry Rw Cy Nw")),
                LessonStep("discard-4sac", "§4.2", Play("discard Mg")),
                LessonStep("triple", "§6.6", Play("claim triple")),
                LessonStep("after-triple", "§5.3", Play("discard Gw")),
                LessonStep("hit-4sac", "§6.9", Play("hit")),
                LessonStep("king", "§6.8", Play("meld")),
                LessonStep("after-king", "§4.3", Play("discard Nw")),
                LessonStep("kong", "§2.6", Play("claim kong")),
                LessonStep("after-kong", "§5.3", Play("discard Rw")),
                LessonStep("decline", "§6.7", Play("pass")),
                LessonStep("win", "§6.6", Play("claim win")),
                LessonStep("points-4sac", "§2.4", Reckon(15, (11, 13, 15))),
                LessonStep("payment-4sac", "§9.4", Reckon(45, (15, 30, 45))),
            ),
        ),
    }
)
"""The lessons by the key of their rule set."""
