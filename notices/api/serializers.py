"""What the API says of notices."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.inputs import Fields, Whole


class NoticeSerializer(Fields):
    """A notice."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField(help_text=_("When it happened."))
    event = serializers.CharField(help_text=_("The name of the event that it tells of."))
    words = serializers.CharField(help_text=_("In the language that was asked for."))
    link = serializers.CharField(help_text=_("The page of the site that says more."))
    read = serializers.BooleanField()


class TurnSerializer(Fields):
    """A table that waits for you."""

    table = serializers.IntegerField(source="table_id")
    since = serializers.DateTimeField(help_text=_("When it began to wait."))
    words = serializers.CharField(help_text=_("In the language that was asked for."))
    link = serializers.CharField(help_text=_("The page of the table."))


class ReadSerializer(Fields):
    """Which notices are read."""

    upto = Whole(min_value=0, help_text=_("The newest that was read; all older ones are too."))


class UnreadSerializer(Fields):
    """How many notices are unread."""

    unread = serializers.IntegerField(help_text=_("At most 100, which stands for more."))
