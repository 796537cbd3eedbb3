"""Inputs shared by pages and API of tournaments: each one's fields and limits, stated once (`games.inputs`)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.commands.people.walk_ins import LONGEST_NAME
from games.engine.disputing.sanctions import NAME_LENGTH, Measure
from games.inputs import LARGEST_ID, Fields, Whole
from tournaments.engine.cash.deciding import MOST, WORDS_LENGTH
from tournaments.engine.people.entries import REASON_LENGTH
from tournaments.engine.round_state import Span

SUBSTITUTE, OWNER, BOT = "substitute", "owner", "bot"
"""To whom a director gives a seat."""
MOST_NUMBER: Final = 1000
"""More rounds and tables than a tournament has."""


class OnceSerializer(Fields):
    """An input with an idempotency key."""

    idempotency_key = serializers.UUIDField()


class SanctionStepSerializer(Fields):
    """What a report brings."""

    measure = serializers.ChoiceField(choices=[one.value for one in Measure])
    points = Whole(min_value=0, max_value=10_000, default=0)


class WriteReportSerializer(Fields):
    """A report to write; without `given` it has the effect that the table has for this time."""

    player = Whole(min_value=1, max_value=LARGEST_ID)
    kind = serializers.CharField(max_length=NAME_LENGTH)
    reason = serializers.CharField(max_length=REASON_LENGTH)
    given = SanctionStepSerializer(required=False, allow_null=True, default=None)
    departure = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")
    round = Whole(min_value=1, max_value=MOST_NUMBER, allow_null=True, default=None)
    table = Whole(min_value=1, max_value=MOST_NUMBER, allow_null=True, default=None)
    deal = Whole(min_value=1, max_value=LARGEST_ID, allow_null=True, default=None)
    call = Whole(min_value=1, max_value=LARGEST_ID, allow_null=True, default=None)
    idempotency_key = serializers.UUIDField()


class TakeReportBackSerializer(Fields):
    """Why a report stands no more."""

    reason = serializers.CharField(max_length=REASON_LENGTH)
    idempotency_key = serializers.UUIDField()


class DeclineCorrectionSerializer(TakeReportBackSerializer):
    """Why a correction is not to be made."""


class AgreementAnswerSerializer(OnceSerializer):
    """An answer to what a director asks who plays; the director's own is to take it back."""

    agrees = serializers.BooleanField()


class GiveSeatSerializer(Fields):
    """Who is to have a seat from the next deal on, for how long and why."""

    table = Whole(min_value=1)
    seat = Whole(min_value=0, max_value=3)
    to = serializers.ChoiceField(choices=(SUBSTITUTE, OWNER, BOT))
    player = Whole(
        min_value=1,
        required=False,
        allow_null=True,
        help_text=_(
            "The substitute from the reserve list; leave out for the bot or the seat's own player."
        ),
    )
    span = serializers.ChoiceField(choices=[one.value for one in Span])
    reason = serializers.CharField(max_length=REASON_LENGTH)
    holder = serializers.CharField(
        max_length=40,
        required=False,
        help_text=_("The current holder: the request is refused if it is somebody else."),
    )
    idempotency_key = serializers.UUIDField()


class EnterListSerializer(Fields):
    """Who is to be entered."""

    names = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        help_text=_("Login names or shown names, one per line."),
    )
    partly = serializers.BooleanField(
        default=False, help_text=_("Leave out wrong lines; otherwise nobody is entered.")
    )
    agreed = serializers.BooleanField(
        default=False,
        help_text=_(
            "Confirms that all of them have asked to enter and know the fee, if there is one."
        ),
    )
    idempotency_key = serializers.UUIDField()


class WalkInSerializer(Fields):
    """A guest to enter, by their bare name."""

    name = serializers.CharField(
        max_length=LONGEST_NAME,
        help_text=_(
            "A name from an earlier evening is the same guest; a member's name is refused."
        ),
    )
    idempotency_key = serializers.UUIDField()


class GiveDrawSerializer(Fields):
    """A line for each seat of each round, as text or as a file."""

    lines = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text=_(
            "CSV with the columns round, table, seat, member, such as 1,2,south,lan; bot where a bot sits."
        ),
    )
    file = serializers.FileField(
        required=False,
        allow_empty_file=True,
        help_text=_("The same as a file, for a draw too long for a request body."),
    )
    idempotency_key = serializers.UUIDField()


class CashPrizeSerializer(Fields):
    """A prize that was paid out from the box."""

    player = Whole(min_value=1, max_value=LARGEST_ID)
    amount = Whole(min_value=1, max_value=MOST)
    idempotency_key = serializers.UUIDField()


class CashPaymentSerializer(Fields):
    """The purpose of another payment."""

    words = serializers.CharField(max_length=WORDS_LENGTH)
    idempotency_key = serializers.UUIDField()


class BoxCountSerializer(Fields):
    """What was counted in the box."""

    counted = Whole(min_value=0, max_value=MOST)
    idempotency_key = serializers.UUIDField()
