"""The API's view of what the staff has done."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import serializers
from games.api.requests import PAGING, number, page_asked, paged, player_of, problems
from games.api.scopes import READ
from games.errors import Refused
from games.presenters.club.acts import acts
from games.queries.finished.pagination import cursor


class StaffActs(APIView):
    """All acts of the staff."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="staff_acts",
        parameters=[*PAGING, number("by", "Only those of this player.")],
        responses={200: serializers.ActSerializer(many=True), **problems(400)},
        summary="What the staff has done, the newest first; the header Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """The acts, the newest first. Raises Refused("list.filter") on a player that is no number."""
        size, before = page_asked(request)
        asked = request.query_params.get("by")
        if asked is not None and cursor(asked) is None:
            raise Refused("list.filter")
        shown, older = acts(player_of(request), by=cursor(asked), before=before, size=size)
        return paged(request, serializers.ActSerializer(shown, many=True).data, older)
