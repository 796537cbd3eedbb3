"""Rules for changing the club's limits on chips, with the events of a proposal. Pure.

One owner can make a limit stricter immediately. Raising a limit or switching it off takes two owners, or a lone owner
and a week in which everybody can see the proposal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from games.club.house_rules import HouseRules
from games.engine.disputing.approval import Approval

LIMITS: Final = ("start_chips", "lowest_balance", "alone_chips", "second_signature_chips")
"""The rules of the house that two owners raise together; stored and final."""
OFF_AT_ZERO: Final = frozenset({"second_signature_chips"})
"""Those that say "any number" by 0."""
WEEK: Final = timedelta(days=7)
"""How long a lone owner's proposal waits, and for how long who got keys of an owner signs nothing of that owner's."""


@dataclass(frozen=True, slots=True)
class LimitsProposed:
    """An owner proposed to raise these limits to these numbers of chips."""

    number: int
    """1, 2 … in the club."""
    by: int
    """The owner."""
    limits: dict[str, int]
    reason: str
    alone: bool
    """Whether there was no other owner, so that it takes effect after a week."""


@dataclass(frozen=True, slots=True)
class LimitsSigned:
    """Another owner signed the proposal; the event after this one sets the limits."""

    number: int


@dataclass(frozen=True, slots=True)
class LimitsDeclined:
    """Another owner declined the proposal; nothing changes."""

    number: int


@dataclass(frozen=True, slots=True)
class LimitsTakenBack:
    """The owner who had proposed new limits withdrew the proposal; nothing changes."""

    number: int


@dataclass(frozen=True, slots=True)
class LimitsRipened:
    """A lone owner's proposal went a week without being declined; the event after this one sets the limits."""

    number: int


LimitEvent = LimitsProposed | LimitsSigned | LimitsDeclined | LimitsTakenBack | LimitsRipened
"""Everything that happens to proposals."""


def approval_of(proposed: LimitsProposed, at: datetime) -> Approval[LimitsProposed, int]:
    """Return the approval that a proposal made at this time waits for: another owner's, or a week if there is
    none.
    """
    return Approval(proposed, proposed.by, at, WEEK if proposed.alone else None)


def raised(before: HouseRules, after: HouseRules) -> dict[str, int]:
    """Return the limits that `after` makes looser than `before`, by name, with their new values."""
    asked = {name: getattr(after, name) for name in LIMITS}
    return {
        name: chips
        for name, chips in asked.items()
        if _looseness(name, chips) > _looseness(name, getattr(before, name))
    }


def with_limits(rules: HouseRules, limits: dict[str, int]) -> HouseRules:
    """Return the house rules with the limits in `limits` replaced; unknown names are ignored."""
    known = {name: chips for name, chips in limits.items() if name in LIMITS}
    return replace(rules, **known)


def _looseness(name: str, chips: int) -> float:
    if name == "lowest_balance":  # the lower, the more the club lends
        return -chips
    return float("inf") if name in OFF_AT_ZERO and not chips else chips
