"""The API's views of tournaments and their logs: read only, the same rows as the pages show."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import PAGING, number, page_asked, paged, player_of, problems
from games.api.scopes import READ
from games.errors import Refused
from games.inputs import Fields
from games.queries.finished.pagination import cursor
from tournaments import queries
from tournaments.api.serializers import TournamentDetailSerializer, TournamentSerializer
from tournaments.presenters.log.event_log import log_page


class TournamentList(APIView):
    """All tournaments."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_list",
        parameters=PAGING,
        responses=TournamentSerializer(many=True),
        summary="The tournaments, the newest first; the header Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Return the tournaments, newest first."""
        size, before = page_asked(request)
        rows = queries.all_tournaments().order_by("-pk")
        found = list((rows if before is None else rows.filter(pk__lt=before))[: size + 1])
        shown = TournamentSerializer(found[:size], many=True).data
        return paged(request, shown, found[size - 1].pk if len(found) > size else None)


class TournamentDetail(APIView):
    """One tournament."""

    scopes = {"GET": READ}

    @extend_schema(
        parameters=[
            number("round", "Only the tables of this round."),
        ],
        responses={200: TournamentDetailSerializer, **problems(400, 404)},
        summary="A tournament with its standings, and its tables with the deals that count",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return a tournament with standings and tables. Raises Refused("list.filter") if the round is no number."""
        tournament = get_object_or_404(queries.all_tournaments(), pk=tournament_id)
        asked = request.query_params.get("round")
        if asked is not None and cursor(asked) is None:
            raise Refused("list.filter")
        shown = TournamentDetailSerializer(
            tournament, context={"round": cursor(asked), "viewer": player_of(request)}
        )
        return Response(shown.data)


class LogLineSerializer(Fields):
    """An event of a tournament, in the reader's language."""

    version = serializers.IntegerField(help_text=_("1, 2, 3 … in this tournament, without a gap."))
    at = serializers.DateTimeField()
    event = serializers.CharField(help_text=_("The name under which the event is stored."))
    by = serializers.CharField(help_text=_("The person who did it; empty for automatic events."))
    plays = serializers.BooleanField(
        help_text=_("Whether it was done by a director who plays in the tournament.")
    )
    words = serializers.CharField()
    details = serializers.ListField(child=serializers.CharField())
    deal = serializers.IntegerField(source="deal_id", allow_null=True)


class TournamentLog(APIView):
    """The log of one tournament."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_log",
        parameters=PAGING,
        responses={200: LogLineSerializer(many=True), **problems(404)},
        summary="What happened to a tournament, the newest first; the header Link leads to the next page",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the events before the version `before`, newest first."""
        size, before = page_asked(request)
        page = log_page(tournament_id, before, size, viewer=player_of(request))
        return paged(request, LogLineSerializer(page.lines, many=True).data, page.older)
