"""Who is invited to a tournament, in JSON, as directors keep it."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.fields import Whole
from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT, READ
from games.api.serializers import Fields
from tournaments import commands, queries
from tournaments.commands.entering import MOST_ASKED


class InvitationSerializer(Fields):
    """A member who is invited."""

    id = serializers.IntegerField(source="player_id", help_text=_("The member's."))
    name = serializers.CharField(source="player.shown_name")
    invited_at = serializers.DateTimeField()
    invited_by = serializers.IntegerField(source="invited_by_id", help_text=_("The director."))


class InviteSerializer(Fields):
    """Whom to invite."""

    players = serializers.ListField(
        child=Whole(min_value=1),
        min_length=1,
        max_length=MOST_ASKED,
        help_text=_("Ids of members: all are invited, or nobody."),
    )
    idempotency_key = serializers.UUIDField()


class TakeBackSerializer(Fields):
    """Whose invitation is taken back."""

    player = Whole(min_value=1)
    idempotency_key = serializers.UUIDField()


class Invitations(APIView):
    """Who is invited."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_invitations",
        responses={200: InvitationSerializer(many=True), **problems(404)},
        summary="Who is invited to a tournament, in order",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Who is invited."""
        return _invited(tournament_id)

    @extend_schema(
        operation_id="tournaments_invite",
        request=InviteSerializer,
        responses={200: InvitationSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Invite members to a tournament that takes only who is invited",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Invite as a director, once for each key."""
        by, asked = player_of(request), body_of(request, InviteSerializer)
        commands.invite(
            by=by,
            tournament_id=tournament_id,
            players=asked["players"],
            now=timezone.now(),
            idempotency_key=f"invite:{by.pk}:{asked['idempotency_key']}",
        )
        return _invited(tournament_id)


class InvitationTakenBack(APIView):
    """An invitation that is taken back."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_take_invitation_back",
        request=TakeBackSerializer,
        responses={200: InvitationSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Take back the invitation of a member who has not entered",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Take it back as a director who does not play, once for each key."""
        by, asked = player_of(request), body_of(request, TakeBackSerializer)
        commands.take_invitation_back(
            by=by,
            tournament_id=tournament_id,
            player=asked["player"],
            now=timezone.now(),
            idempotency_key=f"uninvite:{by.pk}:{asked['idempotency_key']}",
        )
        return _invited(tournament_id)


def _invited(tournament_id: int) -> Response:
    queries.get_tournament(tournament_id)
    return Response(InvitationSerializer(queries.invitations_of(tournament_id), many=True).data)
