"""The seats of the round that is played, in JSON, as a director gives them: to substitutes, the bot, owners again."""

from __future__ import annotations

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.fields import Whole
from games.api.requests import body_of, player_of, problems
from games.api.scopes import DIRECT, READ
from games.api.serializers import Fields
from tournaments import commands, queries
from tournaments.commands.authority import require_director
from tournaments.engine.entries import REASON_LENGTH
from tournaments.engine.seat_events import Span
from tournaments.errors import refusal
from tournaments.presenters.page.seats import owner_of, seats_left

_SUBSTITUTE, _OWNER, _BOT = "substitute", "owner", "bot"
_TO: Final = (_SUBSTITUTE, _OWNER, _BOT)


class SeatLeftSerializer(Fields):
    """A member's seat at a table that has deals left."""

    table = serializers.IntegerField()
    seat = serializers.IntegerField(help_text=_("South is 0, then East, North and West."))
    owner = serializers.CharField(help_text=_("Who was drawn, such as player:12."))
    holder = serializers.CharField(help_text=_("Who has it from the next deal on."))


class GiveSeatSerializer(Fields):
    """Who is to have a seat from the next deal on, for how long and why."""

    table = Whole(min_value=1)
    seat = Whole(min_value=0, max_value=3)
    to = serializers.ChoiceField(choices=_TO)
    player = Whole(
        min_value=1,
        required=False,
        allow_null=True,
        help_text=_("The substitute, who stands on the reserve list; for nobody else."),
    )
    span = serializers.ChoiceField(choices=[one.value for one in Span])
    reason = serializers.CharField(max_length=REASON_LENGTH)
    holder = serializers.CharField(
        max_length=40,
        required=False,
        help_text=_("Who has it now: where somebody else does, it is refused."),
    )
    idempotency_key = serializers.UUIDField()


class GivenSeats(APIView):
    """The members' seats of the round that is played."""

    scopes = {"GET": READ, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_seats",
        responses={200: SeatLeftSerializer(many=True), **problems(404)},
        summary="The members' seats at the tables that have deals left, and who has them",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """The seats that can be given."""
        return _seats(tournament_id)

    @extend_schema(
        operation_id="tournaments_give_seat",
        request=GiveSeatSerializer,
        responses={200: SeatLeftSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Give a seat to a substitute, the careful bot or its owner again",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Give a seat as a director who does not play, once for each key."""
        by, asked = player_of(request), body_of(request, GiveSeatSerializer)
        require_director(by)
        row = queries.get_tournament(tournament_id)
        to, player = asked["to"], asked.get("player")
        if (to == _SUBSTITUTE) != (player is not None):
            raise refusal("tournament.substitute-unnamed")
        if to == _OWNER:
            player = owner_of(row, asked["table"], asked["seat"])
            if player is None:
                raise refusal("tournament.seat-of-bot")
        told: dict[str, Any] = {key: asked[key] for key in ("table", "seat", "span", "reason")}
        commands.give_seat(
            by=by,
            tournament_id=tournament_id,
            player=player,
            instead_of=asked.get("holder"),
            now=timezone.now(),
            idempotency_key=f"give-seat:{by.pk}:{asked['idempotency_key']}",
            **told,
        )
        return _seats(tournament_id)


def _seats(tournament_id: int) -> Response:
    row = queries.get_tournament(tournament_id)
    return Response(SeatLeftSerializer(seats_left(row), many=True).data)
