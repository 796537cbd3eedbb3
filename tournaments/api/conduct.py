"""API of a tournament's conduct reports, and of requests that await another person.

Corrections of many chips await a second person's signature; acts of directors who play await another member's
agreement.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import problems, wish_of
from games.api.scopes import DIRECT, PLAY, READ
from games.engine.disputing.sanctions import Measure, SanctionStep
from games.inputs import Fields
from games.models import Player
from tournaments import commands
from tournaments.api.serializers import WaitingAgreementSerializer, WaitingCorrectionSerializer
from tournaments.engine.correcting.sanctions import Where
from tournaments.inputs import (
    AgreementAnswerSerializer,
    DeclineCorrectionSerializer,
    OnceSerializer,
    SanctionStepSerializer,
    TakeReportBackSerializer,
    WriteReportSerializer,
)
from tournaments.presenters.log.agreement_words import waiting_agreements
from tournaments.presenters.log.signature_words import waiting_corrections
from tournaments.presenters.page.conduct import conduct_page

_ID = 2**63 - 1


class ReportSerializer(Fields):
    """A conduct report with its sanction; everyone may read it."""

    number = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField(source="event.kind")
    kind_name = serializers.CharField(source="kind")
    time = serializers.IntegerField(
        source="event.time",
        help_text=_("How many reports of this kind the member has, including this one."),
    )
    by_table = SanctionStepSerializer(source="event.by_table")
    given = SanctionStepSerializer(source="event.given")
    departure = serializers.CharField(
        source="event.departure",
        help_text=_("The reason for giving less or more than the table says."),
    )
    rule = serializers.CharField()
    reason = serializers.CharField()
    round = serializers.IntegerField(source="event.round", allow_null=True)
    table = serializers.IntegerField(source="event.table", allow_null=True)
    deal = serializers.IntegerField(allow_null=True)
    by = serializers.CharField()
    taken_back = serializers.CharField(
        help_text=_("The person and the reason; empty while the report counts.")
    )


class Reports(APIView):
    """The reports of a tournament."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_reports",
        responses={200: ReportSerializer(many=True), **problems(404)},
        summary="The reports of conduct of a tournament, the newest first",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the reports, newest first."""
        return Response(ReportSerializer(conduct_page(tournament_id).reports, many=True).data)

    @extend_schema(
        operation_id="tournaments_report",
        request=WriteReportSerializer,
        responses={201: ReportSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Report a member's conduct, as a referee or a director who does not play",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Write a report, once per key."""
        asked, told = wish_of(request, WriteReportSerializer, "report")
        place = Where(*(asked.pop(name) for name in ("round", "table", "deal", "call")))
        given = asked.pop("given")
        step = None if given is None else SanctionStep(Measure(given["measure"]), given["points"])
        commands.sanction_member(
            tournament_id=tournament_id, where=place, given=step, **asked, **told
        )
        reports = conduct_page(tournament_id).reports
        return Response(ReportSerializer(reports, many=True).data, status=201)


class ReportTakenBack(APIView):
    """The withdrawal of a conduct report."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_take_report_back",
        request=TakeReportBackSerializer,
        responses={200: ReportSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Take a report of conduct back",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Withdraw the report, once per key."""
        asked, told = wish_of(request, TakeReportBackSerializer, "report-back", number)
        commands.take_sanction_back(tournament_id=tournament_id, number=number, **asked, **told)
        return Response(ReportSerializer(conduct_page(tournament_id).reports, many=True).data)


class AgreementAnswer(APIView):
    """The answer to a request by a director who plays."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_answer_agreement",
        request=AgreementAnswerSerializer,
        responses={
            200: WaitingAgreementSerializer(many=True),
            **problems(400, 403, 404, 409, 422),
        },
        summary="Answer what a director who plays asks: agreeing carries it out; what still waits",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Agree or not to a director's request, once per key.

        If the director who asked does not agree, this withdraws the request.
        """
        asked, told = wish_of(request, AgreementAnswerSerializer, "answer-agreement", number)
        commands.answer_agreement(tournament_id=tournament_id, number=number, **asked, **told)
        found = waiting_agreements(tournament_id, told["by"])
        return Response(WaitingAgreementSerializer(found, many=True).data)


class SignCorrectionSerializer(OnceSerializer):
    """A request to sign a proposed correction; the idempotency key is its only field."""


class CorrectionSignature(APIView):
    """The second signature under a proposed correction."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_sign_correction",
        request=SignCorrectionSerializer,
        responses={
            200: WaitingCorrectionSerializer(many=True),
            **problems(400, 403, 404, 409, 422),
        },
        summary="Sign a correction of paid prizes that somebody else has proposed; those that wait still",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Sign the correction, once per key; its effects are computed again from the current state first."""
        _asked, told = wish_of(request, SignCorrectionSerializer, "sign-correction", number)
        commands.sign_correction(tournament_id=tournament_id, number=number, **told)
        return _waiting(tournament_id, told["by"])


class CorrectionDeclined(APIView):
    """The rejection of a proposed correction."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_decline_correction",
        request=DeclineCorrectionSerializer,
        responses={
            200: WaitingCorrectionSerializer(many=True),
            **problems(400, 403, 404, 409, 422),
        },
        summary="Decline a correction that waits for a second person, or take the own one back; those that wait still",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Reject the correction, once per key."""
        asked, told = wish_of(request, DeclineCorrectionSerializer, "decline-correction", number)
        commands.decline_correction(tournament_id=tournament_id, number=number, **asked, **told)
        return _waiting(tournament_id, told["by"])


def _waiting(tournament_id: int, viewer: Player) -> Response:
    found = waiting_corrections(tournament_id, viewer)
    return Response(WaitingCorrectionSerializer(found, many=True).data)
