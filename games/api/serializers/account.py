"""An account: what it holds, and logging in to it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.inputs import Fields


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


class TokenSerializer(Fields):
    """What goes into the header `Authorization: Token …`."""

    token = serializers.CharField()
