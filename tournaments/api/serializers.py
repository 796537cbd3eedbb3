"""The API's answers about tournaments, field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Final, get_args, get_origin

from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import BOT_ACCOUNT
from games.inputs import Fields
from games.queries.play.participants import called
from tournaments.engine.terms import TERMS, TYPES, Format
from tournaments.models import Tournament
from tournaments.presenters.log.agreement_words import IF_YOU_PLAY, waiting_agreements
from tournaments.presenters.log.signature_words import waiting_corrections
from tournaments.presenters.log.term_words import CHOICES, TERM_WORDS
from tournaments.queries import current, drawn_tables

_PLAIN: Final[Mapping[Any, Callable[..., serializers.Field[Any, Any, Any, Any]]]] = {
    int: serializers.IntegerField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
}
_NOT_SHOWN: Final = ("filler", "fill_to", "check_in_ends")
"""Terms that the API does not show."""


def _term_field(name: str) -> serializers.Field[Any, Any, Any, Any]:
    """Return the read-only serializer field that shows a term."""
    told: dict[str, Any] = {"source": f"terms.{name}"}
    if words := TERM_WORDS[name].api:
        told["help_text"] = words
    if name in CHOICES:
        return serializers.ChoiceField(choices=CHOICES[name].choices, **told)
    kinds = [kind for kind in get_args(TYPES[name]) or (TYPES[name],) if kind in _PLAIN]
    if get_origin(TYPES[name]) is tuple:
        return serializers.ListField(child=_PLAIN[kinds[0]](), **told)
    if NoneType in get_args(TYPES[name]):
        told["allow_null"] = True
    return _PLAIN[kinds[0]](**told)


@extend_schema_field(OpenApiTypes.NUMBER)
class PointsField(serializers.Field[Any, Any, Any, Any]):
    """Points for display: whole, or with up to three decimals in a duplicate."""

    def to_representation(self, value: Any) -> int | float:
        """Return an int if the points are whole, otherwise a float."""
        return int(value) if value == int(value) else float(value)


class TournamentSerializer(Fields):
    """A tournament; amounts of chips are whole numbers."""

    id = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Tournament.Status.choices)
    appeal_until = serializers.DateTimeField(
        allow_null=True,
        help_text=_("The time until which the standings are provisional, once it is known."),
    )
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When it begins; null if no day is set.")
    )
    description = serializers.CharField(help_text=_("Plain text."))
    check_in_until = serializers.DateTimeField(
        allow_null=True,
        help_text=_("Null if members check in until the start or need not check in."),
    )
    rounds_begun = serializers.IntegerField()
    clock_until = serializers.DateTimeField(
        allow_null=True,
        help_text=_(
            "When the drawn round begins or, once it has begun, when its time is up. During a "
            "pause it is relative to paused_at."
        ),
    )
    time_up = serializers.BooleanField(help_text=_("No more deals will start in this round."))
    paused_at = serializers.DateTimeField(
        allow_null=True, help_text=_("The time since which all tables have been paused.")
    )
    paused_by = serializers.IntegerField(
        allow_null=True, source="paused_by_id", help_text=_("The director.")
    )
    pause_reason = serializers.CharField()
    cardboard = serializers.BooleanField(
        help_text=_("Whether every table without bots plays with real cards from the next draw on.")
    )
    entrants = serializers.IntegerField()
    pot = serializers.IntegerField()
    rounds_drawn = serializers.IntegerField()
    rounds_closed = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the serializer's fields: the id first, then the tournament's terms, then the others."""
        fields = super().get_fields()
        terms = {name: _term_field(name) for name in TERMS if name not in _NOT_SHOWN}
        return {"id": fields.pop("id"), **terms, **fields}


class _Standings(serializers.ListSerializer[Any]):
    """A list of standings lines that reads all names in one query."""

    def to_representation(self, data: Any) -> Any:
        rows = list(data.all())
        people = called(row.participant for row in rows)
        return super().to_representation(
            [
                {
                    **model_to_dict(row),
                    "score": row.score,
                    "name": one.name,
                    "bot_account": one.program,
                }
                for row, one in zip(rows, people, strict=True)
            ]
        )


class StandingSerializer(Fields):
    """A line of the standings; `settled_by` is the tie-break that decided the place."""

    place = serializers.IntegerField(allow_null=True)
    participant = serializers.CharField()
    name = serializers.CharField()
    bot_account = serializers.BooleanField(help_text=BOT_ACCOUNT)
    points = PointsField(source="score")
    deals = serializers.IntegerField()
    wins = serializers.IntegerField()
    best_hand = serializers.IntegerField()
    penalties = serializers.IntegerField()
    settled_by = serializers.CharField()
    prize = serializers.IntegerField(allow_null=True)
    notes = serializers.ListField(
        child=serializers.ListField(),
        help_text=_("Remarks. Each has a kind, a number (of a round or of deals) and a reason."),
    )

    class Meta:
        list_serializer_class = _Standings


class CountedDealSerializer(Fields):
    """A deal that counts: its number at the table, and the id under which `/deals/<id>/` shows it."""

    number = serializers.IntegerField()
    id = serializers.IntegerField(source="deal_id")


class RoundTableSerializer(Fields):
    """A table of a round.

    `number` is its number in the round. `table` is the id of the club's table where it is played, null until that
    opens.
    """

    round = serializers.IntegerField(source="row.round")
    number = serializers.IntegerField(source="row.number")
    seats = serializers.ListField(child=serializers.CharField(), source="row.seats")
    group = serializers.IntegerField(
        source="row.section",
        allow_null=True,
        help_text=_("The group that plays at it. 0 is the final; null means neither."),
    )
    starters = serializers.ListField(
        child=serializers.IntegerField(),
        source="row.starters",
        help_text=_("The seat that starts each deal (§8.3)."),
    )
    deals_done = serializers.IntegerField(source="row.deals_done")
    table = serializers.IntegerField(source="row.games_table_id", allow_null=True)
    deals = CountedDealSerializer(many=True, source="scores")


class WaitingCorrectionSerializer(Fields):
    """A proposed correction that a second person has to sign."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text=_("The person who proposed it."))
    words = serializers.CharField(help_text=_("The correction and its reason."))


class WaitingAgreementSerializer(Fields):
    """An act for which a director who plays needs another member's agreement."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text=_("The person asking."))
    words = serializers.CharField(help_text=_("The requested action."))
    reason = serializers.CharField()
    answers = serializers.BooleanField(help_text=_("Whether you can agree to it."))
    own = serializers.BooleanField(help_text=_("Whether you asked for it and can take it back."))


class TournamentDetailSerializer(TournamentSerializer):
    """A tournament with its standings and tables."""

    standings = StandingSerializer(many=True)
    tables = serializers.SerializerMethodField()
    waiting_corrections = serializers.SerializerMethodField(
        help_text=_("Corrections of paid prizes that a second person has to sign.")
    )
    if_you_play = serializers.SerializerMethodField(
        help_text=_("The notice for directors before they enter; empty for others."),
    )
    waiting_agreements = serializers.SerializerMethodField(
        help_text=_(
            "Actions that a director who is playing can't take alone. Each waits for another member to agree."
        )
    )
    given = serializers.SerializerMethodField(
        help_text=_("The seats by round and table, South first; empty if none were set by hand.")
    )

    @extend_schema_field(
        serializers.ListField(
            child=serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
        )
    )
    def get_given(self, tournament: Tournament) -> Any:
        """Return the given draw of a fixed tournament; empty, without a query, for other formats."""
        return current(tournament.pk).state.given if tournament.terms.format == Format.FIXED else ()

    @extend_schema_field(WaitingCorrectionSerializer(many=True))
    def get_waiting_corrections(self, tournament: Tournament) -> Any:
        """Return the waiting corrections; empty, without a query, for a tournament never corrected."""
        viewer = self.context.get("viewer")
        found = waiting_corrections(tournament.pk, viewer) if tournament.corrections else ()
        return WaitingCorrectionSerializer(found, many=True).data

    def get_if_you_play(self, _tournament: Tournament) -> str:
        """Return the notice for directors about what they may do alone if they play; empty for others."""
        viewer = self.context.get("viewer")
        return str(IF_YOU_PLAY) if viewer is not None and viewer.is_director else ""

    @extend_schema_field(WaitingAgreementSerializer(many=True))
    def get_waiting_agreements(self, tournament: Tournament) -> Any:
        """Return the requests that await agreement; empty, without a query, if there are none."""
        viewer = self.context.get("viewer")
        found = waiting_agreements(tournament.pk, viewer) if tournament.agreements else ()
        return WaitingAgreementSerializer(found, many=True).data

    @extend_schema_field(RoundTableSerializer(many=True))
    def get_tables(self, tournament: Tournament) -> Any:
        """Return the tables of all rounds, or of the round that the context names."""
        drawn = drawn_tables(tournament.pk, self.context.get("round"))
        return RoundTableSerializer(drawn, many=True).data
