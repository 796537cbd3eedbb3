"""A tournament's reports of conduct in JSON: reading them, writing one, taking one back."""

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
from games.engine.sanctions import NAME_LENGTH, Measure, Step
from tournaments import commands
from tournaments.engine.entries import REASON_LENGTH
from tournaments.engine.sanctions import Where
from tournaments.presenters.page.conduct import conduct_page

_ID = 2**63 - 1


class SanctionStepSerializer(Fields):
    """What a report brings."""

    measure = serializers.ChoiceField(choices=[one.value for one in Measure])
    points = Whole(min_value=0, max_value=10_000, default=0)


class ReportSerializer(Fields):
    """A report, as everybody reads it."""

    number = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField(source="event.kind")
    kind_name = serializers.CharField(source="kind")
    time = serializers.IntegerField(
        source="event.time", help_text=_("How often this kind stood against the member with it.")
    )
    by_table = SanctionStepSerializer(source="event.by_table")
    given = SanctionStepSerializer(source="event.given")
    departure = serializers.CharField(
        source="event.departure", help_text=_("Why that is less or more than the table gives.")
    )
    rule = serializers.CharField()
    reason = serializers.CharField()
    round = serializers.IntegerField(source="event.round", allow_null=True)
    table = serializers.IntegerField(source="event.table", allow_null=True)
    deal = serializers.IntegerField(allow_null=True)
    by = serializers.CharField()
    taken_back = serializers.CharField(help_text=_("By whom and why; empty where it stands."))


class WriteReportSerializer(Fields):
    """A report to write; without what is `given` it brings what the table gives for this time."""

    player = Whole(min_value=1, max_value=_ID)
    kind = serializers.CharField(max_length=NAME_LENGTH)
    reason = serializers.CharField(max_length=REASON_LENGTH)
    given = SanctionStepSerializer(required=False, allow_null=True, default=None)
    departure = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")
    round = Whole(min_value=1, max_value=1000, allow_null=True, default=None)
    table = Whole(min_value=1, max_value=1000, allow_null=True, default=None)
    deal = Whole(min_value=1, max_value=_ID, allow_null=True, default=None)
    call = Whole(min_value=1, max_value=_ID, allow_null=True, default=None)
    idempotency_key = serializers.UUIDField()


class TakeReportBackSerializer(Fields):
    """Why a report stands no more."""

    reason = serializers.CharField(max_length=REASON_LENGTH)
    idempotency_key = serializers.UUIDField()


class Reports(APIView):
    """The reports of a tournament."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_reports",
        responses={200: ReportSerializer(many=True), **problems(404)},
        summary="The reports of conduct of a tournament, the newest first",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """The reports."""
        return Response(ReportSerializer(conduct_page(tournament_id).reports, many=True).data)

    @extend_schema(
        operation_id="tournaments_report",
        request=WriteReportSerializer,
        responses={201: ReportSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Report a member's conduct, as a referee or a director who does not play",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Write a report, once for each key."""
        by, asked = player_of(request), dict(body_of(request, WriteReportSerializer))
        place = Where(*(asked.pop(name) for name in ("round", "table", "deal", "call")))
        once, given = asked.pop("idempotency_key"), asked.pop("given")
        step = None if given is None else Step(Measure(given["measure"]), given["points"])
        commands.sanction_member(
            by=by,
            tournament_id=tournament_id,
            where=place,
            given=step,
            now=timezone.now(),
            idempotency_key=f"report:{by.pk}:{once}",
            **asked,
        )
        reports = conduct_page(tournament_id).reports
        return Response(ReportSerializer(reports, many=True).data, status=201)


class ReportTakenBack(APIView):
    """Taking a report back."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_take_report_back",
        request=TakeReportBackSerializer,
        responses={200: ReportSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Take a report of conduct back",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Take it back, once for each key."""
        by, asked = player_of(request), body_of(request, TakeReportBackSerializer)
        commands.take_sanction_back(
            by=by,
            tournament_id=tournament_id,
            number=number,
            reason=asked["reason"],
            now=timezone.now(),
            idempotency_key=f"report-back:{by.pk}:{number}:{asked['idempotency_key']}",
        )
        return Response(ReportSerializer(conduct_page(tournament_id).reports, many=True).data)
