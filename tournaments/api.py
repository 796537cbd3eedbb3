"""The API's door to tournaments: read only, the same rows as the pages show."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.queries import names_of
from games.serializers import ProblemSerializer
from tournaments.models import Tournament


class TournamentSerializer(serializers.Serializer[Any]):
    """A tournament; chips are whole."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    rules = serializers.CharField()
    rounds = serializers.IntegerField()
    deals_per_round = serializers.IntegerField()
    entry_fee = serializers.IntegerField()
    prize_shares = serializers.ListField(child=serializers.IntegerField())
    entrants = serializers.IntegerField()
    pot = serializers.IntegerField()
    rounds_drawn = serializers.IntegerField()
    rounds_closed = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class StandingSerializer(serializers.Serializer[Any]):
    """A line of the standings; `settled_by` names what decided the place."""

    place = serializers.IntegerField(allow_null=True)
    participant = serializers.CharField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    deals = serializers.IntegerField()
    wins = serializers.IntegerField()
    best_hand = serializers.IntegerField()
    penalties = serializers.IntegerField()
    settled_by = serializers.CharField()
    prize = serializers.IntegerField(allow_null=True)


class RoundTableSerializer(serializers.Serializer[Any]):
    """A table of a round; `table` is the club's table where it is played."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.CharField())
    deals_done = serializers.IntegerField()
    table = serializers.IntegerField(source="games_table_id", allow_null=True)


class TournamentDetailSerializer(TournamentSerializer):
    """A tournament with its standings and tables."""

    standings = StandingSerializer(many=True)
    tables = RoundTableSerializer(many=True)


class TournamentList(APIView):
    """All tournaments."""

    @extend_schema(
        operation_id="tournaments_list",
        responses=TournamentSerializer(many=True),
        summary="The tournaments, the newest first",
    )
    def get(self, request: Request) -> Response:
        """The tournaments, the newest first."""
        return Response(TournamentSerializer(Tournament.objects.all(), many=True).data)


class TournamentDetail(APIView):
    """One tournament."""

    @extend_schema(
        responses={200: TournamentDetailSerializer, 404: ProblemSerializer},
        summary="A tournament with its standings and tables",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """A tournament with its standings and tables."""
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            raise Http404
        return Response(_detail(tournament))


def _detail(tournament: Tournament) -> dict[str, Any]:
    standings = list(tournament.standings.all())
    names = names_of(row.participant for row in standings)
    lines = [
        {**model_to_dict(row), "name": name} for row, name in zip(standings, names, strict=True)
    ]
    return {
        **TournamentSerializer(tournament).data,
        "standings": StandingSerializer(lines, many=True).data,
        "tables": RoundTableSerializer(tournament.tables.all(), many=True).data,
    }


urlpatterns = [
    path("tournaments/", TournamentList.as_view(), name="tournaments"),
    path("tournaments/<int:tournament_id>/", TournamentDetail.as_view(), name="tournament"),
]
