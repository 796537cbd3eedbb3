"""Forms of the tournaments' pages. They read; what is wrong with a tournament is for the decisions to say."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.names import NAME_REFUSALS, tidied, why_not
from games.numbers import WholeField
from games.presenters import terms
from games.presenters.rule_sets import rules_choices
from games.queries.participants import BOT_CHOICES
from games.web.forms import FoldedForm
from tournaments.commands import rules_offered
from tournaments.engine.decisions import (
    APPEAL,
    BANK,
    DEALS,
    DESCRIPTION_LENGTH,
    ENTRANTS,
    FEE,
    FILL,
    NAME_LENGTH,
    ROUNDS,
    SECONDS,
)
from tournaments.engine.entries import REASON_LENGTH
from tournaments.engine.groups import FINALISTS
from tournaments.engine.participants import SEATS
from tournaments.engine.prizes import PAID_PLACES
from tournaments.engine.series import BEST
from tournaments.engine.series import NAME_LENGTH as SERIES_LENGTH
from tournaments.engine.tie_breaks import AS_EVER
from tournaments.engine.timing import CHECK_IN, LONGER, MINUTES, WAIT
from tournaments.errors import RefusedByTournament
from tournaments.models import Tournament
from tournaments.web.rules_field import RulesSelect
from tournaments.web.tie_break_fields import TieBreaksField

FILLERS_OFFERED: Final = {f"bot:{name}": words for name, words in BOT_CHOICES}

_FIELDS: Final = {
    "tournament.name-missing": "name",
    "tournament.name-too-long": "name",
    "tournament.rules-unknown": "rules",
    "tournament.filler-unknown": "filler",
    "tournament.fill-out-of-range": "fill_to",
    "tournament.fill-not-fours": "fill_to",
    "tournament.least-out-of-range": "least_members",
    "tournament.late-out-of-range": "late_until",
    "tournament.series-missing": "series",
    "tournament.series-too-long": "series",
    "tournament.series-out-of-range": "series_best",
    "tournament.series-differs": "series_best",
    "tournament.format-unknown": "format",
    "tournament.format-fixed-late": "late_until",
    "tournament.final-out-of-range": "final_rounds",
    "tournament.finalists-out-of-range": "finalists",
    "tournament.groups-fill": "fill_to",
    "tournament.groups-late": "late_until",
    "tournament.rounds-out-of-range": "rounds",
    "tournament.deals-out-of-range": "deals_per_round",
    "tournament.seconds-out-of-range": "seconds_per_move",
    "tournament.bank-out-of-range": "bank_seconds",
    "tournament.delay-out-of-range": "spectator_delay",
    "tournament.fee-not-integer": "entry_fee",
    "tournament.fee-out-of-range": "entry_fee",
    "tournament.shares-missing": "prize_shares",
    "tournament.share-not-positive": "prize_shares",
    "tournament.shares-rising": "prize_shares",
    "tournament.shares-not-100": "prize_shares",
    "tournament.sums-too-many": "prize_sums",
    "tournament.sum-out-of-range": "prize_sums",
    "tournament.sums-rising": "prize_sums",
    "tournament.appeal-out-of-range": "appeal_minutes",
    "tournament.tie-break-unknown": "tie_breaks",
    "tournament.tie-break-twice": "tie_breaks",
    "tournament.start-out-of-range": "starts_at",
    "tournament.description-too-long": "description",
    "tournament.description-unreadable": "description",
    "tournament.minutes-out-of-range": "round_minutes",
    "tournament.minutes-too-few": "round_minutes",
    "tournament.wait-out-of-range": "wait_minutes",
    "tournament.check-in-out-of-range": "check_in_ends",
    "tournament.check-in-no-start": "check_in_ends",
    "tournament.reason-missing": "reason",
    "tournament.reason-too-long": "reason",
    "tournament.section-malformed": "section",
    "tournament.points-out-of-range": "points",
    "tournament.group-out-of-range": "players",
    "tournament.apart-impossible": "players",
    "tournament.rounds-drawn": "rounds",
    "tournament.duplicate-cardboard": "cardboard",
}
"""Which field a refusal speaks of; the others speak of the form as a whole."""

_LOCAL_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:00)?")
_BETWEEN: Final = re.compile(r"[\s,;/%]+")


class IdempotentForm(forms.Form):
    """A form that may be sent twice and is carried out once."""

    idempotency_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """A fresh form gets an id of its own."""
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.initial["idempotency_key"] = uuid4()

    def clean(self) -> dict[str, Any] | None:
        """Say what is wrong with the hidden id where it can be seen, and give the form a new one."""
        read = super().clean()
        if "idempotency_key" in self.errors:
            del self.errors["idempotency_key"]
            self.data = {**dict(self.data.items()), "idempotency_key": str(uuid4())}
            self.add_error(None, _("The form was not whole. Press the button once more."))
        return read

    def add_refusal(self, refused: RefusedByTournament) -> None:
        """Say what a command refused, at the field of which it speaks."""
        field = _FIELDS.get(refused.code)
        self.add_error(field if field in self.fields else None, refused.sentence)


class CancelForm(IdempotentForm):
    """Why a tournament is called off."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The members read it on the tournament's page."),
    )


class RemoveForm(IdempotentForm):
    """Why a member is removed."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Everybody reads it in the standings."),
    )


class TeaForm(IdempotentForm):
    """Why all tables are paused."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=_("Everybody reads it. Left empty, it is tea."),
    )


class BeginForm(IdempotentForm):
    """In how many minutes a drawn round begins."""

    minutes = WholeField(
        label=_("Minutes from now"),
        required=False,
        min_value=WAIT[0],
        max_value=WAIT[1],
        initial=3,
        help_text=_("With 0, or left empty, the round begins now."),
    )


class LongerForm(IdempotentForm):
    """By how many minutes the running round is made longer, and why."""

    minutes = WholeField(label=_("Minutes more"), min_value=LONGER[0], max_value=LONGER[1])
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, help_text=_("Everybody reads it.")
    )


class StartForm(IdempotentForm):
    """In how many minutes the first round begins."""

    wait = WholeField(
        label=_("Minutes to the beginning of the round"),
        required=False,
        min_value=WAIT[0],
        max_value=WAIT[1],
        help_text=_("Left empty, as the terms say; with 0 the tables open at once."),
    )


class SharesField(forms.CharField):
    """Whole numbers by place, such as `50, 30, 20`; gives a tuple of them."""

    def __init__(self, *args: Any, words: Any = None, **kwargs: Any) -> None:
        """`words` say how to write them."""
        super().__init__(*args, **kwargs)
        self.words = words or _(
            "Write the shares as whole percents with commas between, such as 50, 30, 20."
        )

    def to_python(self, value: Any) -> Any:
        """The numbers. Raises ValidationError where something else stands between the commas."""
        parts = [part for part in _BETWEEN.split(super().to_python(value) or "") if part]
        if not parts:
            return ()
        if not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
            raise ValidationError(self.words)
        return tuple(int(part) for part in parts)

    def run_validators(self, value: Any) -> None:
        """The decision judges the numbers; there is no text left to judge."""

    def validate(self, value: Any) -> None:
        """Something must have been written, where it is required."""
        if not value and self.required:
            raise ValidationError(self.error_messages["required"], code="required")


class LegibleField(forms.CharField):
    """A name that is what it looks like."""

    def clean(self, value: Any) -> str:
        """The name, tidied. Raises ValidationError."""
        name = tidied(super().clean(value))
        if name and (refusal := why_not(name)):
            raise ValidationError(gettext(NAME_REFUSALS[refusal]))
        return name


class LocalTimeField(forms.DateTimeField):
    """A day and a time on the club's clock, in the digits 0 to 9."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        """The moment, None for none. Raises ValidationError, also for an hour that a change of clocks leaves out."""
        if value not in self.empty_values and not _LOCAL_TIME.fullmatch(str(value).strip()):
            raise ValidationError(_("Write day and time as in 2026-12-31 19:30."), code="invalid")
        return super().to_python(value)


class DescriptionForm(IdempotentForm):
    """When a tournament begins and what it is about."""

    starts_at = LocalTimeField(
        label=_("Begins"),
        required=False,
        help_text=format_lazy(
            _("Day and time on the club's clock ({zone}), such as 2026-12-31 19:30."),
            zone=settings.TIME_ZONE,
        ),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=DESCRIPTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Where it is played, who may come, what to bring. Everybody can read it."),
    )


def rules_chosen() -> list[tuple[str, str | Promise]]:
    """The rule sets that a form of tournaments offers."""
    offered = rules_offered()
    return [(key, words) for key, words in rules_choices() if key in offered]


class CreateForm(FoldedForm, DescriptionForm):
    """Announce a tournament."""

    first = (
        *("name", "starts_at", "rules", "format", "rounds", "deals_per_round"),
        *("seconds_per_move", "entry_fee", "prize_shares", "appeal_minutes"),
    )
    name = LegibleField(label=_("Name"), max_length=NAME_LENGTH)
    rules = forms.ChoiceField(label=_("Rules"), choices=rules_chosen, widget=RulesSelect)
    format = forms.ChoiceField(
        label=_("Format"),
        required=False,
        choices=Tournament.Format,
        initial=Tournament.Format.EVEN,
        help_text=_("By what the tables of each round are made."),
    )
    rounds = WholeField(
        label=_("Rounds"),
        min_value=ROUNDS[0],
        max_value=ROUNDS[1],
        initial=3,
        help_text=_("Before each round the tables of four are drawn anew."),
    )
    deals_per_round = WholeField(
        label=_("Deals in a round"),
        min_value=DEALS[0],
        max_value=DEALS[1],
        initial=4,
        help_text=_("With 4, or a multiple of it, everybody starts equally often."),
    )
    entry_fee = WholeField(
        label=_("Entry fee in chips"),
        min_value=FEE[0],
        max_value=FEE[1],
        initial=20,
        help_text=_("All fees go into the pot, and the whole pot is paid out as prizes."),
    )
    prize_shares = SharesField(
        label=_("Prize shares in percent"),
        required=False,
        initial="50, 30, 20",
        help_text=format_lazy(
            _("For the first place, the second and so on; together 100, at most {most} places."),
            most=PAID_PLACES,
        ),
    )
    appeal_minutes = WholeField(
        label=_("Minutes to appeal"),
        required=False,
        min_value=APPEAL[0],
        max_value=APPEAL[1],
        initial=0,
        help_text=_(
            "So long after the last deal the standings are provisional and the prizes held; a dispute holds them until"
            " it is decided, then they are paid by themselves. With 0 the director closes the tournament."
        ),
    )
    prize_sums = SharesField(
        label=_("Fixed prizes in chips"),
        required=False,
        words=_(
            "Write the fixed prizes as whole chips with commas between, such as 300, 200, 100."
        ),
        help_text=_(
            "For the first place, the second and so on. They come first, and the shares are of what is left; a pot that"
            " is smaller is divided in proportion to them. Leave the shares empty to divide the rest like that, too."
        ),
    )
    club_pays = forms.BooleanField(
        label=_("The club pays the entry fees"),
        required=False,
        help_text=_("Whoever gets a fee back, the club gets it instead."),
    )
    seconds_per_move = WholeField(
        label=_("Seconds per move"),
        min_value=SECONDS[0],
        max_value=SECONDS[1],
        initial=60,
        help_text=terms.WHOSE_TIME_RUNS_OUT,
    )
    bank_seconds = WholeField(
        label=_("Bank in seconds"),
        required=False,
        min_value=BANK[0],
        max_value=BANK[1],
        initial=0,
        help_text=terms.WHAT_A_BANK_IS,
    )
    spectator_delay = forms.TypedChoiceField(
        label=_("Who looks on sees the tables"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[
            ("", terms.UNWATCHED),
            *terms.DELAY_CHOICES,
        ],
        help_text=_("The director may change it at each table."),
    )
    filler = forms.ChoiceField(
        label=_("Bots in empty seats"),
        choices=list(FILLERS_OFFERED.items()),
        initial="bot:club",
        help_text=_("So that every table has four. They take no place and win no prize."),
    )
    fill_to = WholeField(
        label=_("Fill up with bots to"),
        required=False,
        min_value=FILL[0],
        max_value=FILL[1],
        initial=0,
        help_text=_(
            "Players of a round, members and bots together: a multiple of four, since tables are of four. With 0 only"
            " the last table is filled, by three bots at most."
        ),
    )
    least_members = WholeField(
        label=_("Least members to start"),
        required=False,
        min_value=ENTRANTS[0],
        max_value=ENTRANTS[1],
        initial=ENTRANTS[0],
        help_text=_(
            "With fewer in the first round the tournament does not start. Bots do not count."
        ),
    )
    late_until = WholeField(
        label=_("Late entry until round"),
        required=False,
        min_value=0,
        max_value=ROUNDS[1],
        initial=0,
        help_text=_(
            "The last round that a latecomer can still enter for, with no points for the rounds before. With 0 nobody"
            " enters after the start."
        ),
    )

    check_in = forms.BooleanField(
        label=_("Members check in before the start"),
        required=False,
        help_text=_("Who has not by then is left out and gets the entry fee back."),
    )

    check_in_ends = WholeField(
        label=_("Check-in ends, minutes before the start"),
        required=False,
        min_value=CHECK_IN[0],
        max_value=CHECK_IN[1],
        help_text=_(
            "Counted from the day and time above. Who is missing is not in the first draw. Left empty, members check in"
            " until the start."
        ),
    )
    round_minutes = WholeField(
        label=_("Minutes of a round"),
        required=False,
        min_value=MINUTES[0],
        max_value=MINUTES[1],
        initial=0,
        help_text=_(
            "No new deal begins after them, running deals are finished, and the deals in a round are the most that a"
            " table plays. With 0 a round is over when its deals are played."
        ),
    )
    wait_minutes = WholeField(
        label=_("Minutes from the draw to the round"),
        required=False,
        min_value=WAIT[0],
        max_value=WAIT[1],
        initial=0,
        help_text=_("So that everybody finds the table. The director can begin earlier or later."),
    )

    counts_for_player = forms.BooleanField(
        label=_("Each deal counts for who played it"),
        required=False,
        help_text=_(
            "A substitute then has an own line without a place, and what the careful bot played counts for nobody. Else"
            " a seat's deals count for its owner, whoever played them."
        ),
    )
    tie_breaks = TieBreaksField(
        label=_("Equal points are decided by"),
        required=False,
        initial=AS_EVER,
        help_text=_(
            "From the top down, until something decides. With nothing at all, members with equal points share the"
            " place and its prizes. Points among the equal: the difference of points in deals that they played at one"
            " table. Points per deal: where members have played unequal numbers."
        ),
    )
    series = LegibleField(
        label=_("Series"),
        required=False,
        max_length=SERIES_LENGTH,
        help_text=_(
            "All tournaments with the same name here are one series, with standings of its own."
        ),
    )
    series_best = WholeField(
        label=_("Best tournaments that count in the series"),
        required=False,
        min_value=0,
        max_value=BEST[1],
        initial=0,
        help_text=_(
            "A member's best ones are added up; a tournament with a loss counts like one that was missed."
        ),
    )

    final_rounds = WholeField(
        label=_("Rounds of the final"),
        required=False,
        min_value=0,
        max_value=ROUNDS[1] - 1,
        initial=1,
        help_text=_(
            "For groups and a final alone: the last ones of all rounds. The others are played in the groups."
        ),
    )
    finalists = forms.TypedChoiceField(
        label=_("Finalists"),
        coerce=int,
        required=False,
        choices=[(count, count) for count in range(FINALISTS[0], FINALISTS[1] + 1, SEATS)],
        initial=FINALISTS[0],
        help_text=_(
            "For groups and a final alone: the first of each group, then the seconds and so on. At least twice as many"
            " members have to play."
        ),
    )
    duplicate = forms.BooleanField(
        label=_("Duplicate: all tables play the same deals"),
        required=False,
        help_text=_(
            "A seat scores its difference from the mean of that seat at all tables, so the luck of the deal is taken"
            " out. On screens alone; nobody looks on, and a deal is open when all tables have played it."
        ),
    )
    cardboard = forms.BooleanField(
        label=_("Real cards at every table"),
        required=False,
        help_text=_(
            "Nothing is dealt on the screens: members enter each result. A table where a bot sits stays on screens."
        ),
    )

    def clean_series_best(self) -> int:
        """Left empty, it is one of no series."""
        return int(self.cleaned_data["series_best"] or 0)

    def clean_final_rounds(self) -> int:
        """Left empty, there is one where there is a final."""
        given = self.cleaned_data["final_rounds"]
        return 1 if given is None else int(given)

    def clean_finalists(self) -> int:
        """Left empty, one table of four is the final."""
        return int(self.cleaned_data["finalists"] or FINALISTS[0])

    def clean_format(self) -> str:
        """Left empty, everybody meets evenly."""
        return str(self.cleaned_data["format"] or Tournament.Format.EVEN)

    def clean_bank_seconds(self) -> int:
        """Left empty, there is none."""
        return int(self.cleaned_data["bank_seconds"] or 0)

    def clean_least_members(self) -> int:
        """Left empty, one is enough."""
        return int(self.cleaned_data["least_members"] or ENTRANTS[0])

    def clean_appeal_minutes(self) -> int:
        """Left empty, there is no time to appeal."""
        return int(self.cleaned_data["appeal_minutes"] or 0)

    def clean_late_until(self) -> int:
        """Left empty, nobody enters after the start."""
        return int(self.cleaned_data["late_until"] or 0)

    def clean_fill_to(self) -> int:
        """Left empty, only the last table is filled."""
        return int(self.cleaned_data["fill_to"] or 0)

    def clean_round_minutes(self) -> int:
        """Left empty, a round has none."""
        return int(self.cleaned_data["round_minutes"] or 0)

    def clean_wait_minutes(self) -> int:
        """Left empty, rounds begin as they are drawn."""
        return int(self.cleaned_data["wait_minutes"] or 0)
