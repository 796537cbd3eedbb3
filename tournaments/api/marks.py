"""API that sets which tables play with real cards, and closes a round with results confirmed by one seat only."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import problems, wish_of
from games.api.scopes import DIRECT, READ
from games.inputs import Fields, WholeNumber
from tournaments import commands
from tournaments.presenters.cardboard.marks import marks_page


class MarkSerializer(Fields):
    """A request to set a table to play with real cards, or on screens again."""

    table = WholeNumber(
        allow_null=True, min_value=1, help_text=_("Null: every table from the next draw on.")
    )
    cardboard = serializers.BooleanField()
    onward = serializers.BooleanField(default=False, help_text=_("Also in the following rounds."))
    idempotency_key = serializers.UUIDField()


class MarkedTableSerializer(Fields):
    """A table of the current round."""

    table = serializers.IntegerField(source="row.number")
    cardboard = serializers.BooleanField(source="row.cardboard")
    bots = serializers.BooleanField(
        help_text=_("Whether a bot sits there. Bots can't hold real cards.")
    )
    fixed = serializers.BooleanField(help_text=_("Whether it has played a deal of the round."))


class MarksSerializer(Fields):
    """The answer that says which tables play with real cards, now and from the next draw on."""

    next_round = serializers.IntegerField(help_text=_("0 if no further round is drawn."))
    every = serializers.BooleanField(help_text=_("Whether every table is marked in that round."))
    tables = MarkedTableSerializer(many=True)


class RoundEndSerializer(Fields):
    """A request to close a round."""

    idempotency_key = serializers.UUIDField()
    round = WholeNumber(
        min_value=1,
        required=False,
        help_text="The round that is meant; once another one is played, the request is refused.",
    )


class RealCards(APIView):
    """Lists and sets which tables of a tournament play with real cards."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_real_cards",
        responses={200: MarksSerializer, **problems(404)},
        summary="Which tables play with real cards",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the tables of the current round, and whether every table is set for the next draw."""
        return Response(MarksSerializer(marks_page(tournament_id)).data)

    @extend_schema(
        operation_id="tournaments_real_cards_mark",
        request=MarkSerializer,
        responses={200: MarksSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Mark a table for real cards before its first card, or every table from the next draw on",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Set a table, or all from the next draw on, once per key."""
        asked, told = wish_of(request, MarkSerializer, "mark")
        commands.mark_tables(tournament_id=tournament_id, **asked, **told)
        return Response(MarksSerializer(marks_page(tournament_id)).data)


class RoundEnd(APIView):
    """Closes a round although some results with real cards are confirmed by only one seat."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_round_close",
        request=RoundEndSerializer,
        responses={200: MarksSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Close the round though one seat alone vouches for results, which the log names",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Close the round. Only a director may, and one who plays needs another member's agreement."""
        asked, told = wish_of(request, RoundEndSerializer, "round")
        commands.close_round(tournament_id=tournament_id, round_number=asked.get("round"), **told)
        return Response(MarksSerializer(marks_page(tournament_id)).data)
