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
    """A call."""

    reason = serializers.ChoiceField(choices=CALL_REASONS)
    words = serializers.CharField(
        default="", allow_blank=True, help_text=_("Everybody may read them.")
    )


class AnswerSerializer(Fields):
    """An answer."""

    words = serializers.CharField(help_text=_("Everybody may read them."))
    section = serializers.CharField(default="", allow_blank=True)


class CallSerializer(Fields):
    """A call as it stands."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(source="table_id")
    deal = serializers.IntegerField(source="deal_id", allow_null=True)
    seat = serializers.IntegerField(allow_null=True, help_text=_("null for a director."))
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
    """A warning that stands."""

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
        summary="Cancel the call",
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
        _judge(request)
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


def _judge(request: Request) -> Player:
    """Return the player. Raises Refused("call.duty") without the duty."""
    by = player_of(request)
    if not (by.is_referee or by.runs_the_club):
        raise Refused("call.duty")
    return by


def _warned(table_id: int, *, status: int = 200) -> Response:
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
        return _warned(table_id)

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
        return _warned(table_id, status=201)


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
        """Take a warning back; one that no longer counts is unknown here."""
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
