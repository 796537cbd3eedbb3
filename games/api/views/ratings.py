"""The API's views of ratings."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import serializers
from games.api.requests import PAGING, page_asked, paged, player_of, problems
from games.api.scopes import READ
from games.engine.rules import PRESETS, VINAGAMES
from games.errors import Refused
from games.queries.finished.pagination import cursor
from games.queries.people.ratings import (
    history_of,
    page_of_ratings,
    rated_rules,
    rating_for,
    skill_of,
)
from games.queries.play.participants import names_of


class RatingList(APIView):
    """Ratings by a rule set."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="ratings_list",
        parameters=[
            *PAGING,
            OpenApiParameter(
                "rules", str, description="The rule set's key; vinagames if not said."
            ),
            OpenApiParameter(
                "provisional", bool, description="Those that have no rank yet instead."
            ),
        ],
        responses={200: serializers.RatingSerializer(many=True), **problems(400)},
        summary="Ratings by a rule set, the best first; the header Link leads to the next page",
    )
    def get(self, request: Request) -> Response:
        """Ratings, the best first; those of members who hide them are left out. Raises Refused("list.filter")."""
        size, before = page_asked(request)
        rules = request.query_params.get("rules", VINAGAMES.key)
        if rules not in (*PRESETS, *rated_rules()):
            raise Refused("list.filter")
        page = page_of_ratings(
            rules,
            size,
            before=before,
            provisional=request.query_params.get("provisional") in ("1", "true"),
        )
        names = names_of(row.rating.label for row in page.rows)
        rows = [
            {"rating": row.rating, "name": name, "rank": row.rank, "skill": skill_of(row.rating)}
            for row, name in zip(page.rows, names, strict=True)
        ]
        return paged(request, serializers.RatingSerializer(rows, many=True).data, page.older)


class RatingDetail(APIView):
    """How a rating came about."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="rating_history",
        responses={200: serializers.RatingStepSerializer(many=True), **problems(404)},
        summary="A rating's last two hundred deals, the oldest first",
    )
    def get(self, request: Request, rating_id: int) -> Response:
        """A rating after each of its last deals."""
        steps = history_of(rating_for(cursor(str(rating_id)) or 0, player_of(request)))
        return Response(serializers.RatingStepSerializer(steps, many=True).data)
