"""The API's views of tournaments: read only, the same rows as the pages show."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.scopes import READ
from games.api.serializers import ProblemSerializer
from tournaments import queries
from tournaments.api.serializers import TournamentDetailSerializer, TournamentSerializer


class TournamentList(APIView):
    """All tournaments."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_list",
        responses=TournamentSerializer(many=True),
        summary="The tournaments, the newest first",
    )
    def get(self, request: Request) -> Response:
        """The tournaments, the newest first."""
        return Response(TournamentSerializer(queries.all_tournaments(), many=True).data)


class TournamentDetail(APIView):
    """One tournament."""

    scopes = {"GET": READ}

    @extend_schema(
        responses={200: TournamentDetailSerializer, 404: ProblemSerializer},
        summary="A tournament with its standings and tables",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """A tournament with its standings and tables."""
        tournament = get_object_or_404(queries.all_tournaments(), pk=tournament_id)
        return Response(TournamentDetailSerializer(tournament).data)
