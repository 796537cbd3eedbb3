"""Who pays whom after a deal, and why (§9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.rules import RuleSet
from games.engine.scoring import Line
from games.engine.state import Ending
from games.presenters import sentences
from games.queries.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """What a deal brings one seat, and what it brought before a ruling."""

    name: str
    mine: bool
    points: int
    chips: int
    before: int | None
    """The points before the ruling, None where nothing changed."""


@dataclass(frozen=True, slots=True)
class Payout:
    """The payout of a finished deal as it stands, with every line explained."""

    words: str
    amount: str
    rows: tuple[PayoutRow, ...]
    lines: tuple[tuple[str, int], ...]
    before: tuple[tuple[str, int], ...]
    """The lines that a ruling has taken back and not laid again; empty where it has changed nothing."""
    ruled: bool
    for_chips: bool


def payout(
    ending: Ending,
    rules: RuleSet,
    names: Sequence[str],
    *,
    mine: int | None,
    chips_per_point: int,
) -> Payout:
    """The payout of a deal that was not called off; `mine` is the viewer's seat."""
    result, before = ending.result, ending.original
    ruled = result != before
    taken_back = Counter(before.lines) - Counter(result.lines)

    def explained(lines: Iterable[Line]) -> tuple[tuple[str, int], ...]:
        return tuple((sentences.line_words(line, rules, names), line.amount) for line in lines)

    return Payout(
        words=sentences.ending_words(result, names),
        amount=sentences.amount_words(rules, result),
        rows=tuple(
            PayoutRow(
                names[seat],
                seat == mine,
                net,
                net * chips_per_point,
                before.net[seat] if ruled else None,
            )
            for seat, net in enumerate(result.net)
        ),
        lines=explained(result.lines),
        before=explained(taken_back.elements()),
        ruled=ruled,
        for_chips=chips_per_point > 0,
    )


def payout_of(shown: SeenDeal) -> Payout | None:
    """Who pays whom at a table; None before the end."""
    ending = shown.view.ending
    if ending is None or ending.cancelled:
        return None
    return payout(
        ending,
        shown.view.rules,
        shown.names,
        mine=shown.view.viewer,
        chips_per_point=shown.deal.table.chips_per_point,
    )
