"""API for directors of tables with real cards: a round's score sheets, and the end of a table's round.

A player without a phone confirms a result here too, by the digits of their card.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import problems, wish_of
from games.api.scopes import DIRECT, PLAY
from games.inputs import WholeNumber
from tournaments import commands
from tournaments.api.acts import DoneSerializer, done
from tournaments.api.cardboard import EntrySerializer, PaperSerializer, lay_of, papers
from tournaments.engine.real_cards.deciding import WrittenDeal
from tournaments.inputs import MOST_NUMBER, OnceSerializer


class SheetDealSerializer(EntrySerializer):
    """A deal on a score sheet."""

    table = WholeNumber(min_value=1, max_value=MOST_NUMBER)

    def get_fields(self) -> dict[str, Any]:
        """Return the fields of an entered result except the idempotency key.

        A request that enters several deals has one key for all of them.
        """
        fields = super().get_fields()
        del fields["idempotency_key"]
        return fields


class SheetsSerializer(OnceSerializer):
    """The score sheets of a round."""

    deals = serializers.ListField(
        child=SheetDealSerializer(), allow_empty=False, max_length=MOST_NUMBER
    )


class DigitsSerializer(OnceSerializer):
    """A seat's confirmation by the six digits of its player's card."""

    revision = WholeNumber(min_value=1, help_text="The revision that it refers to.")
    seat = WholeNumber(min_value=0, max_value=3)
    digits = serializers.CharField(max_length=20, write_only=True)


class RoundSheets(APIView):
    """The score sheets of a round."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_enter_sheets",
        request=SheetsSerializer,
        responses={200: DoneSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Enter the deals of a round's score sheets, all of them or none",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Enter the deals of the score sheets as a director, once per key."""
        asked, told = wish_of(request, SheetsSerializer, "enter-sheets", number)
        deals = [WrittenDeal(one["table"], one["deal"], lay_of(one)) for one in asked["deals"]]
        version = commands.enter_sheets(
            tournament_id=tournament_id, round_number=number, deals=deals, **told
        )
        return done(tournament_id, version)


class TableEnd(APIView):
    """The end of a table's round."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_end_table",
        request=OnceSerializer,
        responses={200: DoneSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Say that a table with real cards plays no further deal in this round",
    )
    def post(self, request: Request, tournament_id: int, number: int, table: int) -> Response:
        """Record as a director that the table plays no further deal this round, once per key."""
        _asked, told = wish_of(request, OnceSerializer, f"no-more:{number}", table)
        version = commands.play_no_more(
            tournament_id=tournament_id, round_number=number, table=table, as_director=True, **told
        )
        return done(tournament_id, version)


class ResultDigits(APIView):
    """A result confirmed on somebody else's device."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_results_confirm_by_digits",
        request=DigitsSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422, 429)},
        summary="Confirm a result for a seat whose player types the digits of their card here",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Confirm the result by the digits, once per key. Wrong digits count as failed attempts."""
        asked, told = wish_of(request, DigitsSerializer, "result-digits", deal_id)
        commands.confirm_by_digits(tournament_id=tournament_id, deal_id=deal_id, **asked, **told)
        return papers(tournament_id, number, table)
