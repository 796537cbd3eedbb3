"""Serializers for the lines of an account's stream."""

from __future__ import annotations

from rest_framework import serializers

from games.api.serializers.deals import DealSerializer, EventSerializer
from games.api.serializers.problems import ProblemSerializer
from games.api.serializers.tables import TableDetailSerializer
from games.inputs import Fields
from games.live.account import INVITATIONS

KINDS = ("table", "deal", "event", "left", INVITATIONS, "beat", "end")


class StreamLineSerializer(Fields):
    """A line of the stream; `type` says which of the other fields it has."""

    type = serializers.ChoiceField(
        choices=KINDS,
        help_text="`table` and `deal`: a state, whole. `event`: what happened in a deal. "
        "`left`: nothing more comes from this table. `invitations`: the tables that invite you now. "
        "`beat`: the stream is alive. "
        "`end`: nothing more comes at all, and why.",
    )
    id = serializers.CharField(
        required=False,
        help_text="Send the last one that you have, and the stream goes on behind it.",
    )
    table_id = serializers.IntegerField(required=False)
    deal_id = serializers.IntegerField(required=False)
    table = TableDetailSerializer(required=False)
    deal = DealSerializer(
        required=False, help_text="With your hand and your legal moves, if it is your turn."
    )
    event = EventSerializer(required=False)
    tables = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="The ids of the open tables that invite you and where you do not sit, the newest first, at most 20.",
    )
    problem = ProblemSerializer(required=False)
