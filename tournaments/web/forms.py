"""The forms by which a tournament is announced and described. They read; what is wrong with it the decisions say."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.numbers import WholeField
from games.presenters import terms
from games.presenters.club.rule_sets import rules_choices
from games.queries.play.participants import BOT_CHOICES
from games.web.forms import FoldedForm
from tournaments.commands import rules_offered
from tournaments.engine.announcing import (
    APPEAL,
    BANK,
    DEALS,
    DESCRIPTION_LENGTH,
    FEE,
    FILL,
    NAME_LENGTH,
    ROUNDS,
    RULING,
    SECONDS,
)
from tournaments.engine.decisions import ENTRANTS
from tournaments.engine.draws.groups import FINALISTS
from tournaments.engine.participants import SEATS
from tournaments.engine.scoring.prizes import PAID_PLACES
from tournaments.engine.scoring.series import BEST
from tournaments.engine.scoring.series import NAME_LENGTH as SERIES_LENGTH
from tournaments.engine.scoring.tie_breaks import AS_EVER
from tournaments.engine.timing import CHECK_IN, MINUTES, WAIT
from tournaments.models import Tournament
from tournaments.web.fields import LegibleField, LocalTimeField, SharesField
from tournaments.web.idempotent import IdempotentForm
from tournaments.web.rules_field import RulesSelect
from tournaments.web.tie_break_fields import TieBreaksField

FILLERS_OFFERED: Final = {f"bot:{name}": words for name, words in BOT_CHOICES}


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


_LEFT_EMPTY: Final = {
    "format": Tournament.Format.EVEN.value,
    "admits": Tournament.Admits.MEMBERS.value,
    "final_rounds": 1,
    "finalists": FINALISTS[0],
    "least_members": ENTRANTS[0],
    **dict.fromkeys(("series_best", "bank_seconds", "appeal_minutes", "late_until", "fill_to"), 0),
    **dict.fromkeys(("round_minutes", "wait_minutes", "ruling_hours"), 0),
}
"""What a field says that was left empty."""


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
    groups = (
        (_("What members read"), ("description", "series", "series_best")),
        (
            _("Who plays"),
            (
                *("admits", "least_members", "late_until", "check_in", "check_in_ends"),
                *("filler", "fill_to"),
            ),
        ),
        (_("Fees and prizes"), ("prize_sums", "club_pays")),
        (_("Disputes"), ("ruling_hours",)),
        (
            _("Places and the final"),
            ("counts_for_player", "tie_breaks", "final_rounds", "finalists"),
        ),
        (_("Clocks"), ("bank_seconds", "round_minutes", "wait_minutes")),
        (_("At the tables"), ("spectator_delay", "duplicate", "cardboard")),
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
    ruling_hours = WholeField(
        label=_("Hours to rule"),
        required=False,
        min_value=RULING[0],
        max_value=RULING[1],
        initial=0,
        help_text=_(
            "In which a referee is to rule on a dispute or an appeal. Late ones stand first on the desk, and referees"
            " are reminded; nothing is decided by the clock. With 0 it is as the rule of the house says."
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
    admits = forms.ChoiceField(
        label=_("Who may enter"),
        required=False,
        choices=Tournament.Admits,
        initial=Tournament.Admits.MEMBERS,
        help_text=_(
            "Invite members on the tournament's page, once it is announced. Guests enter no tournament."
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

    def clean(self) -> dict[str, Any] | None:
        """What may be left empty and was says the same as its default."""
        read = super().clean() or {}
        for name, meant in _LEFT_EMPTY.items():
            if name in read and read[name] in (None, ""):
                read[name] = meant
        return read
