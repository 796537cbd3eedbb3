"""Rule sets that a club saves for itself (§11.1): what may be chosen, and what no deal can be played by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.common.names import are_taken_for_one
from games.engine.rules import PRESETS, RuleSet, objection

NAME_LENGTH: Final = 40
"""Characters of a rule set's name."""
MOST: Final = 30
"""Rule sets that a club may offer at a time; a list that nobody overlooks helps nobody."""


def why_not(rules: RuleSet) -> str | None:
    """The code of what speaks against saving this rule set; None where nothing does."""
    if not 0 < len(rules.key) <= NAME_LENGTH:
        return "rule-set.name"
    against = objection(rules)
    return None if against is None else against.code


def is_taken(name: str, saved: Iterable[RuleSet]) -> bool:
    """Whether the eye may take this name for a preset's or for that of a saved rule set."""
    names = (*PRESETS, *(rules.key for rules in saved))
    return any(are_taken_for_one(name, other) for other in names)
