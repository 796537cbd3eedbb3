"""The tournament's log in JSON: the lines of its page."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import PAGING, page_asked, paged, player_of, problems
from games.api.scopes import READ
from games.api.serializers import Fields
from tournaments.presenters.log.event_log import log_page


class LogLineSerializer(Fields):
    """An event of a tournament, in words of the reader's language."""

    version = serializers.IntegerField(help_text=_("1, 2, 3 … in this tournament, without a gap."))
    at = serializers.DateTimeField()
    event = serializers.CharField(help_text=_("The name under which the event is stored."))
    by = serializers.CharField(help_text=_("Who did it; empty where it followed by itself."))
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
        """The events before the version `before`, the newest first."""
        size, before = page_asked(request)
        page = log_page(tournament_id, before, size, viewer=player_of(request))
        return paged(request, LogLineSerializer(page.lines, many=True).data, page.older)
