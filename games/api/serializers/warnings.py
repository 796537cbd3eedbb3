"""What the API says of warnings at the club's tables outside tournaments."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.fields import Whole
from games.api.serializers.problems import Fields
from games.engine.sanctions import NAME_LENGTH, REASON_LENGTH

_ID = 2**63 - 1


class WarningSerializer(Fields):
    """A warning that stands."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    number = serializers.IntegerField(help_text=_("Counts the member's warnings from 1."))
    kind = serializers.CharField()
    time = serializers.IntegerField(
        help_text=_("How often this kind was warned of that evening, with it.")
    )
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class WarnSerializer(Fields):
    """A warning to write; it takes no points and no chips."""

    player = Whole(min_value=1, max_value=_ID)
    kind = serializers.CharField(max_length=NAME_LENGTH)
    reason = serializers.CharField(
        max_length=REASON_LENGTH, help_text=_("Everybody may read it: name no card of a hand.")
    )
    call = Whole(min_value=1, max_value=_ID, allow_null=True, default=None)
    idempotency_key = serializers.UUIDField()


class TakeWarningBackSerializer(Fields):
    """Why a warning stands no more."""

    reason = serializers.CharField(max_length=REASON_LENGTH)
