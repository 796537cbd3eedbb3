"""The reserve list of a tournament in JSON, and taking a bot's seat in the round that is played."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import PLAY, READ
from games.api.serializers import Fields
from tournaments import commands, queries


class OnceSerializer(Fields):
    """What is carried out once."""

    idempotency_key = serializers.UUIDField()


class OwnReserveSerializer(OnceSerializer):
    """Whether who asks stands on the reserve list."""

    listed = serializers.BooleanField()


class ReserveSerializer(Fields):
    """A member on the reserve list."""

    id = serializers.IntegerField()
    name = serializers.CharField(source="shown_name")


class TakenSerializer(Fields):
    """That the seat is taken."""

    version = serializers.IntegerField(help_text=_("Of the tournament's stream."))


class ReserveList(APIView):
    """The reserve list of a tournament."""

    scopes = {"GET": READ, "POST": PLAY}

    @extend_schema(
        operation_id="tournaments_reserve",
        responses={200: ReserveSerializer(many=True), **problems(404)},
        summary="The reserve list of a tournament, in order",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """The reserve list."""
        queries.get_tournament(tournament_id)
        return Response(ReserveSerializer(queries.reserves_of(tournament_id), many=True).data)

    @extend_schema(
        operation_id="tournaments_reserve_list",
        request=OwnReserveSerializer,
        responses={200: ReserveSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Stand on the reserve list of a tournament, or no more",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Put who asks on the list or take them off it, once for each key."""
        by, asked = player_of(request), body_of(request, OwnReserveSerializer)
        command = commands.list_reserve if asked["listed"] else commands.leave_reserve
        command(
            by=by,
            tournament_id=tournament_id,
            player=by.pk,
            now=timezone.now(),
            idempotency_key=f"reserve:{by.pk}:{asked['idempotency_key']}",
        )
        return Response(ReserveSerializer(queries.reserves_of(tournament_id), many=True).data)


class OwnSeat(APIView):
    """A bot's seat that a member takes."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_take_seat",
        request=OnceSerializer,
        responses={200: TakenSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Take a bot's seat of the round that is played; who has not entered enters and pays the fee",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Take a bot's seat, once for each key."""
        by, asked = player_of(request), body_of(request, OnceSerializer)
        version = commands.take_seat(
            by=by,
            tournament_id=tournament_id,
            player=by.pk,
            now=timezone.now(),
            idempotency_key=f"own-seat:{by.pk}:{asked['idempotency_key']}",
        )
        return Response(TakenSerializer({"version": version}).data)
