"""API of a draw that a director gives by hand, in JSON or as a file of the format that the page accepts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import player_of, problems, wish_of
from games.api.scopes import DIRECT, READ
from games.api.serializers import ProblemSerializer, problem
from games.common.name_lists import UnreadableList, decoded
from games.inputs import Fields
from tournaments import commands, queries
from tournaments.api.photographs import FormParser
from tournaments.commands.authority import require_director
from tournaments.errors import refusal
from tournaments.inputs import GiveDrawSerializer
from tournaments.models import Tournament
from tournaments.presenters.page.given_draw import (
    MOST_FAULTS,
    given_page,
    unreadable_words,
    wrong_lines,
)
from tournaments.queries.given_draws import MOST_BYTES, read_draw


class GivenDrawSerializer(Fields):
    """The given draw."""

    rounds = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.CharField())),
        help_text=_("The seats by round and table, South first; empty if none were set by hand."),
    )


class WrongLineSerializer(Fields):
    """A line of the given draw, and what is wrong in it."""

    line = serializers.IntegerField(help_text=_("From 1; 0 is the draw as a whole."))
    said = serializers.CharField(help_text=_("The member or item that it is about."))
    detail = serializers.CharField(source="why", help_text=_("A plain sentence for people."))


class WrongDrawSerializer(ProblemSerializer):
    """A problem response that lists what is wrong line by line."""

    lines = WrongLineSerializer(many=True, help_text=_("The first 50."))


class GivenDraw(APIView):
    """The draw of a fixed tournament."""

    scopes = {"GET": READ, "POST": DIRECT}
    parser_classes = [*APIView.parser_classes, FormParser]

    @extend_schema(
        operation_id="tournaments_given_draw",
        responses={200: GivenDrawSerializer, **problems(404)},
        summary="The tables of all rounds as a director gave them by hand",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the given draw; empty if none was given."""
        return _given(given_page(tournament_id).row)

    @extend_schema(
        operation_id="tournaments_give_draw",
        request={
            "application/json": GiveDrawSerializer,
            "multipart/form-data": GiveDrawSerializer,
        },
        responses={
            200: GivenDrawSerializer,
            422: WrongDrawSerializer,
            **problems(400, 403, 404, 409, 413),
        },
        summary="Give the tables of all rounds by hand before the start; what is wrong is said by line",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Set the draw by hand, once per key. If a line is wrong, nothing is changed.

        Only a director who does not play may do this.
        """
        require_director(player_of(request))
        row = given_page(tournament_id).row
        asked, told = wish_of(request, GiveDrawSerializer, "give-draw")
        try:
            places, unread = read_draw(_text(asked), filler=row.terms.filler)
        except UnreadableList as wrong:
            raise refusal("tournament.given-unreadable", why=unreadable_words(wrong)) from wrong
        found = wrong_lines(row, places, unread)
        if found and row.status == Tournament.Status.OPEN:
            lines = WrongLineSerializer(found[:MOST_FAULTS], many=True).data
            refused = refusal("tournament.given-wrong")
            return Response({**problem(refused), "lines": lines}, status=refused.status)
        commands.give_draw(tournament_id=row.pk, places=places, **told)
        return _given(row)


def _text(asked: dict[str, Any]) -> str:
    """Return the draw as text, from the uploaded file or else from the field. Raises UnreadableList."""
    file = asked.get("file")
    if file is None:
        return str(asked.get("lines", ""))
    return decoded(file.read(MOST_BYTES + 1), MOST_BYTES)


def _given(row: Tournament) -> Response:
    rounds = queries.current(row.pk).state.given
    return Response(GivenDrawSerializer({"rounds": rounds}).data)
