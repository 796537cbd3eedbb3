"""Which modules are changed, and the tests near by that should notice it."""

from __future__ import annotations

from typing import Final

_ENGINE: Final = "tests/games/engine/"
_PLAY: Final = "tests/games/commands/"
_TOURNAMENT: Final = "tests/tournaments/engine/"

TARGETS: Final[dict[str, tuple[str, ...]]] = {
    "games/engine/worst.py": (f"{_ENGINE}test_worst.py",),
    "games/engine/hands/hand.py": (f"{_ENGINE}test_hand.py", f"{_ENGINE}test_worst.py"),
    "games/engine/taking.py": (f"{_ENGINE}test_taking.py", f"{_ENGINE}test_claims.py"),
    "games/engine/scoring.py": (f"{_ENGINE}test_scoring.py", f"{_ENGINE}test_winning.py"),
    "games/engine/ending.py": (f"{_ENGINE}test_deal_end.py", f"{_ENGINE}test_rulings.py"),
    "games/engine/disputing/rulings.py": (
        *(f"{_ENGINE}test_{name}.py" for name in ("rulings", "appeals", "signatures")),
    ),
    "games/engine/disputing/disputes.py": (
        *(f"{_ENGINE}test_{name}.py" for name in ("rulings", "appeals", "signatures")),
    ),
    "games/engine/real_cards/discards.py": (f"{_ENGINE}test_cardboard_discard.py",),
    "games/engine/disputing/sanctions.py": (
        f"{_ENGINE}test_sanctions.py",
        f"{_PLAY}test_refusals_of_people.py",
    ),
    "games/commands/people/accounts.py": (
        f"{_PLAY}test_kept_in_play.py",
        f"{_PLAY}test_refusals_of_people.py",
    ),
    "games/commands/deal/play.py": (
        f"{_PLAY}test_commands.py",
        f"{_PLAY}test_windows.py",
        f"{_PLAY}test_kept_in_play.py",
    ),
    "games/ledger/commands.py": ("tests/games/ledger", f"{_PLAY}test_kept_in_play.py"),
    "tournaments/engine/correcting/corrections.py": (
        f"{_TOURNAMENT}test_corrections.py",
        f"{_TOURNAMENT}test_refusals.py",
    ),
    "tournaments/engine/people/entries.py": (f"{_TOURNAMENT}test_entries.py",),
    "tournaments/engine/decisions.py": (
        f"{_TOURNAMENT}test_decisions.py",
        f"{_TOURNAMENT}test_refusals.py",
    ),
    "tournaments/engine/clock/timing.py": (
        f"{_TOURNAMENT}test_timing.py",
        f"{_TOURNAMENT}test_refusals.py",
    ),
    "tournaments/engine/scoring/prizes.py": (f"{_TOURNAMENT}test_prizes.py",),
    "tournaments/engine/scoring/standings.py": (f"{_TOURNAMENT}test_standings.py",),
    "tournaments/engine/scoring/tie_breaks.py": (f"{_TOURNAMENT}test_tie_breaks.py",),
    "tournaments/engine/people/substitutes.py": (f"{_TOURNAMENT}test_substitutes.py",),
    "tournaments/engine/correcting/sanctions.py": (
        f"{_TOURNAMENT}test_refusals.py",
        "tests/tournaments/commands/test_sanctions.py",
    ),
}
"""The rules of the game and of tournaments, and the commands that move chips and give duties."""
