"""The API's views of disputes: read only, the same rows as the pages list."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries as games_queries
from games.api.scopes import READ
from games.api.serializers import ProblemSerializer
from replays import queries
from replays.api.serializers import DisputeRowSerializer


class DealDisputes(APIView):
    """The disputes of one deal."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="deal_disputes",
        responses={200: DisputeRowSerializer(many=True), 404: ProblemSerializer},
        summary="The disputes of a deal",
    )
    def get(self, request: Request, deal_id: int) -> Response:
        """The disputes of a deal, in the order in which they were filed."""
        games_queries.get_deal(deal_id)
        return Response(DisputeRowSerializer(queries.disputes_of(deal_id), many=True).data)
