"""The API's face of the analyses of a tournament's deals: how far they are, starting and stopping them."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT, READ
from games.api.serializers import Fields
from replays.commands.analysing_tournaments import analyse_tournament, stop_analysing
from replays.queries.analyses import progress_of

STATES = ["", "running", "stopped", "finished"]


class TournamentAnalysisSerializer(Fields):
    """So many of a tournament's finished deals are analysed; `state` is empty where nobody has asked for all."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)


class TournamentAnalysisActSerializer(Fields):
    """What is to become of it: it starts, or goes on where it was stopped; or it stops."""

    act = serializers.ChoiceField(choices=["start", "stop"])


class TournamentDealsAnalysis(APIView):
    """The analyses of all deals of one tournament."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournament_analysis",
        responses={200: TournamentAnalysisSerializer, **problems(404)},
        summary="How many deals of a tournament are analysed",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Of those that are over and can be analysed."""
        return _told(tournament_id)

    @extend_schema(
        operation_id="tournament_analysis_act",
        request=TournamentAnalysisActSerializer,
        responses={200: TournamentAnalysisSerializer, **problems(400, 403, 404, 409, 422, 429)},
        summary="Have all deals of a tournament analysed, or stop it",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """For directors and the owner; the same twice is done once."""
        asked = body_of(request, TournamentAnalysisActSerializer)
        change = stop_analysing if asked["act"] == "stop" else analyse_tournament
        change(by=player_of(request), tournament_id=tournament_id, now=timezone.now())
        return _told(tournament_id)


def _told(tournament_id: int) -> Response:
    return Response(TournamentAnalysisSerializer(progress_of(tournament_id)).data)
