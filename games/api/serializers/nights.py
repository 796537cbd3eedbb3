"""A night's check of the club's history."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.inputs import Fields


class NightSerializer(Fields):
    """What a night has compared and how much of it differs; what exactly differs is told to the owner alone."""

    day = serializers.DateField(help_text=_("By the calendar of the club."))
    done = serializers.BooleanField(help_text=_("False where nothing was checked in this night."))
    finished_at = serializers.DateTimeField(allow_null=True)
    whole = serializers.BooleanField(
        help_text=_(
            "Whether everything was compared, as every four weeks; otherwise what is new and half of the rest."
        )
    )
    turns = serializers.IntegerField(
        help_text=_("More than one where the check was cut off and went on.")
    )
    counts = serializers.DictField(
        child=serializers.IntegerField(),
        help_text=_(
            "How many were compared: deals, tournaments, standings, ratings, transfers, chains."
        ),
    )
    found = serializers.IntegerField(help_text=_("Differences"))
    differences = serializers.DictField(
        child=serializers.IntegerField(),
        help_text=_("How many of them in deals, standings, ratings, ledger, chains."),
    )
