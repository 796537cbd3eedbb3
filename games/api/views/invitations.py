"""API views of invitations to a table for invited members.

A member accepts by sitting down. An invitation reserves no seat, so nobody has to decline.
"""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import commands, queries
from games.api import serializers
from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT, READ
from games.errors import Refused
from games.models import Player, Table
from games.queries.play.lobby import invited_to, why_not_invite


def _hosted(request: Request, table_id: int) -> tuple[Player, Table]:
    """Return the player and the table, if the player may invite members to it. Raises Refused."""
    player, table = player_of(request), queries.get_table(table_id)
    if player.is_guest:
        raise Refused("guest.member-only")
    if refusal := why_not_invite(player, table):
        raise Refused(refusal)
    return player, table


def _invited(table: Table) -> Response:
    return Response(serializers.InvitedSerializer(invited_to(table), many=True).data)


class Invitations(APIView):
    """The members who are invited to a table."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tables_invitations",
        responses={200: serializers.InvitedSerializer(many=True), **problems(403, 404, 409)},
        summary="The members invited to your table, by name",
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Return the members who are invited and may sit down."""
        _player, table = _hosted(request, table_id)
        return _invited(table)

    @extend_schema(
        operation_id="tables_invite",
        request=serializers.InvitesSerializer,
        responses={200: serializers.InvitedSerializer(many=True), **problems(403, 404, 409, 422)},
        summary="Invite members, also programs' accounts, to your table",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Invite these members, all or none.

        They see the invitation at `GET /tables/?invited=true` or on their stream, and accept by sitting down.
        """
        player, table = _hosted(request, table_id)
        asked = body_of(request, serializers.InvitesSerializer)
        invited = queries.members_named(asked["players"], by=player)
        commands.invite(by=player, table_id=table.pk, players=invited)
        return _invited(table)


class InvitationTakenBack(APIView):
    """Withdrawing an invitation."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=serializers.InvitationBackSerializer,
        responses={200: serializers.InvitedSerializer(many=True), **problems(403, 404, 409, 422)},
        summary="Take back the invitation of a member who doesn't sit at your table",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Withdraw a member's invitation. Repeating it changes nothing."""
        player, table = _hosted(request, table_id)
        asked = body_of(request, serializers.InvitationBackSerializer)
        invited = invited_to(table).filter(pk=asked["player"]).first()
        if invited is not None:
            commands.take_back_invitation(by=player, table_id=table.pk, player=invited)
        return _invited(table)
