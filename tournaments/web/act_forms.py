"""Short forms of what is done to a running tournament: begin, pause, lengthen, remove, call off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.commands.deal.presence import MOST_GIVEN
from games.numbers import WholeField
from tournaments.engine.entries import REASON_LENGTH
from tournaments.engine.timing import LONGER, WAIT
from tournaments.web.idempotent import IdempotentForm


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


class OneTableForm(IdempotentForm):
    """At which table of the round the clock is stopped, goes on or gets minutes more."""

    minutes = WholeField(
        label=_("Minutes more"),
        required=False,
        min_value=1,
        max_value=MOST_GIVEN // 60,
        help_text=_("Only for “Give time”."),
    )

    def __init__(self, *args: Any, tables: Mapping[int, bool], **options: Any) -> None:
        """The `tables` where a deal is played, by number, and whether it is paused."""
        super().__init__(*args, **options)
        said = {False: gettext("Table %(number)s"), True: gettext("Table %(number)s, paused")}
        table = forms.TypedChoiceField(
            label=_("Table"),
            coerce=int,
            choices=[
                (number, said[paused] % {"number": number}) for number, paused in tables.items()
            ],
            error_messages={"invalid_choice": _("No deal is played at this table just now.")},
        )
        self.fields = {"table": table, **self.fields}


class StartForm(IdempotentForm):
    """In how many minutes the first round begins."""

    wait = WholeField(
        label=_("Minutes to the beginning of the round"),
        required=False,
        min_value=WAIT[0],
        max_value=WAIT[1],
        help_text=_("Left empty, as the terms say; with 0 the tables open at once."),
    )
