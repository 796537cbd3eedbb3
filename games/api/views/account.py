"""The API's views of the user's own account: its chips, and logging in."""

from __future__ import annotations

from django.contrib.auth import authenticate
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import (
    LARGEST_PAGE,
    PAGING,
    body_of,
    page_asked,
    paged,
    player_of,
    problems,
)
from games.api.scopes import READ
from games.commands.people import second_factor, tokens
from games.common.names import tidied
from games.errors import Refused
from games.infrastructure.throttling import count
from games.inputs import CredentialsSerializer, Fields
from games.ledger.accounts import member_account
from games.ledger.queries import balance, statement
from games.models import ApiToken, Player
from games.queries.held_chips import held_chips
from games.queries.people.second_factor import has_device, is_required_of


class HeldSerializer(Fields):
    """Chips that are held while a deal is disputed (§10.7)."""

    deal = serializers.IntegerField()
    chips = serializers.IntegerField()


class AccountSerializer(Fields):
    """A member's balance, and chips held by disputes."""

    balance = serializers.IntegerField(help_text=_("Whole chips."))
    held = HeldSerializer(
        many=True, help_text=_("Further chips that are held until disputes are decided.")
    )


class StatementLineSerializer(Fields):
    """A line of a statement."""

    recorded_at = serializers.DateTimeField()
    memo = serializers.CharField()
    amount = serializers.IntegerField()
    balance = serializers.IntegerField()


class TokenSerializer(Fields):
    """A new token, for the header `Authorization: Token …`."""

    token = serializers.CharField()


class Account(APIView):
    """Your chips."""

    scopes = {"GET": READ}

    @extend_schema(responses=AccountSerializer, summary="Your balance")
    def get(self, request: Request) -> Response:
        """Return the requesting player's account."""
        player = player_of(request).pk
        held = [{"deal": one.deal_id, "chips": one.chips} for one in held_chips(player)]
        shown = {"balance": balance(member_account(player)), "held": held}
        return Response(AccountSerializer(shown).data)


class Statement(APIView):
    """Your postings."""

    scopes = {"GET": READ}

    @extend_schema(
        operation_id="account_statement",
        parameters=PAGING,
        responses=StatementLineSerializer(many=True),
        summary="Your last two hundred postings, oldest first; the header Link leads to older ones",
    )
    def get(self, request: Request) -> Response:
        """Return the player's last postings, oldest first: two hundred, or as many as `limit` says.

        With `before` these are the last postings before that one.
        """
        size, before = page_asked(request, LARGEST_PAGE)
        lines = statement(member_account(player_of(request).pk), last=size + 1, before=before)
        shown = StatementLineSerializer(lines[-size:], many=True).data
        return paged(request, shown, lines[-size].posting if len(lines) > size else None)


class TokenLogin(APIView):
    """Logs programs in: returns a token in exchange for login name and password."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        request=CredentialsSerializer,
        responses={200: TokenSerializer, **problems(403, 422, 429)},
        auth=[],
        summary="Log in for a new token, shown this once; the ten newest work",
    )
    def post(self, request: Request) -> Response:
        """Return a new token, which is shown only this once.

        The member's earlier tokens keep working, up to ten in all.
        """
        asked = body_of(request, CredentialsSerializer)
        name = {"username": asked.pop("username"), "password": asked.pop("password")}
        user = authenticate(request=request._request, **name)
        if user is None:
            raise Refused("login.wrong")
        assert isinstance(user, Player)
        code = asked.pop("otp")
        shown = has_device(user)
        if shown:
            if not code:
                raise Refused("factor.needed")
            count("codes", f"player:{user.pk}")
            second_factor.show(user, code)
        elif ApiToken.Scope.DIRECT in asked["scopes"] and is_required_of(user):
            raise Refused("factor.needed")
        asked["name"] = tidied(asked["name"]) or tokens.name_of_program(
            request.headers.get("User-Agent", "")
        )
        key = tokens.issue(user, now=timezone.now(), with_factor=shown, **asked)
        return Response({"token": key})
