"""The standings of a series in JSON: the lines of its page."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import problems
from games.api.scopes import READ
from games.api.serializers import Fields
from tournaments.api.points import PointsField
from tournaments.presenters.page.series import series_page


class BroughtSerializer(Fields):
    """What a closed tournament brought a member."""

    tournament = serializers.IntegerField()
    points = PointsField()


class SeriesLineSerializer(Fields):
    """A member's line; the points are the sum of what counts."""

    place = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = PointsField()
    counted = BroughtSerializer(many=True)
    others = BroughtSerializer(many=True, help_text=_("What does not count."))


class SeriesSerializer(Fields):
    """A series of tournaments."""

    name = serializers.CharField()
    best = serializers.IntegerField(
        help_text=_("How many tournaments of the series count for a member.")
    )
    tournaments = serializers.ListField(child=serializers.IntegerField())
    standings = SeriesLineSerializer(many=True)


class Series(APIView):
    """The standings of a series."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_series",
        parameters=[OpenApiParameter("name", str, required=True)],
        responses={200: SeriesSerializer, **problems(404)},
        summary="The standings of a series, in which each member's best tournaments count",
    )
    def get(self, request: Request) -> Response:
        """The series of this name. Raises Refused("tournament.no-such-series")."""
        page = series_page(request.query_params.get("name", ""))
        lines = [
            {
                "place": row.place,
                "player": row.player,
                "name": name,
                "points": row.total,
                "counted": row.counted,
                "others": row.others,
            }
            for row, name in page.lines
        ]
        told = {
            "name": page.name,
            "best": page.best,
            "tournaments": [row.pk for row in page.tournaments],
            "standings": lines,
        }
        return Response(SeriesSerializer(told).data)
