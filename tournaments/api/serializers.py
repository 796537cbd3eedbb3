"""What the API answers about tournaments, field by field."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers import Fields
from games.queries.participants import names_of


class TournamentSerializer(Fields):
    """A tournament; chips are whole."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    rules = serializers.CharField()
    rounds = serializers.IntegerField()
    deals_per_round = serializers.IntegerField()
    entry_fee = serializers.IntegerField()
    prize_shares = serializers.ListField(child=serializers.IntegerField())
    seconds_per_move = serializers.IntegerField()
    bank_seconds = serializers.IntegerField(
        help_text=_("What a seat may think longer than a move takes, in all of a deal.")
    )
    spectator_delay = serializers.IntegerField(
        allow_null=True,
        help_text=_("How many seconds later who looks on sees its tables; null: nobody may."),
    )
    entrants = serializers.IntegerField()
    pot = serializers.IntegerField()
    rounds_drawn = serializers.IntegerField()
    rounds_closed = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class _Standings(serializers.ListSerializer[Any]):
    """The lines of the standings; the names of all are read at once."""

    def to_representation(self, data: Any) -> Any:
        rows = list(data.all())
        names = names_of(row.participant for row in rows)
        return super().to_representation(
            [{**model_to_dict(row), "name": name} for row, name in zip(rows, names, strict=True)]
        )


class StandingSerializer(Fields):
    """A line of the standings; `settled_by` names what decided the place."""

    place = serializers.IntegerField(allow_null=True)
    participant = serializers.CharField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    deals = serializers.IntegerField()
    wins = serializers.IntegerField()
    best_hand = serializers.IntegerField()
    penalties = serializers.IntegerField()
    settled_by = serializers.CharField()
    prize = serializers.IntegerField(allow_null=True)

    class Meta:
        list_serializer_class = _Standings


class RoundTableSerializer(Fields):
    """A table of a round; `table` is the club's table where it is played."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.CharField())
    deals_done = serializers.IntegerField()
    table = serializers.IntegerField(source="games_table_id", allow_null=True)


class TournamentDetailSerializer(TournamentSerializer):
    """A tournament with its standings and tables."""

    standings = StandingSerializer(many=True)
    tables = RoundTableSerializer(many=True)
