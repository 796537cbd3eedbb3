"""The API's views of calls of the referee."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import commands
from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT, PLAY
from games.api.serializers.calls import AnswerSerializer, CallRefereeSerializer, CallSerializer
from games.errors import Refused
from games.models import Call
from games.queries.play.calls import waiting_calls
from games.queries.play.tables import get_table


def _shown(call: Call, *, status: int = 200) -> Response:
    return Response(CallSerializer(call).data, status=status)


class TableCall(APIView):
    """Calling the referee, and calling them off."""

    scopes = {"POST": PLAY, "DELETE": PLAY}

    @extend_schema(
        request=CallRefereeSerializer,
        responses={200: CallSerializer, **problems(403, 404, 409, 422, 429)},
        summary="Call the referee to the table at which you sit, or that you look after",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Call the referee; the call that is open already, where there is one."""
        asked = body_of(request, CallRefereeSerializer)
        call = commands.call_referee(
            by=player_of(request), table_id=table_id, now=timezone.now(), **asked
        )
        return _shown(call)

    @extend_schema(
        request=None,
        responses={200: CallSerializer, **problems(403, 404)},
        summary="Call the referee off",
    )
    def delete(self, request: Request, table_id: int) -> Response:
        """End the open call of the table without an answer."""
        table = get_table(table_id)
        call = Call.objects.filter(table=table, ended_at__isnull=True).first()
        if call is None:
            raise Refused("call.unknown")
        player = player_of(request)
        return _shown(commands.call_off(by=player, call_id=call.pk, now=timezone.now()))


class CallList(APIView):
    """The queue."""

    scopes = {"GET": DIRECT}

    @extend_schema(
        operation_id="calls_list",
        responses={200: CallSerializer(many=True), **problems(403)},
        summary="The open calls, who has waited longest first; for referees and directors",
    )
    def get(self, request: Request) -> Response:
        """The queue."""
        player = player_of(request)
        if not (player.is_referee or player.runs_the_club):
            raise Refused("call.duty")
        return Response(CallSerializer(waiting_calls(), many=True).data)


class CallTake(APIView):
    """Who comes."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=None,
        responses={200: CallSerializer, **problems(403, 404, 409)},
        summary="Say that you are coming",
    )
    def post(self, request: Request, call_id: int) -> Response:
        """Take a call."""
        return _shown(
            commands.take_call(by=player_of(request), call_id=call_id, now=timezone.now())
        )


class CallAnswer(APIView):
    """The answer."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=AnswerSerializer,
        responses={200: CallSerializer, **problems(403, 404, 409, 422)},
        summary="Answer a call, which lets the clock go on",
    )
    def post(self, request: Request, call_id: int) -> Response:
        """Answer a call."""
        asked = body_of(request, AnswerSerializer)
        player = player_of(request)
        return _shown(commands.answer_call(by=player, call_id=call_id, now=timezone.now(), **asked))
