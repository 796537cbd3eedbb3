"""What the staff has done."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.inputs import Fields


class ActSerializer(Fields):
    """An act of the staff, as the page of them says it."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    player = serializers.IntegerField(help_text=_("Who did it."))
    name = serializers.CharField(source="by")
    event = serializers.CharField(help_text=_("The name of the event in the log."))
    what = serializers.CharField(help_text=_("In words."))
    why = serializers.CharField(help_text=_("The reason that was given, if one was."))
