"""The API of the search, with the same filters, errors and deals as its page."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import PAGING, number, page_asked, player_of, problems
from games.api.scopes import READ
from games.api.serializers import FinishedDealsSerializer
from games.queries.finished.pagination import cursor
from replays import queries
from replays.index.bitmap import LARGEST
from replays.index.terms import DealOutcome
from replays.inputs import SearchForm
from replays.queries.search import DisputeFilter, Kongs, Mistakes, Part


class FoundDealsSerializer(FinishedDealsSerializer):
    """A page of the deals that a search found, and how many it found on all pages."""

    count = serializers.IntegerField()


def _one_of(name: str, kind: type[StrEnum], said: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, enum=[one.value for one in kind], description=said)


_ASKED: Final = [
    number("player", "Deals in which this member sat."),
    OpenApiParameter("mine", bool, description="Deals in which you sat."),
    _one_of("part", Part, "What that player did, or you where none is named."),
    _one_of(
        "mistakes",
        Mistakes,
        "Your own mistakes: discards that were no worst card, wins that you declined.",
    ),
    number("tournament", "Deals of this tournament.", least=1, most=2**31),
    OpenApiParameter("rules", str, description="The key of a rule set."),
    OpenApiParameter(
        "since",
        OpenApiTypes.DATE,
        description="Ended on this day of the club's time zone or later.",
    ),
    OpenApiParameter("until", OpenApiTypes.DATE, description="Ended on this day or before."),
    _one_of("outcome", DealOutcome, "How the deal ended."),
    OpenApiParameter("penalty", str, enum=["yes", "no"], description="Whether somebody pays it."),
    _one_of("kongs", Kongs, "Which lay on the table at the end."),
    number("paid_least", "Points that changed hands, at least.", most=LARGEST),
    number("paid_most", "Points that changed hands, at most.", most=LARGEST),
    number("steps_least", "Steps of the replay, at least.", least=1, most=LARGEST),
    number("steps_most", "Steps of the replay, at most.", least=1, most=LARGEST),
    _one_of("ruled", DisputeFilter, "How far the penalty was disputed."),
    *PAGING,
    number("after", "The deals next newer than this one."),
]


class DealSearch(APIView):
    """A search of finished deals."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="deals_search",
        parameters=_ASKED,
        responses={200: FoundDealsSerializer, **problems(422)},
        summary="Search finished deals, the newest first",
    )
    def get(self, request: Request) -> Response:
        """Return the deals that fit every filter. Raises ValidationError, by field, for invalid filters."""
        form = SearchForm(request.query_params)
        if not form.is_valid():
            raise ValidationError(
                {name: [str(one) for one in said] for name, said in form.errors.items()}
            )
        size, before = page_asked(request)
        after = cursor(request.query_params.get("after"))
        found = queries.search(form.wanted, player_of(request), size, before=before, after=after)
        return Response(FoundDealsSerializer(found, context={"request": request}).data)
