"""Refusals about the money at the door."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

CASH: Final[dict[str, Refusal]] = {
    "tournament.door-fee-none": Refusal(
        "This tournament has no fee at the door. Set it under “Corrections”, “Change tournament "
        "settings”, then mark who has paid.",
        409,
    ),
    "tournament.cash-prize-early": Refusal(
        "Prizes are paid when the standings are final. Close the tournament first.", 409
    ),
    "tournament.cash-prize-paid": Refusal(
        "Another prize for this member is already marked as paid. Take that back first.", 409
    ),
    "tournament.cash-out-of-range": Refusal(
        "Write the amount as a whole number from {low} to {high}.", field="amount"
    ),
    "tournament.cash-words-missing": Refusal("Say what the money was for.", field="words"),
    "tournament.cash-words-long": Refusal(
        "Say in at most {limit} characters what the money was for.", field="words"
    ),
    "tournament.no-such-cash": Refusal(
        "This payment doesn't exist. Choose one from the list.", 404
    ),
    "tournament.cash-count-out-of-range": Refusal(
        "Enter the counted amount as a whole number from {low} to {high}.", field="counted"
    ),
}
"""Each by its code."""
