"""API to announce tournaments, and to read what everybody may read of them."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.open_views import OpenView
from games.api.requests import (
    PAGING,
    body_of,
    number,
    page_asked,
    paged,
    player_of,
    problems,
    viewer_of,
)
from games.api.scopes import DIRECT, READ
from games.errors import Refused
from games.infrastructure.throttling import count_stranger
from games.inputs import Fields
from games.queries.finished.pagination import cursor
from tournaments import commands, queries
from tournaments.api.serializers import (
    StandingSerializer,
    TournamentDetailSerializer,
    TournamentSerializer,
)
from tournaments.api.terms import AnnouncementSerializer
from tournaments.engine.terms import TERMS, terms_from
from tournaments.presenters.log.event_log import log_page
from tournaments.presenters.printouts.files import WINDS, results


class TournamentList(OpenView):
    """All tournaments."""

    scopes = {"GET": READ, "POST": DIRECT}

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

    @extend_schema(
        operation_id="tournaments_create",
        request=AnnouncementSerializer,
        responses={201: TournamentSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Announce a tournament, as a director",
    )
    def post(self, request: Request) -> Response:
        """Announce a tournament, once per key."""
        asked = body_of(request, AnnouncementSerializer)
        beside = {name: said for name, said in asked.items() if name not in TERMS}
        made = commands.create(
            by=player_of(request), terms=terms_from(asked), now=timezone.now(), **beside
        )
        return Response(TournamentSerializer(made).data, status=201)


class TournamentDetail(OpenView):
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
        """Return a tournament with its standings and tables, those of one round if the query has `round`.

        Raises Refused("list.filter") if `round` is no number.
        """
        count_stranger(request._request)
        tournament = get_object_or_404(queries.all_tournaments(), pk=tournament_id)
        asked = request.query_params.get("round")
        if asked is not None and cursor(asked) is None:
            raise Refused("list.filter")
        shown = TournamentDetailSerializer(
            tournament, context={"round": cursor(asked), "viewer": viewer_of(request)}
        )
        return Response(shown.data)


class Standings(OpenView):
    """The standings of one tournament."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_standings",
        responses={200: StandingSerializer(many=True), **problems(404)},
        summary="The standings alone; none before the first draw",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the lines of the standings, in order."""
        row = queries.get_tournament(tournament_id)
        return Response(StandingSerializer(row.standings, many=True).data)


class ResultSerializer(Fields):
    """The current result of a deal that counts, with each seat's player and score."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    deal = serializers.IntegerField()
    deal_id = serializers.IntegerField(help_text="That of `/deals/<id>/`.")
    winner = serializers.CharField(allow_null=True, help_text="Such as south; null: nobody won.")
    points = serializers.IntegerField()
    penalised = serializers.CharField(allow_null=True)
    rulings = serializers.ListField(child=serializers.IntegerField())

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields, among them the name, label and payment of each seat.

        The three fields of West are null at a table of three.
        """
        fields = super().get_fields()
        for wind in WINDS:
            fields[wind] = serializers.CharField(allow_null=True)
            fields[f"{wind}_participant"] = serializers.CharField(allow_null=True)
            fields[f"{wind}_net"] = serializers.IntegerField(allow_null=True)
        return fields


class Results(OpenView):
    """The results of one tournament."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_deals",
        responses={200: ResultSerializer(many=True), **problems(404, 429)},
        summary="The result of every deal that counts",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the results, ordered by round and table."""
        count_stranger(request._request)
        sheet = results(tournament_id, viewer_of(request))
        lines = [dict(zip(sheet.columns, line, strict=True)) for line in sheet.lines]
        return Response(ResultSerializer(lines, many=True).data)


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


class TournamentLog(OpenView):
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
        count_stranger(request._request)
        size, before = page_asked(request)
        page = log_page(tournament_id, before, size, viewer=viewer_of(request))
        return paged(request, LogLineSerializer(page.lines, many=True).data, page.older)
