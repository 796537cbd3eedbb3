"""Approval by a second person: one proposes, another signs. Pure, and the same for all that waits for a signature."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

W = TypeVar("W")
P = TypeVar("P", int, str)


@dataclass(frozen=True, slots=True)
class Approval(Generic[W, P]):
    """A wish that waits until somebody else signs it; the owner of the state drops it when it no longer waits.

    It ends signed, declined by another, taken back by its proposer, or laid aside because the matter was decided
    otherwise. Which events say so, and how a refusal reads, is up to each kind of wish.
    """

    wish: W
    by: P
    """The proposer, by player id or label."""
    at: datetime | None = None
    """When it was proposed; None where the state keeps no times."""
    alone_after: timedelta | None = None
    """How long it waits before it holds without a second person; None where somebody has to sign it."""

    @property
    def until(self) -> datetime | None:
        """Return when it holds without a second person; None where somebody has to sign it."""
        if self.at is None or self.alone_after is None:
            return None
        return self.at + self.alone_after

    def is_due(self, now: datetime) -> bool:
        """Return True once it holds without a second person."""
        return self.until is not None and self.until <= now

    def may_sign(self, person: P, *barred: P) -> bool:
        """Return True for everyone but the proposer and those who have an interest in it (`barred`)."""
        return person != self.by and person not in barred
