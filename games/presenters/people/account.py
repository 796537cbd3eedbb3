"""Describes a member's statement of chips, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import ngettext

from games import queries
from games.ledger.queries import PostedLine
from games.presenters.amounts import in_unit
from games.presenters.people import transfers
from games.queries.held_chips import held_chips


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of a statement in words, with the deal that it belongs to."""

    line: PostedLine
    words: str
    deal_id: int | None


@dataclass(frozen=True, slots=True)
class HeldLine:
    """A line of a statement about chips held for a dispute."""

    deal_id: int
    words: str


def held_lines(player_id: int) -> list[HeldLine]:
    """Return lines about a member's chips that disputes hold now, one for each deal."""
    found = held_chips(player_id)
    names = queries.deal_names(one.deal_id for one in found)
    return [
        HeldLine(
            one.deal_id,
            ngettext(
                "%(sum)s is held until the dispute on %(deal)s is decided (§10.7).",
                "%(sum)s are held until the dispute on %(deal)s is decided (§10.7).",
                one.chips,
            )
            % {"sum": in_unit(one.chips), "deal": names[one.deal_id]},
        )
        for one in found
    ]


def statement_lines(lines: Iterable[PostedLine]) -> list[StatementLine]:
    """Return lines of a member's statement in words."""
    lines = list(lines)
    deals = {line.key: transfers.deal_of(line.key, line.memo) for line in lines}
    names = queries.deal_names(deal for deal in deals.values() if deal is not None)
    return [
        StatementLine(
            line,
            transfers.transfer_words(line.key, line.memo, names.get(deals[line.key] or 0)),
            deals[line.key],
        )
        for line in lines
    ]
