"""The member's account: what it holds, and its statement line by line."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries, wording
from games.ledger.queries import Line, balance, statement
from games.settlement import member_account
from games.views.asking import player_of

LINES = 50
"""Lines of a statement on one page."""


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
    page = _page(code, before=_number(request.GET, "before"), after=_number(request.GET, "after"))
    return render(
        request,
        "games/account.html",
        {
            "balance": balance(code),
            "lines": _in_words(page.lines),
            "newer": page.newer,
            "older": page.older,
        },
    )


@dataclass(frozen=True, slots=True)
class _Page:
    lines: list[Line]
    """The newest first."""
    newer: int | None
    """The posting behind which newer ones stand, None where there are none."""
    older: int | None
    """The posting before which older ones stand, None where there are none."""


def _page(code: str, *, before: int | None, after: int | None) -> _Page:
    """The lines older than the posting `before` or newer than `after`; the newest where there are none such.

    One more is asked for than is shown, to know whether there is another page.
    """
    if after is not None:
        newer = statement(code, LINES + 1, after=after)
        if len(newer) > LINES:
            shown = newer[:LINES][::-1]
            return _Page(shown, shown[0].posting, shown[-1].posting)
        before = None
    lines = statement(code, LINES + 1, before=before)
    if not lines and before is not None:
        before = None
        lines = statement(code, LINES + 1)
    shown = lines[-LINES:][::-1]
    return _Page(
        shown,
        shown[0].posting if shown and before is not None else None,
        shown[-1].posting if len(lines) > LINES else None,
    )


def _number(asked: QueryDict, name: str) -> int | None:
    text = asked.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


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
