"""What the API reads and answers, field by field: the schema at `/api/schema/` is made from these.

Nothing is answered that is not named here, and everything about cards is taken from a `SeatView` or from events that
have passed `sight`.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.bots import BOTS
from games.engine.rules import PRESETS
from games.engine.shuffle import SEED_LENGTH
from games.models import Table
from games.refusals import Refused

Fields = serializers.Serializer[Any]
"""A serializer that reads or writes plain data, not rows."""


def problem(refused: Refused) -> dict[str, str]:
    """What a refusal looks like everywhere in the API."""
    return {"code": refused.code, "section": refused.section, "detail": refused.sentence}


class ProblemSerializer(Fields):
    """The one shape of everything that goes wrong."""

    code = serializers.CharField(help_text=_("Final; made for programs."))
    section = serializers.CharField(help_text=_("Of the rulebook; empty where no rule is behind."))
    detail = serializers.CharField(help_text=_("A plain sentence for people."))


def _card() -> serializers.CharField:
    return serializers.CharField(help_text=_("Rank then colour, such as Rr."))


def _cards() -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField())


# --- tables ---------------------------------------------------------------------------------------


class TableSeatSerializer(Fields):
    """A seat of a table and who sits there now."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text=_("Empty where nobody sits."))
    player = serializers.IntegerField(allow_null=True)
    bot = serializers.CharField()
    you = serializers.BooleanField()


class TableSerializer(Fields):
    """A table of the lobby."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    rules = serializers.DictField(help_text=_("Every option of the rule set (§11.1)."))
    admission = serializers.CharField()
    filler = serializers.CharField(help_text=_("The bot for empty seats; empty for none."))
    seconds_per_move = serializers.IntegerField()
    chips_per_point = serializers.IntegerField()
    opened_by = serializers.CharField()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    deal = serializers.IntegerField(allow_null=True, help_text=_("The deal prepared or played."))
    seats = TableSeatSerializer(many=True)


class TableDetailSerializer(TableSerializer):
    """A table with what concerns the one who asks."""

    my_seat = serializers.IntegerField(allow_null=True)
    may_sit = serializers.BooleanField()
    last_deal = serializers.IntegerField(allow_null=True)


class OpenTableSerializer(Fields):
    """What it takes to open a table."""

    name = serializers.CharField(max_length=60)
    rules = serializers.ChoiceField(choices=[(key, key) for key in PRESETS], default="vinagames")
    seats = serializers.IntegerField(default=4)
    filler = serializers.ChoiceField(
        choices=[(name, name) for name in BOTS], default="greedy", allow_blank=True
    )
    seconds_per_move = serializers.IntegerField(default=60)
    chips_per_point = serializers.IntegerField(default=1)
    admission = serializers.ChoiceField(
        choices=[Table.Admission.OPEN.value, Table.Admission.INVITED.value],
        default=Table.Admission.OPEN.value,
    )


class SitSerializer(Fields):
    """Which seat to take."""

    seat = serializers.IntegerField()


# --- deals ----------------------------------------------------------------------------------------


class CardSetSerializer(Fields):
    """A set of cards (§2)."""

    kind = serializers.CharField()
    cards = _cards()


class ActiveSerializer(Fields):
    """Lá tỳ: the active card and whence it came."""

    card = _card()
    seat = serializers.IntegerField()
    drawn = serializers.BooleanField()
    version = serializers.IntegerField()


class UsefulnessSerializer(Fields):
    """What a hand could still hope for after a discard (§10.3)."""

    card = _card()
    usefulness = serializers.IntegerField()


class VerdictSerializer(Fields):
    """The judgement of the discards open to a seat (§10.3)."""

    usefulness = UsefulnessSerializer(many=True)
    worst = _cards()


class OfferSerializer(Fields):
    """What the seat itself may claim (§6.6), and its answer; null before it has answered."""

    kinds = serializers.ListField(child=serializers.CharField())
    answer = serializers.ListField(child=serializers.CharField(), allow_null=True)


class DealSeatSerializer(Fields):
    """A seat of a deal, as the one who asks may see it."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    participant = serializers.CharField(help_text=_("player:12 or bot:greedy."))
    ready = serializers.BooleanField()
    seed = serializers.CharField(allow_null=True)
    public = CardSetSerializer(many=True)
    private_count = serializers.IntegerField()
    khaps = serializers.IntegerField(
        allow_null=True, help_text=_("Null where the rules do not announce them (§3.3).")
    )
    hand = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text=_("The private block; null for another seat's while the deal is played."),
    )


class DisputeSerializer(Fields):
    """A dispute about a discard, and its ruling."""

    number = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    discard = serializers.IntegerField()
    reason = serializers.CharField()
    upheld = serializers.BooleanField(allow_null=True)
    section = serializers.CharField()
    ruling = serializers.CharField()


class EndingSerializer(Fields):
    """How a deal ended."""

    result = serializers.DictField(help_text=_("As in docs/records.md."))
    secret = serializers.CharField(allow_null=True)
    next_starter = serializers.IntegerField()
    cancelled = serializers.CharField()
    disputes = DisputeSerializer(many=True)


class DealSerializer(Fields):
    """A deal as the one who asks may see it."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    phase = serializers.CharField()
    turn = serializers.IntegerField()
    waiting = serializers.ListField(child=serializers.IntegerField())
    deadline = serializers.DateTimeField(allow_null=True)
    my_seat = serializers.IntegerField(allow_null=True)
    rules = serializers.DictField()
    commitment = serializers.CharField()
    starter = serializers.IntegerField(allow_null=True)
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    stock = serializers.IntegerField(help_text=_("How many cards it holds."))
    dead = _cards()
    active = ActiveSerializer(allow_null=True)
    seats = DealSeatSerializer(many=True)
    sets = CardSetSerializer(many=True, help_text=_("The own hand as the engine groups it."))
    trash = _cards()
    verdict = VerdictSerializer(allow_null=True)
    offer = OfferSerializer(allow_null=True)
    moves = serializers.ListField(child=serializers.CharField())
    ending = EndingSerializer(allow_null=True)


class FinishedSeatSerializer(Fields):
    """A seat of a finished deal."""

    number = serializers.IntegerField()
    participant = serializers.CharField()
    net = serializers.IntegerField(allow_null=True, help_text=_("Points."))


class FinishedDealSerializer(Fields):
    """A line in the list of finished deals."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    ended_at = serializers.DateTimeField()
    winner = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    offender = serializers.IntegerField(allow_null=True)
    seats = FinishedSeatSerializer(many=True)


class FinishedDealsSerializer(Fields):
    """A page of the list of finished deals."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = FinishedDealSerializer(many=True)


class EventSerializer(Fields):
    """An event as the one who asks may see it."""

    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    name = serializers.CharField()
    payload = serializers.DictField(help_text=_("As in docs/records.md."))


class EventsSerializer(Fields):
    """The events that came after a version, and the version that the deal has reached."""

    version = serializers.IntegerField()
    events = EventSerializer(many=True)


class MovesSerializer(Fields):
    """The legal moves of the one who asks, in notation, and the state that they answer."""

    version = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    moves = serializers.ListField(child=serializers.CharField())


class MoveSerializer(Fields):
    """A move, in answer to the state at `expected_version`."""

    move = serializers.CharField(
        max_length=100, help_text=_("discard Rr, meld Cr Nr, meld, hit, pass, claim win.")
    )
    move_id = serializers.CharField(
        max_length=64,
        help_text=_("8 to 64 letters, digits, hyphens; sent again, the move is stored once."),
    )
    expected_version = serializers.IntegerField(min_value=0)
    seat = serializers.IntegerField(required=False, help_text=_("Your own; may be left out."))


class VersionSerializer(Fields):
    """The version that the deal has reached."""

    version = serializers.IntegerField()


class RefusedMoveSerializer(ProblemSerializer):
    """Why the move was not made, and the deal as it stands; without it where the request could not be read."""

    current = DealSerializer(required=False)


class ReadySerializer(Fields):
    """Being ready, with a seed of one's own for the shuffle if one likes."""

    seed = serializers.CharField(max_length=SEED_LENGTH, default="", allow_blank=True)


# --- money ----------------------------------------------------------------------------------------


class AccountSerializer(Fields):
    """What a member has."""

    balance = serializers.IntegerField(help_text=_("Whole chips."))


class StatementLineSerializer(Fields):
    """A line of a statement."""

    recorded_at = serializers.DateTimeField()
    memo = serializers.CharField()
    amount = serializers.IntegerField()
    balance = serializers.IntegerField()


# --- logging in -----------------------------------------------------------------------------------


class CredentialsSerializer(Fields):
    """A login name and its password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)


class TokenSerializer(Fields):
    """What goes into the header `Authorization: Token …`."""

    token = serializers.CharField()
