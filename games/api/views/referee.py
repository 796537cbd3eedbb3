"""The API's views of calls of the referee, and of warnings at the club's tables outside tournaments."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import commands
from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT, PLAY
from games.api.values import CALL_REASONS
from games.errors import Refused
from games.inputs import Fields, TakeWarningBackSerializer, WarnSerializer
from games.models import Call, Player
from games.presenters.club.conduct import warning_page
from games.queries.play.calls import waiting_calls
from games.queries.play.tables import get_table


class CallRefereeSerializer(Fields):
    """A request to call the referee."""

    reason = serializers.ChoiceField(choices=CALL_REASONS)
    words = serializers.CharField(
        default="", allow_blank=True, help_text=_("Everybody may read these words.")
    )


class AnswerSerializer(Fields):
    """A referee's answer to a call."""

    words = serializers.CharField(help_text=_("Everybody may read these words."))
    section = serializers.CharField(default="", allow_blank=True)


class CallSerializer(Fields):
    """A call in its current state."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(source="table_id")
    deal = serializers.IntegerField(source="deal_id", allow_null=True)
    seat = serializers.IntegerField(
        allow_null=True, help_text=_("Null if a director called the referee.")
    )
    player = serializers.IntegerField(source="player_id")
    reason = serializers.ChoiceField(choices=CALL_REASONS)
    words = serializers.CharField()
    made_at = serializers.DateTimeField()
    referee = serializers.IntegerField(source="referee_id", allow_null=True)
    taken_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField()
    section = serializers.CharField()


class WarningSerializer(Fields):
    """A warning that has not been withdrawn."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    number = serializers.IntegerField(help_text=_("Numbers the member's warnings from 1."))
    kind = serializers.CharField()
    time = serializers.IntegerField(
        help_text=_("The number of warnings of this kind that evening, including this one.")
    )
    reason = serializers.CharField()
    at = serializers.DateTimeField()


def _shown(call: Call, *, status: int = 200) -> Response:
    return Response(CallSerializer(call).data, status=status)


class TableCall(APIView):
    """Calling the referee to a table, and cancelling the call."""

    scopes = {"POST": PLAY, "DELETE": PLAY}

    @extend_schema(
        request=CallRefereeSerializer,
        responses={200: CallSerializer, **problems(403, 404, 409, 422, 429)},
        summary="Call the referee to the table at which you sit, or that you look after",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Call the referee; return the open call if the table already has one."""
        asked = body_of(request, CallRefereeSerializer)
        call = commands.call_referee(
            by=player_of(request), table_id=table_id, now=timezone.now(), **asked
        )
        return _shown(call)

    @extend_schema(
        request=None,
        responses={200: CallSerializer, **problems(403, 404)},
        summary="Cancel the call",
    )
    def delete(self, request: Request, table_id: int) -> Response:
        """Cancel the table's open call, without an answer."""
        table = get_table(table_id)
        call = Call.objects.filter(table=table, ended_at__isnull=True).first()
        if call is None:
            raise Refused("call.unknown")
        player = player_of(request)
        return _shown(commands.call_off(by=player, call_id=call.pk, now=timezone.now()))


class CallList(APIView):
    """The open calls."""

    scopes = {"GET": DIRECT}

    @extend_schema(
        operation_id="calls_list",
        responses={200: CallSerializer(many=True), **problems(403)},
        summary="The open calls, who has waited longest first; for referees and directors",
    )
    def get(self, request: Request) -> Response:
        """Return the open calls, longest waiting first."""
        _judge(request)
        return Response(CallSerializer(waiting_calls(), many=True).data)


class CallTake(APIView):
    """Accepting a call as a referee."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=None,
        responses={200: CallSerializer, **problems(403, 404, 409)},
        summary="Say that you are coming",
    )
    def post(self, request: Request, call_id: int) -> Response:
        """Accept a call: say that you are coming."""
        return _shown(
            commands.take_call(by=player_of(request), call_id=call_id, now=timezone.now())
        )


class CallAnswer(APIView):
    """Answering a call as a referee."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        request=AnswerSerializer,
        responses={200: CallSerializer, **problems(403, 404, 409, 422)},
        summary="Answer a call, which lets the clock go on",
    )
    def post(self, request: Request, call_id: int) -> Response:
        """Answer a call, which ends it and restarts the clock."""
        asked = body_of(request, AnswerSerializer)
        player = player_of(request)
        return _shown(commands.answer_call(by=player, call_id=call_id, now=timezone.now(), **asked))


def _judge(request: Request) -> Player:
    """Return the player, who must be a referee or run the club. Raises Refused("call.duty") otherwise."""
    by = player_of(request)
    if not (by.is_referee or by.runs_the_club):
        raise Refused("call.duty")
    return by


def _warned(table_id: int, *, status: int = 200) -> Response:
    warned = warning_page(table_id).warned
    return Response(WarningSerializer(warned, many=True).data, status=status)


class TableWarnings(APIView):
    """The warnings at a table that have not been withdrawn."""

    scopes = {"GET": DIRECT, "POST": DIRECT}

    @extend_schema(
        operation_id="table_warnings",
        responses={200: WarningSerializer(many=True), **problems(403, 404)},
        summary="The warnings that stand at a table outside tournaments",
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Return the warnings at this table that have not been withdrawn."""
        _judge(request)
        return _warned(table_id)

    @extend_schema(
        operation_id="table_warn",
        request=WarnSerializer,
        responses={201: WarningSerializer(many=True), **problems(403, 404, 409, 422)},
        summary="Warn a member who sits there or has played there, as who has no seat there",
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Warn a member; a request with the same key warns only once. Return the table's warnings."""
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
        return _warned(table_id, status=201)


class WarningTakenBack(APIView):
    """Withdrawing a warning."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="table_take_warning_back",
        request=TakeWarningBackSerializer,
        responses={200: WarningSerializer(many=True), **problems(403, 404, 409, 422)},
        summary="Take a warning back, with a reason",
    )
    def post(self, request: Request, table_id: int, player_id: int, number: int) -> Response:
        """Withdraw a warning. Refused as unknown if it was already withdrawn."""
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
        return _warned(table_id)
