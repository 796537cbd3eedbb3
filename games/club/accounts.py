"""Events by which the staff changes a member's account, table or texts: in the stream `member-<id>`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ACCOUNT_FIELDS: Final = (
    "is_active",
    "username",
    "display_name",
    "first_name",
    "last_name",
    "email",
    "is_bot",
)
"""What of an account the staff can change beside duties and password; the names are stored and final."""


@dataclass(frozen=True, slots=True)
class AccountSet:
    """The staff changed some fields of an account. The event has the names of the fields, never their contents."""

    changed: tuple[str, ...]
    is_open: bool
    """Whether the member can log in from now on."""
    reason: str


@dataclass(frozen=True, slots=True)
class PasswordSet:
    """Staff set or removed the member's password, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class SecondFactorTaken:
    """An owner removed the member's second factor, with all sessions and API tokens."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A director closed a club table. The event is in the stream of the table's host, also if the host is a guest."""

    table: int
    seated: tuple[int, ...]
    """Who sat there."""
    reason: str


@dataclass(frozen=True, slots=True)
class WordsRemoved:
    """A director removed what the member had written about a deal, with a reason; the text is not stored."""

    deal: int
    reason: str


@dataclass(frozen=True, slots=True)
class CollectionRemoved:
    """A director removed a collection that the member had shared, for this reason; its text is not stored."""

    reason: str


AccountEvent = (
    AccountSet | PasswordSet | SecondFactorTaken | TableClosed | WordsRemoved | CollectionRemoved
)
"""What the staff does to a member's account, table or words."""
