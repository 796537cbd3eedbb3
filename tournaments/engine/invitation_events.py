"""Who is invited to a tournament that takes only those who are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class MembersInvited:
    """A director invited these members, in this order; none of them was invited before."""

    players: tuple[int, ...]
    director: int


@dataclass(frozen=True, slots=True)
class InvitationTakenBack:
    """A director took a member's invitation back, who has not entered and stands on no reserve list."""

    player: int
    director: int


InvitationEvent: TypeAlias = MembersInvited | InvitationTakenBack
"""Everything that happens to invitations."""
