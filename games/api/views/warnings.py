"""The API's views of warnings at the club's tables outside tournaments, for referees and directors."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import commands
from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT
from games.api.serializers.warnings import (
    TakeWarningBackSerializer,
    WarningSerializer,
    WarnSerializer,
)
from games.errors import Refused
from games.models import Player
from games.presenters.club.conduct import warning_page


def _judge(request: Request) -> Player:
    """Who asks. Raises Refused("call.duty") for whoever has no duty."""
    by = player_of(request)
    if not (by.is_referee or by.runs_the_club):
        raise Refused("call.duty")
    return by


def _shown(table_id: int, *, status: int = 200) -> Response:
    warned = warning_page(table_id).warned
    return Response(WarningSerializer(warned, many=True).data, status=status)


class TableWarnings(APIView):
    """The warnings that stand at a table."""

    scopes = {"GET": DIRECT, "POST": DIRECT}

    @extend_schema(
        operation_id="table_warnings",
        responses={200: WarningSerializer(many=True), **problems(403, 404)},
        summary="The warnings that stand at a table outside tournaments",
    )
    def get(self, request: Request, table_id: int) -> Response:
        """The warnings."""
        _judge(request)
        return _shown(table_id)

    @extend_schema(
        operation_id="table_warn",
        request=WarnSerializer,
        responses={201: WarningSerializer(many=True), **problems(403, 404, 409, 422)},
        summary="Warn a member who sits there or has played there, as who has no seat there",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Write a warning, once for each key."""
        asked = body_of(request, WarnSerializer)
        by = _judge(request)
        commands.warn(
            by=by,
            table_id=table_id,
            player_id=asked["player"],
            kind=asked["kind"],
            reason=asked["reason"],
            call_id=asked["call"],
            key=asked["idempotency_key"].hex,
            now=timezone.now(),
        )
        return _shown(table_id, status=201)


class WarningTakenBack(APIView):
    """Taking a warning back."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="table_take_warning_back",
        request=TakeWarningBackSerializer,
        responses={200: WarningSerializer(many=True), **problems(403, 404, 409, 422)},
        summary="Take a warning back, with a reason",
    )
    def post(self, request: Request, table_id: int, player_id: int, number: int) -> Response:
        """Take it back; a warning that stands no more is unknown here."""
        asked = body_of(request, TakeWarningBackSerializer)
        by = _judge(request)
        found = {(one.player, one.number) for one in warning_page(table_id).warned}
        if (player_id, number) not in found:
            raise Refused("warning.unknown")
        commands.take_warning_back(
            by=by,
            player_id=player_id,
            number=number,
            reason=asked["reason"],
            now=timezone.now(),
        )
        return _shown(table_id)
