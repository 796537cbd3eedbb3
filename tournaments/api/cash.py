"""API of the money at the door of a tournament: payments, and what should be in the box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import player_of, problems, wish_of
from games.api.scopes import DIRECT
from games.inputs import LARGEST_ID, Fields, WholeNumber
from tournaments import commands
from tournaments.commands.authority import require_director
from tournaments.engine.cash.deciding import MOST, WORDS_LENGTH
from tournaments.engine.cash.events import CashKind
from tournaments.inputs import BoxCountSerializer, OnceSerializer
from tournaments.presenters.cash.box import box_page

_COMMANDS: Final[dict[CashKind, tuple[Callable[..., int], tuple[str, ...]]]] = {
    CashKind.FEE: (commands.mark_fee_paid, ("player",)),
    CashKind.PRIZE: (commands.mark_prize_paid, ("player", "amount")),
    CashKind.OTHER: (commands.note_payment, ("amount", "words")),
}
"""What notes each kind of payment, and which fields it takes."""


class NotePaymentSerializer(Fields):
    """A payment to record."""

    kind = serializers.ChoiceField(choices=[one.value for one in CashKind])
    player = WholeNumber(
        min_value=1,
        max_value=LARGEST_ID,
        required=False,
        help_text=_("For fees and prizes only."),
    )
    amount = WholeNumber(
        min_value=-MOST,
        max_value=MOST,
        required=False,
        help_text=_(
            "For a prize, the sum paid out; for another payment, the sum that went into the "
            "box, negative for money taken out."
        ),
    )
    words = serializers.CharField(
        max_length=WORDS_LENGTH, required=False, help_text=_("The purpose of another payment.")
    )
    idempotency_key = serializers.UUIDField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return only the fields that this kind of payment takes. Raises ValidationError if one is missing."""
        taken = _COMMANDS[CashKind(attrs["kind"])][1]
        missing = [name for name in taken if name not in attrs]
        if missing:
            required = self.fields[missing[0]].error_messages["required"]
            raise serializers.ValidationError(dict.fromkeys(missing, required))
        return {name: attrs[name] for name in ("kind", *taken, "idempotency_key")}


class PaymentSerializer(Fields):
    """A payment that has not been taken back."""

    number = serializers.IntegerField(source="event.number")
    kind = serializers.CharField(source="event.kind")
    player = serializers.IntegerField(source="event.player", allow_null=True)
    amount = serializers.IntegerField(source="event.amount")
    director = serializers.IntegerField(source="event.director")
    words = serializers.CharField()


class FeeSerializer(Fields):
    """A member who has entered, and the fee that was paid."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    paid = serializers.IntegerField(allow_null=True)


class BoxPrizeSerializer(FeeSerializer):
    """A member with a prize: the proposed sum, and the sum paid out."""

    place = serializers.IntegerField(allow_null=True)
    proposed = serializers.IntegerField()


class BoxSerializer(Fields):
    """Fees, prizes and payments at the door, and the sum that should be in the box, in the club's unit."""

    fee = serializers.IntegerField()
    expected = serializers.IntegerField(help_text=_("The expected sum in the box."))
    fees = FeeSerializer(many=True)
    prizes = BoxPrizeSerializer(many=True)
    payments = PaymentSerializer(many=True, help_text=_("Newest first."))


class Cash(APIView):
    """The money at the door of a tournament."""

    scopes = {"GET": DIRECT, "POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_cash",
        responses={200: BoxSerializer, **problems(403, 404)},
        summary="The money at the door of a tournament, for a director",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the payments at the door and the sum that should be in the box.

        Raises Refused for anybody but a director.
        """
        require_director(player_of(request))
        return _box(tournament_id)

    @extend_schema(
        operation_id="tournaments_note_payment",
        request=NotePaymentSerializer,
        responses={201: BoxSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Note a fee, a prize or another payment in cash, as a director",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Record a payment, once per key."""
        asked, told = wish_of(request, NotePaymentSerializer, "cash")
        command, _taken = _COMMANDS[CashKind(asked.pop("kind"))]
        command(tournament_id=tournament_id, **asked, **told)
        return _box(tournament_id, status=201)


class CashTakenBack(APIView):
    """The withdrawal of a payment."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_take_payment_back",
        request=OnceSerializer,
        responses={200: BoxSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Take a payment in cash back, as a director",
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Take the payment back, once per key."""
        _asked, told = wish_of(request, OnceSerializer, "cash-back", number)
        commands.take_payment_back(tournament_id=tournament_id, number=number, **told)
        return _box(tournament_id)


class CashCounts(APIView):
    """Records how much a director has counted in the box."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_count_box",
        request=BoxCountSerializer,
        responses={201: BoxSerializer, **problems(400, 403, 404, 409, 422)},
        summary="Record what was counted in the box, as a director",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Record the counted sum, once per key."""
        asked, told = wish_of(request, BoxCountSerializer, "cash-count")
        commands.count_box(tournament_id=tournament_id, **asked, **told)
        return _box(tournament_id, status=201)


def _box(tournament_id: int, *, status: int = 200) -> Response:
    return Response(BoxSerializer(box_page(tournament_id)).data, status=status)
