"""The lines of an account's stream."""

from __future__ import annotations

from rest_framework import serializers

from games.api.serializers.deals import DealSerializer, EventSerializer
from games.api.serializers.problems import ProblemSerializer
from games.api.serializers.tables import TableDetailSerializer
from games.inputs import Fields

KINDS = ("table", "deal", "event", "left", "beat", "end")


class StreamLineSerializer(Fields):
    """A line of the stream; `type` says which of the other fields it has."""

    type = serializers.ChoiceField(
        choices=KINDS,
        help_text="`table` and `deal`: a state, whole. `event`: what happened in a deal. "
        "`left`: nothing more comes from this table. `beat`: the stream is alive. "
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
    problem = ProblemSerializer(required=False)
