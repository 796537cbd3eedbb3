"""API views of disputes: filing, answering and appealing. The referees' acts are in `rulings`."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries as games_queries
from games.api.requests import body_of, player_of, problems
from games.api.scopes import PLAY, READ
from replays import queries
from replays.api.serializers import (
    AppealSerializer,
    DisputeAnswerSerializer,
    DisputeFilingSerializer,
    DisputeRowSerializer,
)
from replays.commands import rulings


class DealDisputes(APIView):
    """The disputes of one deal."""

    scopes = {"GET": READ, "POST": PLAY}

    @extend_schema(
        operation_id="deal_disputes",
        responses={200: DisputeRowSerializer(many=True), **problems(404)},
        summary="The disputes of a deal",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """Return the disputes of a deal, in order of filing."""
        games_queries.get_deal(deal_id)
        return Response(DisputeRowSerializer(queries.disputes_of(deal_id), many=True).data)

    @extend_schema(
        operation_id="deal_disputes_file",
        request=DisputeFilingSerializer,
        responses={201: DisputeRowSerializer, **problems(400, 403, 404, 409, 422, 429)},
        summary="Dispute the discard that was won with, or join the dispute of it",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """File a dispute as a seat of the deal or as a director. It joins an earlier one, if there is any (§10.7)."""
        asked, by = body_of(request, DisputeFilingSerializer), player_of(request)
        filed = rulings.file_dispute(by=by, deal_id=deal_id, now=timezone.now(), **asked)
        return Response(DisputeRowSerializer(filed).data, status=201)


class DealAnswer(APIView):
    """An answer to the dispute of a deal."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="deal_answer",
        request=DisputeAnswerSerializer,
        responses={200: DisputeRowSerializer, **problems(400, 403, 404, 409, 422, 429)},
        summary="Answer the dispute of your own discard, once and before the ruling",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Answer as the seat that made the discard (§10.7)."""
        asked = body_of(request, DisputeAnswerSerializer)
        by = player_of(request)
        dispute = queries.for_answer(deal_id, by)
        answered = rulings.answer_dispute(by=by, dispute_id=dispute.pk, now=timezone.now(), **asked)
        return Response(DisputeRowSerializer(answered).data)


class DealAppeal(APIView):
    """An appeal against the ruling on a deal."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="deal_appeal",
        request=AppealSerializer,
        responses={200: DisputeRowSerializer, **problems(400, 403, 404, 409, 422, 429)},
        summary="Appeal the ruling on your deal to another referee, once",
    )
    def post(self, request: Request, deal_id: int) -> Response:
        """Appeal as a seat of the deal, before its time is over (§10.8)."""
        asked = body_of(request, AppealSerializer)
        by = player_of(request)
        dispute = queries.for_appeal(deal_id, by)
        appealed = rulings.appeal_ruling(by=by, dispute_id=dispute.pk, now=timezone.now(), **asked)
        return Response(DisputeRowSerializer(appealed).data)
