"""Draws the rows of tables that judge discards: ``{% load judged %}``.

A replay has hundreds of rows, for which a template loop is slow.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Protocol

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.presenters.cards import card_name
from games.templatetags.amounts import cells
from games.templatetags.cards import card

register = template.Library()


class JudgedDiscard(Protocol):
    """A legal discard and how it was judged."""

    @property
    def card(self) -> Card: ...  # noqa: D102
    @property
    def without(self) -> str: ...  # noqa: D102
    @property
    def worst(self) -> bool: ...  # noqa: D102
    @property
    def usefulness(self) -> int: ...  # noqa: D102
    @property
    def chosen(self) -> bool: ...  # noqa: D102
    @property
    def look(self) -> str: ...  # noqa: D102
    @property
    def judged(self) -> str: ...  # noqa: D102


class Hoped(Protocol):
    """A card that may be drawn next, and what it would add to each discard's sum."""

    @property
    def card(self) -> Card: ...  # noqa: D102
    @property
    def unseen(self) -> int: ...  # noqa: D102
    @property
    def why(self) -> str: ...  # noqa: D102
    @property
    def sums(self) -> tuple[str, ...]: ...  # noqa: D102


@register.filter
def judged_rows(rows: Iterable[JudgedDiscard], most: int) -> SafeString:
    """Return a table row for each legal discard. `most` is the highest usefulness, shown as a full bar."""
    language = get_language()
    return SafeString("".join([_judged_row(row, most or 1, language) for row in rows]))


@register.filter
def hope_rows(hopes: Iterable[Hoped]) -> SafeString:
    """Return a row for each card that may be drawn.

    It has the unseen copies, a remark on them, and what the card adds to each discard's sum.
    """
    language = get_language()
    return SafeString(
        "".join(
            [
                f'<tr><th scope="row">{_named(one.card, language)}</th>'
                f'<td class="num">{one.unseen} <small>{escape(one.why)}</small></td>{cells(one.sums)}</tr>'
                for one in hopes
            ]
        )
    )


@register.filter
def sum_heads(rows: Iterable[JudgedDiscard]) -> SafeString:
    """Return the `<th>` cells for the discards in the table of usefulness sums, one for each legal discard."""
    heads = [f'<th scope="col" class="num">{escape(row.without)}</th>' for row in rows]
    return SafeString("".join(heads))


@register.filter
def sum_totals(rows: Iterable[JudgedDiscard]) -> SafeString:
    """Return the table's last row: each discard's sum, and marks on worst cards and the card that was discarded."""
    worst, gone = _told(get_language())
    totals = [
        f'<td class="num"><b>{row.usefulness}</b>{worst if row.worst else ""}{gone if row.chosen else ""}</td>'
        for row in rows
    ]
    return SafeString("".join(totals))


@lru_cache(maxsize=8)
def _told(_language: str | None) -> tuple[str, str]:
    worst, gone = _("worst"), _("discarded")
    return f" <small>{escape(worst)}</small>", f" <small>{escape(gone)}</small>"


def _judged_row(row: JudgedDiscard, most: int, language: str | None) -> str:
    own = ' class="is-own"' if row.chosen else ""
    return (
        f'<tr{own}><th scope="row">{_named(row.card, language)}</th>'
        f'<td class="num">{row.usefulness}<meter class="verdict__bar" aria-hidden="true"'
        f' min="0" max="{most}" value="{row.usefulness}"></meter></td>'
        f'<td><span class="badge badge--{row.look}">{escape(row.judged)}</span>'
        f"{_discarded(language) if row.chosen else ''}</td></tr>"
    )


@lru_cache(maxsize=256)
def _named(one: Card, _language: str | None) -> str:
    """Return a small card with its name beside it. Screen readers read the name only once."""
    said = escape(card_name(one))
    return f'<span class="replay__card">{card(one, size="s")} <span aria-hidden="true">{said}</span></span>'


@lru_cache(maxsize=8)
def _discarded(_language: str | None) -> str:
    gone = _("discarded")
    return f' <span class="badge badge--note">{escape(gone)}</span>'
