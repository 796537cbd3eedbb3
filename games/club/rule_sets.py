"""Rule sets that a club saves for itself (§11.1): what may be chosen, and what no deal can be played by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.rules import PRESETS, RuleSet
from games.names import are_taken_for_one

NAME_LENGTH: Final = 40
"""Characters of a rule set's name."""
MOST: Final = 30
"""Rule sets that a club may offer at a time; a list that nobody overlooks helps nobody."""
NUMBERS: Final = {
    "stock_limit": range(21),
    "exposed_triple_points": range(1, 9),
    "unit": range(1, 101),
}
"""The numbers that a club may choose (§8.1, §2.4, §9.4), by their option."""


def why_not(rules: RuleSet) -> str | None:
    """The code of what speaks against saving this rule set; None where nothing does."""
    if not 0 < len(rules.key) <= NAME_LENGTH:
        return "rule-set.name"
    if not rules.seats or list(rules.seats) != sorted({2, 3, 4}.intersection(rules.seats)):
        return "rule-set.seats"
    if any(getattr(rules, option) not in numbers for option, numbers in NUMBERS.items()):
        return "rule-set.number"
    if rules.payment == "amount" and (rules.unit != 1 or rules.loser_kongs != "paid"):
        return "rule-set.amount"
    if rules.payment == "points" and rules.penalty:
        return "rule-set.penalty"
    if rules.claims == "forced" and (rules.declined_king_dies or rules.fourth_to_exposed_triple):
        return "rule-set.forced"
    return None


def is_taken(name: str, saved: Iterable[RuleSet]) -> bool:
    """Whether the eye may take this name for a preset's or for that of a saved rule set."""
    names = (*PRESETS, *(rules.key for rules in saved))
    return any(are_taken_for_one(name, other) for other in names)
