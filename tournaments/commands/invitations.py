"""Invitations to a tournament that takes only who is invited.

Each use case is one transaction, authority first; both return the stream's version and raise `games.errors.Refused`
with nothing changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.errors import Refused
from games.models import Player
from tournaments import queries
from tournaments.commands.authority import carry_out, check_no_interest, require_director
from tournaments.engine import admission
from tournaments.engine.entry_events import InvitationTakenBack, MembersInvited
from tournaments.engine.events import TournamentEvent
from tournaments.engine.state import Status, TournamentState

MOST_ASKED = 500
"""Members who are invited at once."""


def invite(
    *,
    by: Player,
    tournament_id: int,
    players: Sequence[int],
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Invite these members, all or nobody; who is invited already stays so. Only a director may.

    Once the tournament runs nobody does who plays in it, and nobody invites themselves. Refused where one is a guest,
    or has no open account.
    """
    require_director(by)
    asked = [player for player in dict.fromkeys(players) if 0 < player < 2**63]
    known = queries.players_by_id(asked[:MOST_ASKED])
    if len(known) < len(set(players)) or not all(
        player.is_active and not player.is_guest for player in known.values()
    ):
        raise Refused("guest.member-only")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        if state.status is Status.RUNNING:
            check_no_interest(by, state)
        return admission.decide_invite(state, players=players, director=by.pk)

    return carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(MembersInvited,),
    )


def take_invitation_back(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Take a member's invitation back, as long as it was not used. Only a director may who does not play."""
    require_director(by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        check_no_interest(by, state)
        return admission.decide_take_invitation_back(state, player=player, director=by.pk)

    return carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(InvitationTakenBack,),
    )
