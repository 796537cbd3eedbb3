"""Forms of reports of conduct. They read; what is wrong with a report is for the decision to say."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.sanctions import Measure, Step
from games.numbers import WholeField
from tournaments.engine.entries import REASON_LENGTH
from tournaments.engine.sanctions import Where
from tournaments.presenters.page.conduct import ConductPage, Foreseen
from tournaments.web.correction_forms import ReasonForm

AS_TABLE: Final = "table"


class LookForm(forms.Form):
    """Whom a report is about, and what kind of conduct: enough to look up what the table gives."""

    player = forms.TypedChoiceField(label=_("Member"), coerce=int)
    kind = forms.ChoiceField(label=_("What happened"))

    def __init__(self, *args: Any, page: ConductPage, **kwargs: Any) -> None:
        """The members are those of this tournament, the kinds those of the club's table."""
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = page.members  # type: ignore[attr-defined]
        self.fields["kind"].choices = page.kinds  # type: ignore[attr-defined]


class ReportForm(ReasonForm):
    """A report, once it is known what the table gives for it."""

    time = WholeField(widget=forms.HiddenInput, min_value=1, max_value=10_000)
    round = WholeField(label=_("Round"), required=False, min_value=1, max_value=1000)
    table = WholeField(label=_("Table"), required=False, min_value=1, max_value=1000)
    deal = WholeField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    call = WholeField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    measure = forms.ChoiceField(label=_("What it brings"), required=False, widget=forms.RadioSelect)
    points = WholeField(label=_("Points to take, where points are taken"), required=False)
    departure = forms.CharField(
        label=_("Why less or more than the table gives"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only where it is so. Everybody reads it."),
    )
    field_order = ("reason", "round", "table", "measure", "points", "departure")

    def __init__(self, *args: Any, foreseen: Foreseen, **kwargs: Any) -> None:
        """It offers what is `foreseen`, and less or more."""
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _(
            "In words, which everybody may read: name no card of a hand"
        )
        self.fields["time"].initial = foreseen.time
        self.fields["measure"].initial = AS_TABLE
        self.fields["measure"].choices = [  # type: ignore[attr-defined]
            (AS_TABLE, format_lazy(_("what the table gives: {step}"), step=foreseen.step_words)),
            (Measure.WARNING.value, _("a warning alone")),
            (Measure.POINTS.value, _("so many points:")),
            (Measure.REMOVAL.value, _("the director is asked to remove the member")),
        ]
        self.fields["points"].help_text = format_lazy(
            _("From 1 to {most} by the club's table."), most=foreseen.most
        )

    def report(self) -> dict[str, Any]:
        """What the command asks for, of this valid form."""
        read = self.cleaned_data
        measure = read["measure"] or AS_TABLE
        takes = measure == Measure.POINTS
        given = (
            None
            if measure == AS_TABLE
            else Step(Measure(measure), (read["points"] or 0) if takes else 0)
        )
        return {
            "reason": read["reason"],
            "given": given,
            "departure": read["departure"],
            "foreseen": read["time"],
            "where": Where(read["round"], read["table"], read["deal"], read["call"]),
        }
