"""What the API answers about disputes, field by field."""

from __future__ import annotations

from rest_framework import serializers

from games.api.serializers import Fields


class DisputeRowSerializer(Fields):
    """A dispute about a discard of a finished deal and, once a referee has ruled, its ruling (§10.7, §10.8)."""

    deal = serializers.IntegerField(source="deal_id")
    number = serializers.IntegerField()
    discard = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    filed_at = serializers.DateTimeField()
    reason = serializers.CharField()
    status = serializers.CharField()
    section = serializers.CharField()
    ruling = serializers.CharField()
    ruled_at = serializers.DateTimeField(allow_null=True)
