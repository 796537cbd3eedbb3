"""The house rules: limits and customs that a club sets for itself, and its own rule sets (§11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.common.names import are_taken_for_one, searchable
from games.engine.rules import OPTIONS, PRESETS, RuleSet, objection


@dataclass(frozen=True, slots=True)
class HouseRules:
    """All house rules. A new one needs a default, because rules stored earlier lack its field."""

    claim_seconds: int = 5
    """How long claims that may be declined are open behind every discard and draw, asked or not, in seconds (§6.10).
    With 0 they close as soon as all who are asked have answered, and how long that takes tells others."""
    claim_hold_seconds: int = 10
    """By how many seconds a seat may hold an open window up, once a window."""
    start_chips: int = 1000
    """Chips out of the house that a member's account is opened with."""
    lowest_balance: int = 0
    """What an account may fall to by playing: 0, or a negative number of chips that the club lends."""
    cover_points: int = 0
    """Points that one must be able to pay before a deal; 0 for the most that a deal can cost by its rules."""
    alone_chips: int = 10_000
    """Chips that one person may grant alone within a day, in all; of more a second person has to confirm each wish."""
    guests_join: int = 0
    """Whether a guest may become a member by themselves: 1; with 0 a director's invitation is needed."""
    second_signature_chips: int = 0
    """Chips that one referee's ruling may move in all, payments and prizes; of more a second one has to sign it
    (§10.8). 0 for any number."""
    ruling_hours: int = 0
    """Hours in which a referee is to rule on a dispute or an appeal, where no tournament says otherwise; 0 for none.
    Nothing is decided when they are over."""
    tournament_replays_kept: int = 0
    """Whether deals of tournaments are open to members alone when they are over: 1; with 0 to whoever has the link."""
    table_replays_kept: int = 0
    """The same of all other deals; with 0 whoever has the link may open one when all who played it have said so."""


NAME_LENGTH: Final = 40
"""Characters of a rule set's name."""
MOST: Final = 30
"""Rule sets that a club may offer at a time; a list that nobody overlooks helps nobody."""


def why_not(rules: RuleSet) -> tuple[str, str] | None:
    """Return why this rule set cannot be saved, or None if it can.

    The reason has two parts: the code of the refusal, and the name and allowed range of the wrong option. The second
    part is empty if the code says enough.
    """
    if not 0 < len(rules.key) <= NAME_LENGTH:
        return "rule-set.name", ""
    against = objection(rules)
    return None if against is None else (against.code, _out_of_range(rules))


def _out_of_range(rules: RuleSet) -> str:
    """Return the name and allowed range of the first option that is out of range, as text; empty if none is."""
    for name, option in OPTIONS.items():
        if isinstance(option.values, range) and getattr(rules, name) not in option.values:
            return f"{name}: {option.values[0]}–{option.values[-1]}"
    return ""


def is_taken(name: str, saved: Iterable[RuleSet]) -> bool:
    """Return whether this name could be mistaken for a preset's or a saved rule set's."""
    names = (*PRESETS, *(rules.key for rules in saved))
    return any(_run_together(name) == _run_together(preset) for preset in PRESETS) or any(
        are_taken_for_one(name, other) for other in names
    )


def _run_together(name: str) -> str:
    return "".join(filter(str.isalnum, searchable(name)))
