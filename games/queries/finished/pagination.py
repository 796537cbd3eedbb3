"""Divides long lists into pages. Each page begins at a given row, so distant pages are as fast as the first."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from games.ledger.queries import PostedLine, statement
from games.models import Deal, Player
from games.queries.play.deals import finished_deals


@dataclass(frozen=True, slots=True)
class DealsPage:
    """A page of the list of finished deals."""

    deals: list[Deal]
    newer: int | None
    """The deal behind which the page with newer ones ends, None where there are none."""
    older: int | None
    """The deal behind which the page with older ones begins, None where there are none."""


def page_of_deals(
    player: Player | None,
    size: int,
    *,
    before: int | None = None,
    after: int | None = None,
    tournament: int | None = None,
) -> DealsPage:
    """Return a page of finished deals, of one player or tournament if given.

    `before` and `after` are ids of deals: the page has the deals older than `before`, or newer than `after`. Without
    a valid id it is the first page. The total is not counted.
    """
    deals = finished_deals(player, tournament)
    if after is not None and (edge := _edge(after)) is not None:
        newer = list(_beyond(deals, edge, player, newer=True).reverse()[: size + 1])
        if len(newer) > size:
            shown = newer[:size][::-1]
            return DealsPage(shown, shown[0].pk, shown[-1].pk)
    elif before is not None and (edge := _edge(before)) is not None:
        older = list(_beyond(deals, edge, player, newer=False)[: size + 1])
        if older:
            return _cut(older, size, newer=older[0].pk)
    return _cut(list(deals[: size + 1]), size, newer=None)


def _cut(found: list[Deal], size: int, *, newer: int | None) -> DealsPage:
    shown = found[:size]
    return DealsPage(shown, newer, shown[-1].pk if len(found) > size else None)


def _edge(deal_id: int) -> Deal | None:
    return Deal.objects.filter(pk=deal_id, ended_at__isnull=False, sealed=False).first()


def _beyond(
    deals: QuerySet[Deal], edge: Deal, player: Player | None, *, newer: bool
) -> QuerySet[Deal]:
    """Return those of `deals` that are newer or older than `edge`, in the order of `finished_deals`."""
    side = "gt" if newer else "lt"
    if player is not None:
        # Said of both tables: PostgreSQL carries no inequality over a join, and would begin at the newest.
        deals = deals.annotate(seated=F("seats__deal_id"))
        return deals.filter(**{f"pk__{side}": edge.pk, f"seated__{side}": edge.pk})
    # The first condition is for the index, the second for deals that ended at the same moment.
    return deals.filter(**{f"ended_at__{side}e": edge.ended_at}).filter(
        Q(**{f"ended_at__{side}": edge.ended_at}) | Q(**{f"pk__{side}": edge.pk})
    )


LINES = 50
"""Lines of a statement on one page."""


@dataclass(frozen=True, slots=True)
class StatementPage:
    """A page of an account's statement."""

    lines: list[PostedLine]
    """Newest first."""
    newer: int | None
    """The posting behind which newer ones stand, None where there are none."""
    older: int | None
    """The posting before which older ones stand, None where there are none."""


def page_of_statement(code: str, *, before: int | None, after: int | None) -> StatementPage:
    """Return a page of an account's statement: lines older than posting `before`, or newer than `after`.

    If there are too few such lines, it is the page with the newest lines. One line more than shown is read, to know
    whether there is another page.
    """
    if after is not None:
        newer = statement(code, LINES + 1, after=after)
        if len(newer) > LINES:
            shown = newer[:LINES][::-1]
            return StatementPage(shown, shown[0].posting, shown[-1].posting)
        before = None
    lines = statement(code, LINES + 1, before=before)
    if not lines and before is not None:
        before = None
        lines = statement(code, LINES + 1)
    shown = lines[-LINES:][::-1]
    return StatementPage(
        shown,
        shown[0].posting if shown and before is not None else None,
        shown[-1].posting if len(lines) > LINES else None,
    )


def cursor(text: str | None) -> int | None:
    """Return the id of the row at which a page begins, as given in a query string; None if it is no valid id."""
    usable = text is not None and text.isascii() and text.isdecimal() and len(text) < 19
    return int(text) if text is not None and usable else None
