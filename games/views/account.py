"""The member's account: what it holds, and its statement line by line."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries, wording
from games.ledger.queries import Line, balance, statement
from games.settlement import member_account
from games.views.asking import player_of

LINES = 50
"""Lines of a statement on one page."""
MOST_PAGES = 10_000


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of a statement in words, with the deal that it belongs to."""

    line: Line
    words: str
    deal_id: int | None


@login_required
@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """The statement of the one who looks, the newest first."""
    code = member_account(player_of(request).pk)
    page = _page_number(request.GET.get("page", ""))
    # Oldest first, and one more than is shown, to know whether there is another page.
    lines = statement(code, page * LINES + 1)
    lines.reverse()
    shown = lines[(page - 1) * LINES : page * LINES]
    return render(
        request,
        "games/account.html",
        {
            "balance": balance(code),
            "lines": _in_words(shown),
            "page": page,
            "newer": page - 1,
            "older": page + 1 if len(lines) > page * LINES else 0,
        },
    )


def _page_number(text: str) -> int:
    return (
        min(int(text), MOST_PAGES)
        if text.isascii() and text.isdecimal() and len(text) < 9 and int(text)
        else 1
    )


def _in_words(lines: list[Line]) -> list[StatementLine]:
    deals = {line.key: wording.deal_of_key(line.key) for line in lines}
    names = {
        deal_id: wording.deal_name(number, table)
        for deal_id, number, table in queries.deal_titles(
            [deal for deal in deals.values() if deal is not None]
        )
    }
    return [
        StatementLine(
            line,
            wording.transfer_words(line.key, line.memo, names.get(deals[line.key] or 0)),
            deals[line.key],
        )
        for line in lines
    ]
