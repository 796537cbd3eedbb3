"""Serializers of disputes and rulings: what the API takes and returns."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.inputs import Fields, WholeNumber
from games.models.disputes import ruled_statuses, statuses
from replays.commands.rulings import REASON_LENGTH

MOST_VERSIONS: Final = 2**31 - 1
"""More events than a stream holds."""


class DisputeRowSerializer(Fields):
    """A dispute about a discard of a finished deal and, once a referee has ruled, its ruling (§10.7, §10.8)."""

    deal = serializers.IntegerField(source="deal_id")
    number = serializers.IntegerField()
    discard = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    filed_at = serializers.DateTimeField()
    reason = serializers.CharField()
    status = serializers.ChoiceField(choices=statuses())
    proposed = serializers.CharField(
        help_text="The outcome that waits for a second referee's signature; else empty."
    )
    section = serializers.CharField()
    ruling = serializers.CharField()
    ruled_at = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(
        allow_null=True, help_text=_("The time until which the ruling can be appealed (§10.8).")
    )
    rule_by = serializers.DateTimeField(
        allow_null=True,
        help_text=_("Time by which a referee has to rule; null if there is none."),
    )
    appealed = serializers.BooleanField()
    joined = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text=_("The seats that joined the dispute; null for a director (§10.7)."),
    )


class DisputeFilingSerializer(Fields):
    """An objection to the judgement of a discard (§10.7)."""

    discard = WholeNumber(
        min_value=1, max_value=MOST_VERSIONS, help_text=_("The version of the discard's event.")
    )
    reason = serializers.CharField(max_length=REASON_LENGTH)


class DisputeAnswerSerializer(Fields):
    """The answer of the seat that made the disputed discard (§10.7)."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


class AppealSerializer(Fields):
    """Why a ruling is appealed (§10.8)."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


class RulingSignatureSerializer(Fields):
    """The signature of a second referee, with the version of the deal that the referee had read."""

    seen = WholeNumber(
        min_value=1,
        max_value=MOST_VERSIONS,
        help_text="The deal's version when you read the case. If anything has happened there since, the request is "
        "refused.",
    )


class RulingRejectionSerializer(RulingSignatureSerializer):
    """The reason for rejecting a proposed ruling or withdrawing a ruling, and the version that was read."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


class DisputeRulingSerializer(RulingRejectionSerializer):
    """A referee's ruling on a dispute (§10.8)."""

    outcome = serializers.ChoiceField(choices=ruled_statuses())
    section = serializers.CharField(
        max_length=20, help_text="The section of the rulebook, such as `§10.3`."
    )
