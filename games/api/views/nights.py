"""The API's view of the nights in which the club's history was checked."""

from __future__ import annotations

from datetime import date

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import serializers
from games.api.requests import PAGING, page_asked, paged, problems
from games.networks import network_of
from games.presenters.club.nights import nights
from games.throttling import count


class NightList(APIView):
    """The nights, for everybody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="nights_list",
        parameters=PAGING,
        responses={200: serializers.NightSerializer(many=True), **problems(429)},
        auth=[],
        summary="What each night compared and how much differed, the newest first; Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Each day since the first night, the newest first."""
        count("log", f"address:{network_of(request.META.get('REMOTE_ADDR'))}")
        size, before = page_asked(request)
        day = date.fromordinal(min(before, date.max.toordinal())) if before else None
        shown = nights(timezone.now(), size=size, before=day)
        rows = serializers.NightSerializer(shown.nights, many=True).data
        older = None if shown.older is None else shown.older.toordinal()
        return paged(request, rows, older)
