"""Words of a member that somebody of the staff took away: facts of the stream `member-<id>`. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordsRemoved:
    """A director took away what the member had written about a deal, for this reason; the words are kept nowhere."""

    deal: int
    reason: str


@dataclass(frozen=True, slots=True)
class CollectionRemoved:
    """A director took away a collection that the member had shared, for this reason; its words are kept nowhere."""

    reason: str


WordEvent = WordsRemoved | CollectionRemoved
"""What the staff does to a member's words."""
