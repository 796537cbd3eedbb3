"""The member's account: what it holds, and its statement line by line."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ledger.accounts import member_account
from games.presenters.people.account import held_lines, statement_lines
from games.queries.cover import cover_of
from games.queries.finished.pagination import cursor, page_of_statement
from games.web.requests import player_of


@login_required
@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """The statement of the one who looks, the newest first."""
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
