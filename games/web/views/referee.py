"""Pages for referees: the calls from tables, the queue of calls, and warnings at a club table."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.club.calls import WORDS
from games.errors import Refused
from games.inputs import TakeWarningBackSerializer, WarnSerializer, form_field
from games.models import Player
from games.presenters.club.conduct import WarningPage, time_ahead, warning_page
from games.presenters.play.calls import queue
from games.queries.finished.pagination import cursor
from games.web.answers import carry_out, see_other
from games.web.requests import HtmxHttpRequest, player_of, whole
from games.web.views.table import action


def _call(request: HtmxHttpRequest, table_id: int) -> None:
    said = request.POST
    if "off" in said:
        call_id = whole(said.get("off"), "call.unknown")
        commands.call_off(by=player_of(request), call_id=call_id, now=timezone.now())
        return
    commands.call_referee(
        by=player_of(request),
        table_id=table_id,
        reason=said.get("reason", ""),
        words=said.get("words", ""),
        now=timezone.now(),
    )


call = action(_call)
"""Call the referee to a table, or call it off."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calls(request: HtmxHttpRequest) -> HttpResponse:
    """Show referees and directors the queue of calls, to take and answer them."""
    player, status = _judge(request), 200
    if request.method == "POST":
        try:
            _act(request)
        except Refused as error:
            messages.error(request, error.sentence)
            status = error.status
        else:
            return see_other("calls")
    part = "games/calls.html#queue" if request.htmx and status == 200 else "games/calls.html"
    return render(
        request,
        part,
        {
            "calls": queue(player, timezone.now()),
            "most": WORDS,
            "words": request.POST.get("words", ""),
            "about": request.POST.get("call", ""),
        },
        status=status,
    )


def _act(request: HttpRequest) -> None:
    said, player, now = request.POST, player_of(request), timezone.now()
    call_id = whole(said.get("call"), "call.unknown")
    act = said.get("act")
    if act == "take":
        commands.take_call(by=player, call_id=call_id, now=now)
    elif act == "off":
        commands.call_off(by=player, call_id=call_id, now=now)
    else:
        commands.answer_call(
            by=player,
            call_id=call_id,
            words=said.get("words", ""),
            section=said.get("section", ""),
            now=now,
        )


class WhomForm(forms.Form):
    """A form for the person and the conduct that a warning is about."""

    player = forms.TypedChoiceField(label=_("Member"), coerce=int)
    kind = forms.ChoiceField(label=_("What happened"))

    def __init__(self, *args: Any, page: WarningPage, **kwargs: Any) -> None:
        """Offer the table's members, and the kinds of conduct in the club's table of sanctions."""
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = page.members  # type: ignore[attr-defined]
        self.fields["kind"].choices = page.kinds  # type: ignore[attr-defined]


class WarningBackForm(forms.Form):
    """A form that asks why a warning is withdrawn."""

    reason = form_field(
        TakeWarningBackSerializer,
        "reason",
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class WarningForm(WarningBackForm):
    """A form for the words of a warning, after the count is known; sending it twice warns once."""

    call = form_field(WarnSerializer, "call", widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Label the inherited reason field as the message to everyone."""
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Message to everyone (don't name cards)")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def warn(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
    """Ask for the member and the conduct first, then show how often it happened and ask for the message."""
    by = _judge(request)
    page = warning_page(table_id)
    asked = request.GET if "player" in request.GET or "kind" in request.GET else None
    whom = WhomForm(asked, page=page)
    call = request.GET.get("call", "")
    call = call if cursor(call) is not None else ""  # it is hidden
    shown: dict[str, Any] = {"page": page, "form": whom, "call": call}
    if asked is None or not whom.is_valid():
        status = 200 if asked is None and request.method == "GET" else 422
        return render(request, "games/warn.html", shown, status=status)
    about, status = whom.cleaned_data, 200
    form = WarningForm(request.POST or None, initial={"call": call, "key": uuid4()})
    if request.method == "POST":
        status = carry_out(
            form,
            lambda: commands.warn(
                by=by,
                table_id=table_id,
                player_id=about["player"],
                kind=about["kind"],
                reason=form.cleaned_data["reason"],
                call_id=form.cleaned_data["call"],
                key=form.cleaned_data["key"].hex,
                now=timezone.now(),
            ),
        )
        if status == 303:
            messages.success(
                request, gettext("The warning is saved, and the member gets a notice.")
            )
            return see_other("warn", table_id)
    shown |= {
        "form": form,
        "name": dict(page.members)[about["player"]],
        "kind": dict(page.kinds)[about["kind"]],
        "time": time_ahead(about["player"], about["kind"], timezone.now()),
    }
    return render(request, "games/warn.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def take_back(request: HtmxHttpRequest, table_id: int, player_id: int, number: int) -> HttpResponse:
    """Take a warning back, with a reason."""
    by, page = _judge(request), warning_page(table_id)
    found = [one for one in page.warned if (one.player, one.number) == (player_id, number)]
    if not found:
        raise Refused("warning.unknown")
    form, status = WarningBackForm(request.POST or None), 200
    if request.method == "POST":
        status = carry_out(
            form,
            lambda: commands.take_warning_back(
                by=by,
                player_id=player_id,
                number=number,
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            ),
        )
        if status == 303:
            messages.success(request, gettext("The warning no longer counts."))
            return see_other("warn", table_id)
    shown = {"page": page, "one": found[0], "form": form}
    return render(request, "games/warning_back.html", shown, status=status)


def _judge(request: HtmxHttpRequest) -> Player:
    by = player_of(request)
    if not (by.is_referee or by.runs_the_club):
        raise Refused("call.duty")
    return by
