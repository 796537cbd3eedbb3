"""What the API says of calls of the referee."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.club.calls import Reason
from games.inputs import Fields


class CallRefereeSerializer(Fields):
    """A call."""

    reason = serializers.ChoiceField(choices=[str(one) for one in Reason])
    words = serializers.CharField(
        default="", allow_blank=True, help_text=_("Everybody may read them.")
    )


class AnswerSerializer(Fields):
    """An answer."""

    words = serializers.CharField(help_text=_("Everybody may read them."))
    section = serializers.CharField(default="", allow_blank=True)


class CallSerializer(Fields):
    """A call as it stands."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(source="table_id")
    deal = serializers.IntegerField(source="deal_id", allow_null=True)
    seat = serializers.IntegerField(allow_null=True, help_text=_("null for a director."))
    player = serializers.IntegerField(source="player_id")
    reason = serializers.CharField()
    words = serializers.CharField()
    made_at = serializers.DateTimeField()
    referee = serializers.IntegerField(source="referee_id", allow_null=True)
    taken_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField()
    section = serializers.CharField()
