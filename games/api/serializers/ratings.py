"""Ratings: a line of the list, and how one came about."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.inputs import Fields


class RatingSerializer(Fields):
    """A member's rating or that of a kind of bot."""

    id = serializers.IntegerField(source="rating.pk")
    rules = serializers.CharField(source="rating.rules")
    participant = serializers.CharField(
        source="rating.label", help_text=_("player:12 or bot:club.")
    )
    name = serializers.CharField()
    rank = serializers.IntegerField(
        allow_null=True, help_text=_("Null while too few deals are rated.")
    )
    rating = serializers.IntegerField(
        source="skill.shown", help_text=_("Everybody begins at 1000.")
    )
    error = serializers.IntegerField(
        source="skill.error", help_text=_("It is off by no more, 19 times out of 20.")
    )
    deals = serializers.IntegerField(source="rating.deals", help_text=_("Rated deals"))


class RatingStepSerializer(Fields):
    """A rating after one deal."""

    deal = serializers.IntegerField(source="deal_id")
    at = serializers.DateTimeField()
    deals = serializers.IntegerField(help_text=_("Rated deals up to this one."))
    rating = serializers.IntegerField(source="skill.shown")
    error = serializers.IntegerField(source="skill.error")
