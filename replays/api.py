"""The API's door to disputes: read only, the same rows as the pages list."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries as games_queries
from games.serializers import ProblemSerializer
from replays import queries


class DisputeRowSerializer(serializers.Serializer[Any]):
    """A dispute about a discard of a finished deal and, once a referee has ruled, its ruling (§10.7, §10.8)."""

    deal = serializers.IntegerField(source="deal_id")
    number = serializers.IntegerField()
    discard = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    filed_at = serializers.DateTimeField()
    reason = serializers.CharField()
    status = serializers.CharField()
    section = serializers.CharField()
    ruling = serializers.CharField()
    ruled_at = serializers.DateTimeField(allow_null=True)


class DealDisputes(APIView):
    """The disputes of one deal."""

    @extend_schema(
        operation_id="deal_disputes",
        responses={200: DisputeRowSerializer(many=True), 404: ProblemSerializer},
        summary="The disputes of a deal",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """The disputes of a deal, in the order in which they were filed."""
        games_queries.get_deal(deal_id)
        return Response(DisputeRowSerializer(queries.disputes_of(deal_id), many=True).data)


urlpatterns = [
    path("deals/<int:deal_id>/disputes/", DealDisputes.as_view(), name="deal-disputes"),
]
