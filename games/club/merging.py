"""Events and open proposals for merging two accounts of one person, in the stream of the account that ends. Pure.

An owner proposes. The person of each account confirms; for a guest without a login a second member of the staff does.
The last confirmation merges the accounts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from games.engine.disputing.approval import Approval

LAPSES: Final = timedelta(days=30)
"""After how long a proposal that nobody has answered no longer counts."""


@dataclass(frozen=True, slots=True)
class MergeProposed:
    """An owner proposed to merge this account into another one."""

    staying: int
    """The account that stays."""
    reason: str


@dataclass(frozen=True, slots=True)
class MergeConfirmed:
    """The merge was confirmed on behalf of one of the two accounts."""

    account: int


@dataclass(frozen=True, slots=True)
class MergeDeclined:
    """The merge was declined by the person of an account, or for a guest by a second member of the staff."""

    staying: int


@dataclass(frozen=True, slots=True)
class MergeTakenBack:
    """An owner withdrew the proposal; nothing changes."""

    staying: int


@dataclass(frozen=True, slots=True)
class AccountsMerged:
    """The account ended; its chips went to the account that stays."""

    staying: int
    chips: int
    """What the ended account had: negative where it owed them."""
    reason: str


@dataclass(frozen=True, slots=True)
class MergedChipsMoved:
    """Chips that an ended account won or lost after the merge, as by a late ruling, moved to the one that stays."""

    staying: int
    chips: int


MergeEvent = (
    MergeProposed
    | MergeConfirmed
    | MergeDeclined
    | MergeTakenBack
    | AccountsMerged
    | MergedChipsMoved
)
"""Every event of a merge."""


@dataclass(frozen=True, slots=True)
class Merge:
    """An open proposal to merge two accounts."""

    ending: int
    approval: Approval[MergeProposed, int]
    confirmed: Mapping[int, int] = field(default_factory=dict)
    """By account, the person who confirmed the proposal for it."""

    @property
    def staying(self) -> int:
        """Return the account that stays after the merge."""
        return self.approval.wish.staying

    @property
    def accounts(self) -> tuple[int, int]:
        """Return both accounts; the one that stays comes first."""
        return self.staying, self.ending

    @property
    def until(self) -> datetime:
        """Return when the proposal lapses."""
        assert self.approval.at is not None
        return self.approval.at + LAPSES

    def missing(self, guests: Collection[int]) -> tuple[int, ...]:
        """Return the accounts that still need a valid confirmation; `guests` are accounts without a login."""
        return tuple(
            one
            for one in self.accounts
            if one not in self.confirmed or not self._holds(one, guests)
        )

    def asked(self, person: int, guests: Collection[int], *, has_duty: bool) -> tuple[int, ...]:
        """Return the accounts that this person may confirm and nobody has confirmed yet."""
        seconds = has_duty and self.approval.may_sign(person, *self.accounts)
        return tuple(
            one for one in self.missing(guests) if (seconds if one in guests else one == person)
        )

    def _holds(self, account: int, guests: Collection[int]) -> bool:
        # A guest who has become a member meanwhile has a login, and is asked again.
        return account in guests or self.confirmed[account] == account


def after(
    waits: Merge | None, ending: int, event: object, *, by: int | None, at: datetime
) -> Merge | None:
    """Return the open proposal of an account's stream after one more event, None if there is none.

    Raises ValueError if an account is merged without confirmations for both.
    """
    match event:
        case MergeProposed():
            return Merge(ending, Approval(event, by or 0, at))
        case MergeConfirmed(account) if waits is not None:
            return replace(waits, confirmed={**waits.confirmed, account: by or 0})
        case MergeDeclined() | MergeTakenBack():
            return None
        case AccountsMerged(staying):
            people = {} if waits is None else waits.confirmed
            if waits is None or waits.staying != staying or {*people} != {*waits.accounts}:
                raise ValueError(f"account {ending} was merged and both had not confirmed")
            return None
    return waits
