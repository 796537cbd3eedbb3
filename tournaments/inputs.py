"""Defines the inputs of tournaments, once for pages and API: their fields and limits (see `games.inputs`)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.commands.people.walk_ins import LONGEST_NAME
from games.engine.disputing.sanctions import NAME_LENGTH, Measure
from games.inputs import LARGEST_ID, Fields, Upload, WholeNumber
from tournaments.engine.announcing import DESCRIPTION_LENGTH
from tournaments.engine.cash.deciding import MOST, WORDS_LENGTH
from tournaments.engine.clock.timing import LONGER
from tournaments.engine.correcting.corrections import MOST_POINTS, SECTION_LENGTH
from tournaments.engine.draws.groups import FINALISTS
from tournaments.engine.people.entries import REASON_LENGTH
from tournaments.engine.round_state import Span
from tournaments.engine.scoring.league import POINTS
from tournaments.engine.scoring.series import BEST
from tournaments.engine.terms import DEFAULTS, WAIT, Odd

SUBSTITUTE, OWNER, BOT = "substitute", "owner", "bot"
"""To whom a director gives a seat."""
MOST_NUMBER: Final = 1000
"""More rounds and tables than a tournament has."""
LEFT_EMPTY: Final = {
    **DEFAULTS,
    "final_rounds": 1,
    "finalists": FINALISTS[0],
    "odd": Odd.BY_CARDS.value,
}
"""What a term is that an announcement leaves out; events of older tournaments mean another ``odd``."""


class OnceSerializer(Fields):
    """An input with an idempotency key."""

    idempotency_key = serializers.UUIDField()


class SanctionStepSerializer(Fields):
    """The sanction of a conduct report: the measure, and the points taken."""

    measure = serializers.ChoiceField(choices=[one.value for one in Measure])
    points = WholeNumber(min_value=0, max_value=10_000, default=0)


class WriteReportSerializer(Fields):
    """A conduct report to write.

    Without `given`, the sanction is the one in the club's table of sanctions.
    """

    player = WholeNumber(min_value=1, max_value=LARGEST_ID)
    kind = serializers.CharField(max_length=NAME_LENGTH)
    reason = serializers.CharField(max_length=REASON_LENGTH)
    given = SanctionStepSerializer(required=False, allow_null=True, default=None)
    departure = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")
    round = WholeNumber(min_value=1, max_value=MOST_NUMBER, allow_null=True, default=None)
    table = WholeNumber(min_value=1, max_value=MOST_NUMBER, allow_null=True, default=None)
    deal = WholeNumber(min_value=1, max_value=LARGEST_ID, allow_null=True, default=None)
    call = WholeNumber(min_value=1, max_value=LARGEST_ID, allow_null=True, default=None)
    idempotency_key = serializers.UUIDField()


class ReasonSerializer(OnceSerializer):
    """The reason for an action."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


class TakeReportBackSerializer(ReasonSerializer):
    """The reason for taking a conduct report back."""


class DeclineCorrectionSerializer(TakeReportBackSerializer):
    """The reason for declining a proposed correction."""


class AgreementAnswerSerializer(OnceSerializer):
    """An answer to a request of a director who plays; the director who made the request withdraws it by answering."""

    agrees = serializers.BooleanField()


class GiveSeatSerializer(Fields):
    """The player who gets a seat from the next deal on, for how long and why."""

    table = WholeNumber(min_value=1)
    seat = WholeNumber(min_value=0, max_value=3)
    to = serializers.ChoiceField(choices=(SUBSTITUTE, OWNER, BOT))
    player = WholeNumber(
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
    """A list of the members to enter."""

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
    """The name of a guest to enter."""

    name = serializers.CharField(
        max_length=LONGEST_NAME,
        help_text=_(
            "A name from an earlier evening is the same guest; a member's name is refused."
        ),
    )
    idempotency_key = serializers.UUIDField()


class GiveDrawSerializer(Fields):
    """A draw given by hand: a line for each seat of each round, as text or as a file."""

    lines = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text=_(
            "CSV with the columns round, table, seat, member, such as 1,2,south,lan; bot where a bot sits."
        ),
    )
    file = Upload(
        required=False,
        allow_empty_file=True,
        help_text=_("The same as a file, for a draw too long for a request body."),
    )
    idempotency_key = serializers.UUIDField()


class CashPrizeSerializer(Fields):
    """A prize that was paid out from the box."""

    player = WholeNumber(min_value=1, max_value=LARGEST_ID)
    amount = WholeNumber(min_value=1, max_value=MOST)
    idempotency_key = serializers.UUIDField()


class CashPaymentSerializer(Fields):
    """What a payment at the door was for, other than an entry fee or a prize."""

    words = serializers.CharField(max_length=WORDS_LENGTH)
    idempotency_key = serializers.UUIDField()


class BoxCountSerializer(Fields):
    """The amount counted in the cash box."""

    counted = WholeNumber(min_value=0, max_value=MOST)
    idempotency_key = serializers.UUIDField()


class DescriptionSerializer(OnceSerializer):
    """When a tournament begins and what it is about."""

    starts_at = serializers.DateTimeField(
        allow_null=True, default=None, help_text="Null if no day is set."
    )
    description = serializers.CharField(
        max_length=DESCRIPTION_LENGTH, allow_blank=True, default="", help_text="Plain text."
    )


class DescribeSerializer(DescriptionSerializer):
    """A new start time and description; both are required, since a missing one would erase the old one."""

    starts_at = serializers.DateTimeField(allow_null=True, help_text="Null if no day is set.")
    description = serializers.CharField(
        max_length=DESCRIPTION_LENGTH, allow_blank=True, help_text="Plain text."
    )


class StartSerializer(OnceSerializer):
    """How many minutes after the start the first round begins."""

    wait = WholeNumber(
        min_value=WAIT[0],
        max_value=WAIT[1],
        allow_null=True,
        default=None,
        help_text="Null: as the tournament's terms say. 0: the tables open immediately.",
    )


class BeginningSerializer(OnceSerializer):
    """In how many minutes a drawn round begins."""

    minutes = WholeNumber(min_value=WAIT[0], max_value=WAIT[1], default=0, help_text="0: now.")


class LongerSerializer(ReasonSerializer):
    """By how many minutes the running round is made longer, and why."""

    minutes = WholeNumber(min_value=LONGER[0], max_value=LONGER[1])


class CitedReasonSerializer(ReasonSerializer):
    """The reason for a correction, and the section of the rulebook that it cites."""

    section = serializers.CharField(
        max_length=SECTION_LENGTH,
        allow_blank=True,
        default="",
        help_text="A section of the rulebook, such as §10.3.",
    )


class VoidSerializer(CitedReasonSerializer):
    """The reason for voiding a deal, and whether it is played again."""

    replay = serializers.BooleanField(
        default=False, help_text="One more deal with the same seats; only in the latest round."
    )


class PointsSerializer(CitedReasonSerializer):
    """Points to give a member, or to take."""

    player = WholeNumber(min_value=1, max_value=LARGEST_ID)
    points = WholeNumber(
        min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="Negative: points are taken."
    )


class RedrawSerializer(ReasonSerializer):
    """The reason for discarding a draw, and which draw is meant."""

    shown = WholeNumber(
        min_value=0,
        max_value=LARGEST_ID,
        allow_null=True,
        default=None,
        help_text="The number of the draw that is meant; once there is another, the request is refused.",
    )


class LeagueSerializer(ReasonSerializer):
    """New settings of a league: the points for taking part, and how many results count."""

    present = WholeNumber(min_value=POINTS[0], max_value=POINTS[1])
    best = WholeNumber(min_value=BEST[0], max_value=BEST[1])
