"""Pages of a tournament's conduct reports. They are public; referees and directors write and withdraw them.

The forms only parse; the decision checks the report.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.disputing.sanctions import Measure, SanctionStep
from games.errors import Refused
from games.inputs import WholeField, form_field
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, viewer_of
from tournaments import commands
from tournaments.engine.correcting.sanctions import Where
from tournaments.errors import refusal
from tournaments.inputs import WriteReportSerializer
from tournaments.presenters.page.conduct import ConductPage, ForeseenSanction, conduct_page
from tournaments.web.requests import ReasonForm, judge_of

AS_TABLE: Final = "table"
_PLACE: Final = ("round", "table", "deal", "call")
"""What a link to the form may say of where it happened."""


def _asked(name: str, **words: Any) -> Any:
    return form_field(WriteReportSerializer, name, **words)


class LookForm(forms.Form):
    """The first step of a report: the member and the kind of conduct, which determine the usual sanction."""

    player = forms.TypedChoiceField(label=_("Member"), coerce=int)
    kind = forms.ChoiceField(label=_("What happened"))

    def __init__(self, *args: Any, page: ConductPage, **kwargs: Any) -> None:
        """Offer the members of this tournament, and the kinds of conduct in the club's table of sanctions."""
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = page.members  # type: ignore[attr-defined]
        self.fields["kind"].choices = page.kinds  # type: ignore[attr-defined]


class ReportForm(ReasonForm):
    """The second step of a report, with the usual sanction already known."""

    time = WholeField(widget=forms.HiddenInput, min_value=1, max_value=10_000)
    round = _asked("round", label=_("Round"))
    table = _asked("table", label=_("Table"))
    deal = _asked("deal", widget=forms.HiddenInput)
    call = _asked("call", widget=forms.HiddenInput)
    measure = forms.ChoiceField(label=_("Sanction"), required=False, widget=forms.RadioSelect)
    points = WholeField(label=_("Points to deduct, if any"), required=False)
    departure = _asked(
        "departure",
        label=_("Reason for a different sanction"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only if you decide differently. Everybody can read your reason."),
    )
    field_order = ("reason", "round", "table", "measure", "points", "departure")

    def __init__(self, *args: Any, foreseen: ForeseenSanction, **kwargs: Any) -> None:
        """Offer the usual sanction, which is `foreseen`, and milder or harsher ones."""
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Message to everyone (don't name cards)")
        self.fields["time"].initial = foreseen.time
        self.fields["measure"].initial = AS_TABLE
        self.fields["measure"].choices = [  # type: ignore[attr-defined]
            (AS_TABLE, format_lazy(_("the usual sanction: {step}"), step=foreseen.step_words)),
            (Measure.WARNING.value, _("only a warning")),
            (Measure.POINTS.value, _("this many points:")),
            (Measure.REMOVAL.value, _("the director is asked to remove the member")),
        ]
        self.fields["points"].help_text = format_lazy(
            _("From 1 to {most}, as in the club's table."), most=foreseen.most
        )

    @property
    def given(self) -> dict[str, Any]:
        """Return the input of a valid form, by the names of the command's parameters."""
        read = self.cleaned_data
        measure = read["measure"] or AS_TABLE
        takes = measure == Measure.POINTS
        given = (
            None
            if measure == AS_TABLE
            else SanctionStep(Measure(measure), (read["points"] or 0) if takes else 0)
        )
        return {
            "reason": read["reason"],
            "given": given,
            "departure": read["departure"],
            "foreseen": read["time"],
            "where": Where(*(read[name] for name in _PLACE)),
        }

    def add_refusal(self, refused: Refused) -> None:
        """Show the refusal.

        If the member has been reported for the same conduct in the meantime, correct the number of the occasion in
        the form, so that the referee can simply send it again.
        """
        super().add_refusal(refused)
        if refused.code == "tournament.sanction-time":
            self.data = {**dict(self.data.items()), "time": str(self.fields["time"].initial)}


@require_safe
@never_cache
def reports(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show every report, newest first. Staff also get a link to write one."""
    viewer = viewer_of(request)
    page = conduct_page(tournament_id)
    judges = viewer is not None and (viewer.is_director or viewer.is_referee)
    free = judges and viewer is not None and not page.state.interested(viewer.pk)
    shown = {"page": page, "row": page.row, "judges": judges, "free": free}
    shown["directs"] = viewer is not None and viewer.is_director
    return render(request, "tournaments/conduct.html", shown)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def report(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Write a report: choose the member and the kind of conduct, then see the usual sanction and add the reason."""
    by = judge_of(request)
    page = conduct_page(tournament_id)
    if page.state.interested(by.pk):
        raise refusal("tournament.own-interest")
    asked = request.GET if "player" in request.GET or "kind" in request.GET else None
    look = LookForm(asked, page=page)
    # Garbled link values are dropped, since their field is hidden.
    said = {name: request.GET.get(name, "") for name in _PLACE}
    place = {name: number for name, number in said.items() if cursor(number) is not None}
    shown: dict[str, Any] = {"page": page, "row": page.row, "form": look, "place": place}
    if not look.is_valid():  # also a POST whose address names nobody
        status = 200 if asked is None and request.method == "GET" else 422
        return render(request, "tournaments/report.html", shown, status=status)
    about = look.cleaned_data
    foreseen = page.foreseen(about["player"], about["kind"])
    form = ReportForm(request.POST or None, foreseen=foreseen, initial=place)
    if request.method == "POST" and form.carry_out(
        commands.sanction_member, by, "report", tournament_id=tournament_id, **about
    ):
        messages.success(
            request, gettext("The report has been saved, and the member gets a notice.")
        )
        return see_other("tournament-conduct", tournament_id)
    shown |= {"form": form, "foreseen": foreseen}
    return render(request, "tournaments/report.html", shown, status=form.status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def take_back(request: HtmxHttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Withdraw a report, with a reason."""
    by = judge_of(request)
    page = conduct_page(tournament_id)
    found = next((one for one in page.reports if one.number == number), None)
    if found is None:
        raise refusal("tournament.no-such-sanction")
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.carry_out(
        commands.take_sanction_back,
        by,
        "report-back",
        about=number,
        tournament_id=tournament_id,
        number=number,
    ):
        messages.success(request, gettext("The report no longer counts."))
        return see_other("tournament-conduct", tournament_id)
    shown = {"page": page, "row": page.row, "report": found, "form": form}
    return render(request, "tournaments/report_back.html", shown, status=form.status)
