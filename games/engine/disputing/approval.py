"""Approval by a second person: one proposes, another signs. Used for everything that needs two signatures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

W = TypeVar("W")
P = TypeVar("P", int, str)


@dataclass(frozen=True, slots=True)
class Approval(Generic[W, P]):
    """A proposal that waits for somebody else's signature. The state that holds it removes it when it is settled.

    It can be signed, declined, withdrawn by its proposer, or dropped because the matter was decided otherwise. Each
    kind of proposal has its own events and refusals for this.
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
        """The time from which the proposal holds without a second person; None if somebody has to sign it."""
        if self.at is None or self.alone_after is None:
            return None
        return self.at + self.alone_after

    def is_due(self, now: datetime) -> bool:
        """Return whether the proposal now holds without a second person."""
        return self.until is not None and self.until <= now

    def may_sign(self, person: P, *barred: P) -> bool:
        """Return whether a person may sign: not the proposer, nor anyone with an interest in it (`barred`)."""
        return person != self.by and person not in barred
