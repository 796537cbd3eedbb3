"""Serializers of tables: their seats, terms, invitations, phrases and spectators."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.fields import BotAccount, Plain, Text
from games.api.serializers.problems import Pair
from games.api.values import BOTS
from games.commands.table.social import PHRASES
from games.commands.table.tables import MOST_INVITED
from games.engine.recording.notation import rules_from_plain, rules_to_plain
from games.engine.recording.stored_rules import completed
from games.engine.rules import OPTIONS, RuleSet
from games.errors import Refused
from games.inputs import Fields, WholeNumber
from games.models import Seat, Table
from games.presenters.club.rule_sets import value_words
from games.queries.club.house import offered_rules
from games.queries.play.participants import names_of

_WANTS_BOTS: Final = "Whether programs that ask for any table may take free seats here."


def _sitter(seat: Seat) -> str:
    if seat.player is not None:
        return seat.player.shown_name
    return names_of([f"bot:{seat.bot}"])[0] if seat.bot else ""


class _You(serializers.BooleanField):
    def to_representation(self, value: Any) -> bool:
        return bool(value.player_id == self.context["request"].user.pk)


class TableSeatSerializer(Fields):
    """A seat of a table and who sits there now."""

    number = serializers.IntegerField()
    name = Text(_sitter, source="*", help_text=_("Empty if nobody sits there."))
    bot_account = BotAccount()
    player = serializers.IntegerField(source="player_id", allow_null=True)
    bot = serializers.ChoiceField(
        choices=BOTS, allow_blank=True, help_text="Empty if a player or nobody sits there."
    )
    you = _You(source="*")


class TableSerializer(Fields):
    """A table of the lobby."""

    id = serializers.IntegerField(source="table.pk")
    name = serializers.CharField(source="table.name")
    rules = Plain(
        lambda stored: rules_to_plain(rules_from_plain(stored)),
        source="table.rules",
        help_text=_("Every option of the rule set (§11.1)."),
    )
    admission = serializers.ChoiceField(choices=Table.Admission.choices, source="table.admission")
    filler = serializers.ChoiceField(
        choices=BOTS,
        source="table.filler",
        allow_blank=True,
        help_text=_("The bot for empty seats; empty for none."),
    )
    pace = serializers.ChoiceField(
        choices=Table.Pace.choices,
        source="table.pace",
        help_text=_("How quickly bots move where several people play: quick, normal or slow."),
    )
    seconds_per_move = serializers.IntegerField(source="table.seconds_per_move")
    bank_seconds = serializers.IntegerField(source="table.bank_seconds")
    spectators = serializers.BooleanField(
        source="table.spectators",
        help_text=_("Whether spectators may watch while a deal is played."),
    )
    spectator_delay = serializers.IntegerField(
        source="table.spectator_delay", help_text=_("The delay for spectators, in seconds.")
    )
    phrases = serializers.BooleanField(source="table.phrases")
    coach = serializers.BooleanField(
        source="table.has_coach", help_text=_("Whether players may ask the coach.")
    )
    starts_itself = serializers.BooleanField(source="table.starts_itself")
    wants_bots = serializers.BooleanField(source="table.wants_bots", help_text=_WANTS_BOTS)
    chips_per_point = serializers.IntegerField(source="table.chips_per_point")
    opened_by = serializers.CharField(source="table.opened_by.shown_name")
    opened_at = serializers.DateTimeField(source="table.opened_at")
    closed_at = serializers.DateTimeField(source="table.closed_at", allow_null=True)
    deal = serializers.IntegerField(
        source="deal.pk", allow_null=True, help_text=_("The deal that is being prepared or played.")
    )
    seats = TableSeatSerializer(many=True)


class SaidSerializer(Pair):
    """A phrase that a player has just said, with the seat."""

    seat = serializers.IntegerField()
    phrase = serializers.ChoiceField(choices=PHRASES)


class SealedSerializer(Pair):
    """The result of a deal that other tables still have to play: without cards, and only for its own players."""

    deal = serializers.IntegerField()
    number = serializers.IntegerField(help_text=_("The number of the deal at its table."))
    names = serializers.ListField(child=serializers.CharField())
    winner = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    net = serializers.ListField(child=serializers.IntegerField())


class TableDetailSerializer(TableSerializer):
    """A table, with what the requesting player may do there."""

    my_seat = serializers.IntegerField(allow_null=True)
    may_sit = serializers.BooleanField()
    sealed = SealedSerializer(
        allow_null=True,
        help_text=_(
            "How the last deal ended here. Only its players see this until all tables have "
            "played the deal."
        ),
    )
    last_deal = serializers.IntegerField(source="last.deal.pk", allow_null=True)
    pot = serializers.IntegerField(
        source="pot_shown",
        allow_null=True,
        help_text=_(
            "Chips in the pot of the current or the last deal (§13.14); null if there is no pot."
        ),
    )
    away = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_("Other seats whose players have not had the table open for a while."),
    )
    swap_with = serializers.IntegerField(
        allow_null=True, help_text=_("The seat whose player you have asked to swap seats.")
    )
    swap_requests = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_("The seats whose players ask you to swap."),
    )
    said = SaidSerializer(many=True, help_text=_("Phrases from the last few seconds."))


def _field(name: str) -> serializers.Field[Any, Any, Any, Any]:
    """Return the serializer field of a rule set's option.

    The field is required unless `completed` has a default for the option.
    """
    values = OPTIONS[name].values
    required = name not in completed({})
    if isinstance(values, range):
        return WholeNumber(required=required)
    if isinstance(values[0], bool):
        return serializers.BooleanField(required=required)
    choices = [(value, value_words(name, value)) for value in values]
    return serializers.ChoiceField(choices=choices, required=required)


class RuleSetSerializer(Fields):
    """A rule set with all its options (§11.1)."""

    key = serializers.CharField(help_text=_("The name of the rule set."))
    seats = serializers.ListField(
        child=WholeNumber(), help_text=_("The number of players: 2, 3 or 4.")
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields for the name, the seats and each option. The command checks whether the values fit
        together.
        """
        return {**super().get_fields(), **{name: _field(name) for name in OPTIONS}}


class AnySeatSerializer(Fields):
    """A program's request for a seat at any table, with the highest stake that it plays for."""

    most_chips_per_point = WholeNumber(
        default=0, min_value=0, help_text="The most chips a point that the table may play for."
    )


class OpenTableSerializer(Fields):
    """The terms of a table to open."""

    name = serializers.CharField(max_length=60)
    rules = serializers.CharField(
        default="vinagames",
        help_text=_("The name of a rule set: vinagames, 4sac, mien-nam, or one of the club's own."),
    )
    seats = WholeNumber(default=4)
    filler = serializers.ChoiceField(choices=BOTS, default="club", allow_blank=True)
    pace = serializers.ChoiceField(
        choices=Table.Pace.choices,
        default=Table.Pace.NORMAL.value,
        help_text=_("How quickly bots move where several people play: quick, normal or slow."),
    )
    seconds_per_move = WholeNumber(default=60)
    bank_seconds = WholeNumber(
        default=0,
        help_text=_("Extra time each player can use during a deal, on any of their moves."),
    )
    spectators = serializers.BooleanField(
        default=True,
        help_text=_("Whether spectators may watch while a deal is played."),
    )
    spectator_delay = WholeNumber(default=0, help_text=_("The delay for spectators, in seconds."))
    coach = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text=_("Whether players may ask the coach. Null: only where nothing is at stake."),
    )
    starts_itself = serializers.BooleanField(default=False)
    wants_bots = serializers.BooleanField(default=False, help_text=_WANTS_BOTS)
    chips_per_point = WholeNumber(default=1)
    admission = serializers.ChoiceField(
        choices=[one for one in Table.Admission.choices if one[0] != Table.Admission.FIXED],
        default=Table.Admission.OPEN.value,
    )
    invited = serializers.ListField(
        child=WholeNumber(min_value=1),
        default=list,
        max_length=MOST_INVITED,
        help_text="The members who may sit down, where admission is invited; you are always one of them.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the terms. Raises ValidationError if members are invited but admission is not by invitation."""
        if attrs["invited"] and attrs["admission"] != Table.Admission.INVITED:
            raise serializers.ValidationError(
                {"invited": _("You named invited members, so set admission to invited as well.")}
            )
        return attrs

    def validate_rules(self, name: str) -> RuleSet:
        """Return the rule set of this name. Raises ValidationError if the club doesn't offer it."""
        rules = offered_rules().get(name)
        if rules is None:
            raise serializers.ValidationError(Refused("rule-set.unknown").sentence)
        return rules


class InvitedSerializer(Fields):
    """A member who is invited to a table."""

    id = serializers.IntegerField(source="pk", help_text="The member's.")
    name = serializers.CharField(source="shown_name")
    bot_account = BotAccount(lambda player: player)


class InvitesSerializer(Fields):
    """The members to invite, all or none."""

    players = serializers.ListField(
        child=WholeNumber(min_value=1),
        min_length=1,
        max_length=MOST_INVITED,
        help_text="The ids of members.",
    )


class InvitationBackSerializer(Fields):
    """The member whose invitation is withdrawn."""

    player = WholeNumber(min_value=1, help_text="The member's id.")


class SitSerializer(Fields):
    """Which seat to take."""

    seat = WholeNumber()


class SwapSerializer(Fields):
    """A request to swap seats with another player, or the answer to one."""

    seat = WholeNumber(help_text=_("The other player's seat."))
    agree = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text=_(
            "Null asks that player to swap. True agrees to their request; false declines it, or "
            "takes back your own request."
        ),
    )


class ChosenPaceSerializer(Fields):
    """The chosen pace of the bots."""

    pace = serializers.ChoiceField(choices=Table.Pace.choices)


class SaySerializer(Fields):
    """The phrase to say."""

    phrase = serializers.ChoiceField(choices=PHRASES)


class MuteSerializer(Fields):
    """The seat whose phrases to hide or show again; null for everybody's."""

    seat = WholeNumber(allow_null=True, help_text=_("Null for everybody."))
    muted = serializers.BooleanField(default=True)


class CompanySerializer(Fields):
    """The director's settings for spectators and phrases at a table."""

    spectators = serializers.BooleanField()
    spectator_delay = WholeNumber()
    phrases = serializers.BooleanField()
