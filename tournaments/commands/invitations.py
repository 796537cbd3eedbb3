"""Invitations to a tournament that takes only who is invited.

Each use case is one transaction, authority first.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import Refused
from tournaments import queries
from tournaments.commands.authority import check_no_interest, require_director, without_interest
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine import admission
from tournaments.engine.events import TournamentEvent
from tournaments.engine.invitation_events import InvitationTakenBack, MembersInvited
from tournaments.engine.state import Status, TournamentState

MOST_ASKED = 500
"""Members who are invited at once."""


@command(MembersInvited)
def invite(ask: Ask, *, players: Sequence[int]) -> Decide:
    """Invite these members, all or nobody; who is invited already stays so. Only a director may.

    Once the tournament runs nobody does who plays in it, and nobody invites themselves. Refused where one is a guest,
    or has no open account.
    """
    require_director(ask.by)
    asked = [player for player in dict.fromkeys(players) if 0 < player < 2**63]
    known = queries.players_by_id(asked[:MOST_ASKED])
    if len(known) < len(set(players)) or not all(
        player.is_active and not player.is_guest for player in known.values()
    ):
        raise Refused("guest.member-only")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        if state.status is Status.RUNNING:
            check_no_interest(ask.by, state)
        return admission.decide_invite(state, players=players, director=ask.by.pk)

    return decide


@command(InvitationTakenBack)
def take_invitation_back(ask: Ask, *, player: int) -> Decide:
    """Take a member's invitation back, as long as it was not used. Only a director may who does not play."""
    require_director(ask.by)
    return without_interest(
        ask,
        lambda state: admission.decide_take_invitation_back(
            state, player=player, director=ask.by.pk
        ),
    )
