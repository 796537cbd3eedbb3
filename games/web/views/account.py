"""Pages of the member's account: statement, signed-in devices, and tokens for programs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.commands.people import tokens as commands
from games.commands.people.accounts import end_login, end_other_logins
from games.errors import Refused
from games.inputs import CredentialsSerializer, form_field
from games.ledger.accounts import member_account
from games.models import ApiToken
from games.presenters.people.account import held_lines, statement_lines
from games.presenters.people.devices import device_words
from games.queries.club.unplayed import unplayed_by
from games.queries.finished.pagination import cursor, page_of_statement
from games.queries.people.second_factor import was_shown
from games.queries.people.sessions import logins_of, row_of
from games.queries.people.token_tournaments import going_tournaments, names_of_tournaments
from games.queries.required_balance import cover_of
from games.web.answers import see_other
from games.web.requests import player_of


@login_required
@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show the viewer's statement, newest first."""
    code = member_account(player_of(request).pk)
    page = page_of_statement(
        code, before=cursor(request.GET.get("before")), after=cursor(request.GET.get("after"))
    )
    cover = cover_of(player_of(request).pk)
    return render(
        request,
        "games/account.html",
        {
            "balance": cover.balance,
            "reserved": cover.reserved,
            "held": held_lines(player_of(request).pk),
            "lines": statement_lines(page.lines),
            "newer": page.newer,
            "older": page.older,
        },
    )


MONTH: Final = timedelta(days=30)
"""How far the list of deals goes back that no device of a member played."""


class TokenForm(forms.Form):
    """A form for a new token: its name, its scopes, and how long it works."""

    name = form_field(
        CredentialsSerializer,
        "name",
        required=True,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("A name you'll recognise, such as the program's."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What the program may do"),
        choices=ApiToken.Scope.choices,
        initial=[str(scope) for scope in commands.USUAL_SCOPES],
        widget=forms.CheckboxSelectMultiple,
    )
    tournament = forms.TypedChoiceField(
        label=gettext_lazy("Limit to one tournament"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=lambda: [("", gettext_lazy("Not limited")), *going_tournaments().items()],
    )
    days = form_field(
        CredentialsSerializer,
        "days",
        required=True,
        label=gettext_lazy("Valid for (days)"),
        initial=commands.USUAL_DAYS,
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the member's tokens. A POST makes one, whose key is shown only this once, or revokes one."""
    player, now, status, key = player_of(request), timezone.now(), 200, ""
    form = TokenForm()
    if request.method == "POST" and "end" in request.POST:
        commands.revoke(by=player, token_id=cursor(request.POST["end"]) or 0)
        messages.success(request, _("The access key has been deleted."))
        return see_other("tokens")
    if request.method == "POST":
        form, status = TokenForm(request.POST), 422
        if form.is_valid():
            try:
                with_factor = was_shown(player, request.session)
                key = commands.issue(player, now=now, with_factor=with_factor, **form.cleaned_data)
            except Refused as refused:
                form.add_error(None, refused.sentence)
                status = refused.status
            else:
                form, status = TokenForm(), 200
    kept = list(player.api_tokens.filter(expires_at__gt=now).order_by("-created_at", "-pk"))
    names = names_of_tournaments(token.tournament for token in kept)
    shown: dict[str, Any] = {
        "form": form,
        "key": key,
        "tokens": [(token, names.get(token.tournament or 0, "")) for token in kept],
        "kept": commands.KEPT,
    }
    return render(request, "games/tokens.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def logins(request: HttpRequest) -> HttpResponse:
    """Show the devices on which the member is signed in. A POST signs one of them out, or all others."""
    player, here = player_of(request), row_of(request.session)
    if request.method == "POST":
        if "others" in request.POST:
            end_other_logins(by=player, but=here)
            messages.success(request, _("You're now logged in only here."))
        else:
            end_login(by=player, key=request.POST.get("end", "").replace("\0", ""))
            messages.success(request, _("That browser has been logged out."))
        return see_other("logins")
    shown = [(row, device_words(row.device), row.pk == here) for row in logins_of(player)]
    unplayed = unplayed_by(player, since=timezone.now() - MONTH)
    return render(request, "games/logins.html", {"logins": shown, "unplayed": unplayed})
