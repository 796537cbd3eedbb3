"""Pages of a tournament's reports of conduct: everybody reads them, a referee or director writes and takes back."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Player
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of, viewer_of
from tournaments import commands
from tournaments.errors import RefusedByTournament, refusal
from tournaments.presenters.page.conduct import conduct_page
from tournaments.web.conduct_forms import LookForm, ReportForm
from tournaments.web.correction_forms import ReasonForm

_PLACE: Final = ("round", "table", "deal", "call")
"""What a link to the form may say of where it happened."""


@require_safe
@never_cache
def reports(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Every report, the newest first; with the way to a new one for a referee or a director."""
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
    """A new report: first whom and what, then what the table gives for that, and the words."""
    by = _judge(request)
    page = conduct_page(tournament_id)
    if page.state.interested(by.pk):
        raise refusal("tournament.own-interest")
    asked = request.GET if "player" in request.GET or "kind" in request.GET else None
    look = LookForm(asked, page=page)
    place = {name: request.GET[name] for name in _PLACE if _is_number(request.GET.get(name, ""))}
    shown: dict[str, Any] = {"page": page, "row": page.row, "form": look, "place": place}
    if request.method == "GET" and (asked is None or not look.is_valid()):
        status = 200 if asked is None else 422
        return render(request, "tournaments/report.html", shown, status=status)
    if not look.is_valid():  # a POST whose address says nobody
        return render(request, "tournaments/report.html", shown, status=422)
    about = look.cleaned_data
    foreseen = page.foreseen(about["player"], about["kind"])
    form = ReportForm(request.POST or None, foreseen=foreseen, initial=place)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                commands.sanction_member(
                    by=by,
                    tournament_id=tournament_id,
                    now=timezone.now(),
                    idempotency_key=f"report:{by.pk}:{form.cleaned_data['idempotency_key']}",
                    **about,
                    **form.report(),
                )
            except RefusedByTournament as refused:
                form.add_refusal(refused)
                status = refused.status
                if refused.code == "tournament.sanction-time":
                    form.data = {**dict(form.data.items()), "time": str(foreseen.time)}
            else:
                messages.success(request, _("The report is written, and the member is told."))
                return see_other("tournament-conduct", tournament_id)
    shown |= {"form": form, "foreseen": foreseen}
    return render(request, "tournaments/report.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def take_back(request: HtmxHttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Take a report back, with a reason."""
    by = _judge(request)
    page = conduct_page(tournament_id)
    found = next((one for one in page.reports if one.number == number), None)
    if found is None:
        raise refusal("tournament.no-such-sanction")
    form, status = ReasonForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            once = form.cleaned_data["idempotency_key"]
            try:
                commands.take_sanction_back(
                    by=by,
                    tournament_id=tournament_id,
                    number=number,
                    reason=form.cleaned_data["reason"],
                    now=timezone.now(),
                    idempotency_key=f"report-back:{by.pk}:{number}:{once}",
                )
            except RefusedByTournament as refused:
                form.add_refusal(refused)
                status = refused.status
            else:
                messages.success(request, _("The report stands no more."))
                return see_other("tournament-conduct", tournament_id)
    shown = {"page": page, "row": page.row, "report": found, "form": form}
    return render(request, "tournaments/report_back.html", shown, status=status)


def _judge(request: HtmxHttpRequest) -> Player:
    by = player_of(request)
    if not (by.is_director or by.is_referee):
        raise refusal("tournament.not-judge")
    return by


def _is_number(text: str) -> bool:
    """Whether it can be somebody's number; what a link garbled is left out, since its field is hidden."""
    return text.isascii() and text.isdecimal() and len(text) < 19
