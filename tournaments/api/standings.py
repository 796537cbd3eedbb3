"""API of standings: the details of a member's place, and the standings of a series."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.open_views import OpenView
from games.api.requests import number, problems, viewer_of, wish_of
from games.api.scopes import DIRECT, READ
from games.errors import Refused
from games.infrastructure.throttling import count_stranger
from games.inputs import Fields
from games.queries.finished.pagination import cursor
from tournaments import commands
from tournaments.api.serializers import PointsField
from tournaments.api.terms import term_field
from tournaments.engine.scoring.series import NAME_LENGTH
from tournaments.inputs import LeagueSerializer
from tournaments.models import Tournament
from tournaments.presenters.leagues.series import series_page
from tournaments.presenters.page.places import place_page


class DealRefSerializer(Fields):
    """A deal with the points it scored, and the id under which `/deals/<id>/` shows it."""

    id = serializers.IntegerField(source="deal_id")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    points = PointsField()


class RuledSerializer(Fields):
    """A ruling on a deal, and the member's points before and after it."""

    name = serializers.CharField()
    section = serializers.CharField()
    reason = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class PlaceDealSerializer(Fields):
    """A deal that the member played; a voided one has no points."""

    deal = DealRefSerializer()
    words = serializers.ListField(child=serializers.CharField())
    rulings = RuledSerializer(many=True)
    voided = serializers.BooleanField()


class PlaceAdjustmentSerializer(Fields):
    """Points that a correction gave or took."""

    number = serializers.IntegerField()
    points = serializers.IntegerField()
    reason = serializers.CharField()
    section = serializers.CharField()


class StepSerializer(Fields):
    """One tie-break compared between two neighbours in the standings, with the deals each value is counted from."""

    asked = serializers.CharField()
    words = serializers.CharField()
    mine = serializers.CharField(help_text=_("As shown on the pages."))
    theirs = serializers.CharField()
    decides = serializers.BooleanField()
    my_deals = DealRefSerializer(many=True)
    their_deals = DealRefSerializer(many=True)
    my_adjustments = serializers.IntegerField(
        help_text=_("Points from corrections. The value includes them.")
    )
    their_adjustments = serializers.IntegerField()


class NeighbourSerializer(Fields):
    """A neighbouring line of the standings, and the tie-breaks compared until one separated the two."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(source="row.place")
    points = PointsField()
    settled_by = serializers.CharField()
    steps = StepSerializer(many=True)


class PlaceReachedSerializer(Fields):
    """A member's line of the standings, with the deals and adjustments that add up to the member's points."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(source="line.place", allow_null=True)
    points = PointsField(source="line.score")
    prize = serializers.IntegerField(source="line.prize", allow_null=True)
    status = serializers.ChoiceField(choices=Tournament.Status.choices, source="row.status")
    appeal_until = serializers.DateTimeField(
        source="row.appeal_until",
        allow_null=True,
        help_text=_("The time until which the standings are provisional, once it is known."),
    )
    tie_breaks = serializers.ListField(child=serializers.CharField(), source="row.terms.tie_breaks")
    remarks = serializers.ListField(child=serializers.CharField())
    deals = PlaceDealSerializer(many=True)
    adjustments = PlaceAdjustmentSerializer(many=True)
    above = NeighbourSerializer(allow_null=True)
    below = NeighbourSerializer(allow_null=True)


class Place(OpenView):
    """The details of a member's place."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="tournaments_place",
        parameters=[
            number("at", "Behind the event of this version in the log."),
        ],
        responses={200: PlaceReachedSerializer, **problems(400, 404, 429)},
        summary="What a member's line of the standings adds up from, and what parts it from its neighbours",
    )
    def get(self, request: Request, tournament_id: int, player_id: int) -> Response:
        """Return how a member's place was reached, now or after the version `at`.

        Raises Refused("list.filter") if `at` is no number.
        """
        count_stranger(request._request)
        asked = request.query_params.get("at")
        at = cursor(asked)
        if asked is not None and at is None:
            raise Refused("list.filter")
        page = place_page(tournament_id, player_id, viewer_of(request), at)
        return Response(PlaceReachedSerializer(page).data)


class BroughtSerializer(Fields):
    """A member's score in a closed tournament of a series."""

    tournament = serializers.IntegerField()
    points = PointsField()


class SeriesLineSerializer(Fields):
    """A member's line in a series; `points` is the sum of the scores that count."""

    place = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = PointsField()
    there = serializers.IntegerField(
        help_text=_("The number of its closed tournaments that the member played in.")
    )
    counted = BroughtSerializer(many=True)
    others = BroughtSerializer(many=True, help_text=_("The results that do not count."))


class SeriesSerializer(Fields):
    """A series of tournaments."""

    name = serializers.CharField()
    best = serializers.IntegerField(
        help_text=_("How many tournaments of the series count for a member.")
    )
    by_place = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_(
            "The points of each place in a league; none where the points of the deals count."
        ),
    )
    present = serializers.IntegerField(help_text=_("The points of a league for taking part."))
    tournaments = serializers.ListField(child=serializers.IntegerField())
    standings = SeriesLineSerializer(many=True)


class SetLeagueSerializer(LeagueSerializer):
    """The scoring of a series, to be set."""

    name = serializers.CharField(max_length=NAME_LENGTH)
    points = term_field("series_points")

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, all required: leaving one out would reset its value unnoticed."""
        fields = super().get_fields()
        fields["points"].default, fields["points"].required = serializers.empty, True
        return fields


class Series(OpenView):
    """The standings of a series."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_series",
        parameters=[OpenApiParameter("name", str, required=True)],
        responses={200: SeriesSerializer, **problems(404)},
        summary="The standings of a series, in which each member's best tournaments count",
    )
    def get(self, request: Request) -> Response:
        """Return the series named in the query. Raises Refused("tournament.no-such-series")."""
        count_stranger(request._request)
        return _series(request.query_params.get("name", ""))

    @extend_schema(
        operation_id="tournaments_set_league",
        request=SetLeagueSerializer,
        responses={200: SeriesSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Set what counts in a series, in all of its tournaments, as a director who has played in none",
    )
    def post(self, request: Request) -> Response:
        """Set how the series scores, once per key.

        This sets the points of each place, the points for taking part, and how many tournaments count.
        """
        asked, told = wish_of(request, SetLeagueSerializer, "league")
        name = asked.pop("name")
        commands.set_league(series=name, **asked, **told)
        return _series(name)


def _series(name: str) -> Response:
    page = series_page(name)
    lines = [
        {
            "place": line.row.place,
            "player": line.row.player,
            "name": line.name,
            "points": line.row.total,
            "there": line.there,
            "counted": line.row.counted,
            "others": line.row.others,
        }
        for line in page.lines
    ]
    told = {
        "name": page.name,
        "best": page.best,
        "by_place": page.by_place,
        "present": page.present,
        "tournaments": [one.row.pk for one in page.evenings],
        "standings": lines,
    }
    return Response(SeriesSerializer(told).data)
