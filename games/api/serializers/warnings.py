"""What the API says of warnings at the club's tables outside tournaments."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.inputs import Fields


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
