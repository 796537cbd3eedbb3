"""The member's statement, line by line in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games import queries
from games.ledger.queries import Line
from games.presenters import sentences, transfers


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of a statement in words, with the deal that it belongs to."""

    line: Line
    words: str
    deal_id: int | None


def statement_lines(lines: Iterable[Line]) -> list[StatementLine]:
    """These lines in words."""
    lines = list(lines)
    deals = {line.key: transfers.deal_of_key(line.key) for line in lines}
    names = {
        deal_id: sentences.deal_name(number, table)
        for deal_id, number, table in queries.deal_titles(
            [deal for deal in deals.values() if deal is not None]
        )
    }
    return [
        StatementLine(
            line,
            transfers.transfer_words(line.key, line.memo, names.get(deals[line.key] or 0)),
            deals[line.key],
        )
        for line in lines
    ]
