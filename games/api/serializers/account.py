"""An account: what it holds, and logging in to it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.fields import Whole
from games.api.serializers.problems import Fields
from games.commands.people.tokens import DAYS, NAME_LENGTH, USUAL_DAYS, USUAL_SCOPES
from games.models import ApiToken


class HeldSerializer(Fields):
    """Chips that a dispute holds (§10.7)."""

    deal = serializers.IntegerField()
    chips = serializers.IntegerField()


class AccountSerializer(Fields):
    """What a member has."""

    balance = serializers.IntegerField(help_text=_("Whole chips."))
    held = HeldSerializer(
        many=True, help_text=_("What disputes hold besides, until they are decided.")
    )


class StatementLineSerializer(Fields):
    """A line of a statement."""

    recorded_at = serializers.DateTimeField()
    memo = serializers.CharField()
    amount = serializers.IntegerField()
    balance = serializers.IntegerField()


class CredentialsSerializer(Fields):
    """A login name and its password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)
    otp = serializers.CharField(
        default="",
        max_length=20,
        write_only=True,
        help_text=_("For who has a second factor: its code, or a recovery code."),
    )
    name = serializers.CharField(default="", max_length=NAME_LENGTH, allow_blank=True)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=[(key, key) for key in ApiToken.Scope.values]),
        default=[str(scope) for scope in USUAL_SCOPES],
        allow_empty=False,
        max_length=len(ApiToken.Scope),
    )
    days = Whole(
        default=USUAL_DAYS, min_value=DAYS[0], max_value=DAYS[-1], help_text=_("Until it ends.")
    )


class TokenSerializer(Fields):
    """What goes into the header `Authorization: Token …`."""

    token = serializers.CharField()
