"""The score sheets of a round, where a director types them in: a line per deal, with payments and sums."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.common.joints import listed
from games.engine.rules import RuleSet
from games.errors import Refused
from games.presenters.amounts import signed
from games.presenters.sentences import wind
from games.queries.club.house import rules_named
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.people.seats import holders
from tournaments.engine.real_cards.deciding import WrittenDeal, is_cardboard, result_of
from tournaments.engine.round_state import DealScore, RoundState, TableState
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import refusal, translate_refusals
from tournaments.models import Tournament
from tournaments.presenters.cardboard.sheet_line import SheetCell, SheetColumns, SheetLine

MOST_LINES: Final = 40
"""More open lines are not on one page: a form holds at most a thousand fields."""
_SUM: Final = re.compile(r"[+-]?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """A column of the sheet: a seat with its wind and name."""

    number: int
    wind: str
    name: str
    owner: str = ""
    """In whose place they sit."""


@dataclass(frozen=True)
class WrittenLine:
    """A deal of a sheet: already entered, or being typed in."""

    table: int
    number: int
    starter: str
    rules: RuleSet
    line: SheetLine
    """What stands, or what is typed in."""
    typed: SheetLine
    """What is typed in, also where somebody entered the deal meanwhile."""
    score: DealScore | None = None
    """What stands, where it was entered before."""
    net: tuple[int, ...] = ()
    """What it pays; empty before it is filled in."""
    problem: str = ""

    @property
    def cells(self) -> tuple[tuple[int, tuple[SheetCell, ...], int | None], ...]:
        """Return for each seat its number, its fields, and its payment, None before the line is filled in."""
        return tuple(
            (seat, self.line.cells(seat, self.rules), self.net[seat] if self.net else None)
            for seat in range(self.line.seats)
        )


@dataclass(frozen=True)
class WrittenSheet:
    """The score sheet of one table."""

    number: int
    seats: tuple[SheetSeat, ...]
    lines: tuple[WrittenLine, ...]
    written: tuple[str, ...]
    """The sums that stand on the sheet; empty where they are not typed in."""
    trusted: bool
    """Whether the director says that the sheet's sums are wrong."""
    width: int
    """How many columns it has."""

    @cached_property
    def sums(self) -> tuple[int, ...]:
        """Return what each seat has won or lost in all lines."""
        return tuple(
            sum(line.net[seat.number] for line in self.lines if line.net) for seat in self.seats
        )

    @property
    def columns(self) -> tuple[tuple[str, str, int], ...]:
        """Return for each seat the name of its sum's field, the sum written on the sheet, and the computed sum."""
        names = (f"t{self.number}-sum-{seat.number}" for seat in self.seats)
        return tuple(zip(names, self.written, self.sums, strict=True))

    @cached_property
    def problem(self) -> str:
        """Return how the sums differ from those on the sheet, in a sentence; empty if they do not."""
        texts = [text.replace("−", "-") for text in self.written]
        if self.trusted or all(
            not text or (_SUM.fullmatch(text) and int(text) == own)
            for text, own in zip(texts, self.sums, strict=True)
        ):
            return ""
        sums = listed(
            f"{seat.name} {signed(own)}" for seat, own in zip(self.seats, self.sums, strict=True)
        )
        return refusal("tournament.sheets-sum", table=self.number, sums=sums).sentence


@dataclass(frozen=True)
class WrittenSheetsPage:
    """The score sheets of a round, with the values typed in."""

    row: Tournament
    round: int
    columns: SheetColumns
    sheets: tuple[WrittenSheet, ...]
    later: int
    """How many more tables follow once these are saved."""

    @property
    def open(self) -> bool:
        """Return whether there is anything to enter."""
        return any(line.score is None for sheet in self.sheets for line in sheet.lines)

    @property
    def wrong(self) -> bool:
        """Return whether a line is invalid, or sums differ."""
        return any(
            sheet.problem or any(line.problem for line in sheet.lines) for sheet in self.sheets
        )

    @property
    def deals(self) -> tuple[WrittenDeal, ...]:
        """Return the deals filled in on the sheets. Raises Refused if a line is invalid."""
        return tuple(
            WrittenDeal(line.table, line.number, line.typed.lay)
            for sheet in self.sheets
            for line in sheet.lines
            if not line.typed.empty
        )


def written_sheets_page(
    tournament_id: int, round_number: int, asked: Mapping[str, str]
) -> WrittenSheetsPage:
    """Return the sheets of a round with the typed values. Raises Refused if there is no such round."""
    row = queries.get_tournament(tournament_id)
    state = queries.current(tournament_id).state
    if not 1 <= round_number <= len(state.rounds):
        raise refusal("tournament.no-such-round")
    at, rules = state.rounds[round_number - 1], rules_named(state.options.rules)
    sheets: list[WrittenSheet] = []
    fields = later = 0
    for number, drawn in enumerate(at.tables, 1):
        if not is_cardboard(state, round_number, number):
            continue
        due = _due(state, at, drawn)
        if fields and fields + len(due) > MOST_LINES:
            later += bool(due)
            continue
        fields += len(due)
        sheets.append(_sheet(at, number, drawn, due, rules, asked))
    return WrittenSheetsPage(row, round_number, SheetColumns(rules), tuple(sheets), later)


def _due(state: TournamentState, at: RoundState, drawn: TableState) -> range:
    """Return the deals that can still be entered."""
    if state.status is not Status.RUNNING:
        return range(0)
    return range(len(drawn.scores) + len(drawn.voided) + 1, at.planned(drawn) + 1)


def _sheet(
    at: RoundState,
    number: int,
    drawn: TableState,
    due: range,
    rules: RuleSet,
    asked: Mapping[str, str],
) -> WrittenSheet:
    owners, here = drawn.seats, holders(drawn)
    names = dict(zip((*owners, *here), names_of((*owners, *here)), strict=True))
    seats = tuple(
        SheetSeat(seat, wind(seat), names[now], names[owner] if owner != now else "")
        for seat, (owner, now) in enumerate(zip(owners, here, strict=True))
    )
    played = sorted((*drawn.scores, *drawn.voided), key=lambda score: score.number)
    lines = [
        WrittenLine(
            *(number, score.number, wind(at.starter(drawn, score.number)), rules),
            SheetLine.of(score.paper.lay, score.points),
            SheetLine.read(asked, rules, _prefix(number, score.number), len(seats)),
            score,
            () if score in drawn.voided else score.net,
        )
        for score in played
        if score.paper is not None
    ]
    gap = 0
    for deal in due:
        line = SheetLine.read(asked, rules, _prefix(number, deal), len(seats))
        net, problem = _paid(rules, line)
        if line.empty:
            gap = gap or deal
        elif gap and not problem:
            problem = refusal("tournament.cardboard-order", deal=gap).sentence
        starter = wind(at.starter(drawn, deal))
        lines.append(
            WrittenLine(number, deal, starter, rules, line, line, net=net, problem=problem)
        )
    sums = (asked.get(f"t{number}-sum-{seat.number}", "") for seat in seats)
    written = tuple(text.strip()[:8] for text in sums)
    width = SheetColumns(rules, len(seats)).all
    return WrittenSheet(number, seats, tuple(lines), written, f"t{number}-wrong" in asked, width)


def _prefix(table: int, deal: int) -> str:
    return f"t{table}d{deal}-"


def _paid(rules: RuleSet, line: SheetLine) -> tuple[tuple[int, ...], str]:
    """Return each seat's payment and an empty text, or no payments and why the line is invalid."""
    if line.empty:
        return (), ""
    try:
        with translate_refusals():
            return result_of(rules, line.lay).net, ""
    except Refused as refused:
        return (), refused.sentence
