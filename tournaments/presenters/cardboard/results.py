"""The page of a table with real cards: the entered results, and the draft of the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_noop

from games.engine.cards import is_king
from games.engine.real_cards.results import (
    COPIES,
    HAND,
    LOSES_WITH,
    aside_text,
    copies_entered,
    set_text,
)
from games.engine.rules import RuleSet
from games.engine.scoring import hand_points
from games.engine.sets import CardSet, SetKind
from games.models import Player, Table
from games.presenters.play.calls import ShownCall, table_call
from games.presenters.play.entered import entered_price
from games.queries.club.house import rules_named
from games.queries.play.calls import call_at
from tournaments import queries
from tournaments.engine.participants import member_label
from tournaments.engine.people.seats import holders
from tournaments.engine.real_cards.deciding import CALLED_BY, is_cardboard
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status
from tournaments.errors import refusal
from tournaments.models import RoundTable, Tournament
from tournaments.presenters.cardboard.draft import (
    KINDS,
    TOGETHER,
    Draft,
    Entered,
    SetButton,
    choices_of,
)
from tournaments.presenters.cardboard.sheet_line import SheetCell, SheetLine, counted_kinds
from tournaments.presenters.cardboard.standing_results import (
    StandingResult,
    TableSitting,
    sitting,
    standing,
)

_SPEAKS_OF: Final = {
    "§10.5": gettext_noop("a risky discard completed the hand"),
    "§10.3": gettext_noop("which cards are the worst"),
    "§10.1": gettext_noop("always discard the worst card"),
    "§9.3": gettext_noop("what the offender pays"),
}
"""What each section of `CALLED_BY` says."""


class Together(NamedTuple):
    """Results of a table that the viewer can confirm with one press."""

    results: tuple[StandingResult, ...]
    "In the order of the deals."
    sums: tuple[TableSitting, ...]
    """Each seat, with what these deals score together."""
    others: tuple[TableSitting, ...]
    """Who may still confirm on this viewer's phone."""
    has_said: bool
    """Whether this viewer has confirmed all of them, and can do so only for others."""


@dataclass(frozen=True)
class ResultPage:
    """A table with real cards as one viewer sees it."""

    row: Tournament
    table: RoundTable
    rules: RuleSet
    seats: tuple[TableSitting, ...]
    mine: int | None
    results: tuple[StandingResult, ...]
    "What a player objects to first, then the newest."
    due: int
    """The deal that is to be entered next, 0 where none is."""
    starter: str
    """Who starts it."""
    last: bool
    """Whether the round's minutes are over, so that the deal to be entered is the last."""
    stranded: bool
    """Whether a member of the table has left, so that it cannot go on."""
    correcting: StandingResult | None
    may_enter: bool
    directs: bool
    """Whether it is the page of a director who decides here."""
    plays: bool
    """Whether that director plays in the tournament."""
    may_decide: bool
    """Whether the viewer may go to that page."""
    waits: bool
    """Whether the round's deals are all entered, and it waits for somebody else's word on a result."""
    call: ShownCall | None
    """The call of the referee at this table; None before the table is open."""
    draft: Draft = field(default_factory=Draft)
    line: SheetLine | None = None
    """What is typed in where only points are entered, as on the score sheet."""

    @property
    def shown(self) -> str:
        """Return a text that changes whenever a result of this table changes."""
        return " ".join(
            f"{paper.revision}{paper.status[:4]}{paper.confirmed_by}{paper.with_director}".replace(
                " ", ""
            )
            + "d" * paper.decided
            for paper in (one.paper for one in self.results)
        )

    @property
    def to_confirm(self) -> int:
        """Return how many results the viewer can confirm, for themselves or for others."""
        return sum(one.mine is not None and one.may_confirm for one in self.results)

    @cached_property
    def together(self) -> Together | None:
        """Return the results that the viewer can confirm with one press; None if there are fewer than two.

        All of them were played by the same people, since one press confirms them all for each chosen name.
        """
        there = [
            one
            for one in reversed(self.results)
            if one.mine is not None and one.may_confirm and not (one.contradicted_by or one.voided)
        ]
        found = [one for one in there if one.names == there[-1].names]
        if len(found) < 2:
            return None
        seats = found[-1].seats
        sums = tuple(
            replace(seat, net=sum(one.seats[seat.number].net for one in found)) for seat in seats
        )
        waiting = {seat.number for one in found for seat in one.others}
        return Together(
            results=tuple(found),
            sums=sums,
            others=tuple(seat for seat in seats if seat.number in waiting),
            has_said=all(one.has_said for one in found),
        )

    @cached_property
    def losers(self) -> tuple[TableSitting, ...]:
        """Return the seats that did not win."""
        return tuple(one for one in self.seats if str(one.number) != self.draft.winner)

    @property
    def counts(self) -> tuple[tuple[TableSitting, tuple[SheetCell, ...]], ...]:
        """Return each seat with the numbers typed in, for a result entered by points alone."""
        line = self.line or SheetLine()
        return tuple((one, line.cells(one.number, self.rules)) for one in self.seats)

    @property
    def held(self) -> int:
        """Return how many cards the winner's sets have so far."""
        return sum(len(shown.cards) for shown in self.draft.sets)

    @property
    def hand(self) -> int:
        """Return how many cards the winner's sets must have."""
        return HAND

    @property
    def choosing(self) -> bool:
        """Return whether more sets can be chosen: the winner's, or a loser's kongs and khaps."""
        return self.held < HAND or " " in self.draft.kind

    @property
    def points(self) -> int:
        """Return the points of the winner's sets so far (§2)."""
        return hand_points(self.rules, self.draft.sets)

    @property
    def price(self) -> str:
        """Return how each loser's payment is computed, once all cards are entered; empty before."""
        return entered_price(self.rules, self.held == HAND, self.draft.sets, None)

    @property
    def kinds(self) -> tuple[SetKind, ...]:
        """Return the kinds of set with buttons."""
        return KINDS

    @property
    def aside_kinds(self) -> tuple[SetKind, ...]:
        """Return the kinds of set entered for losers; these include khaps only if the rules pay for them (§9.2)."""
        return counted_kinds(self.rules)

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """Return the sections a penalty may cite, each with its text."""
        return tuple((section, gettext(_SPEAKS_OF[section])) for section in CALLED_BY)

    @property
    def entered(self) -> tuple[Entered, ...]:
        """Return the winner's sets so far."""
        return tuple(Entered(set_text(shown), shown) for shown in self.draft.sets)

    @property
    def asides(self) -> tuple[Entered, ...]:
        """Return the losers' kongs and khaps so far."""
        return tuple(
            Entered(
                f"{seat} {aside_text(aside)}",
                CardSet(aside.kind, () if aside.card is None else (aside.card,)),
                aside.card is not None,
                seat,
                self.seats[seat].name,
            )
            for seat, aside in self.draft.asides
        )

    @property
    def choices(self) -> tuple[SetButton, ...]:
        """Return the buttons of the chosen kind."""
        copies = copies_entered(self.draft.sets, (aside for _seat, aside in self.draft.asides))
        seat, _space, kind = self.draft.kind.rpartition(" ")
        if kind not in set(SetKind):
            kind = SetKind.PAIR.value
        found = []
        if seat and SetKind(kind) in LOSES_WITH:
            found.append(SetButton(f"{seat} {kind}", None, True))
        together = TOGETHER if SetKind(kind) in TOGETHER and not seat else (SetKind(kind),)
        for shown in (one for offered in together for one in choices_of(offered)):
            exposed_kings = shown.kind is SetKind.TRIPLE and is_king(shown.cards[0])
            if exposed_kings and not self.rules.king_triples:
                continue
            needed = {card: shown.cards.count(card) for card in shown.cards}
            left = all(copies[card] + count <= COPIES for card, count in needed.items())
            if seat:
                found.append(SetButton(f"{seat} {kind} {set_text(shown).split()[1]}", shown, left))
            else:
                room = self.held + len(shown.cards) <= HAND
                found.append(SetButton(set_text(shown), shown, left and room))
        return tuple(found)


def result_page(
    tournament_id: int,
    round_number: int,
    number: int,
    viewer: Player,
    draft: Draft,
    *,
    directs: bool,
    correct: int | None = None,
    asked: Mapping[str, str],
) -> ResultPage:
    """Return the page of a table with real cards; if `directs`, as a director sees it.

    `correct` is the id of a deal to be corrected. `asked` holds the typed numbers of a result entered by points
    alone.

    Raises Refused: "tournament.unknown", "tournament.no-such-table", "tournament.not-cardboard".
    """
    row = queries.get_tournament(tournament_id)
    table = RoundTable.objects.filter(tournament=row, round=round_number, number=number).first()
    if table is None:
        raise refusal("tournament.no-such-table")
    state = queries.current(tournament_id).state
    if not is_cardboard(state, round_number, number):
        raise refusal("tournament.not-cardboard", table=number)
    drawn = state.rounds[round_number - 1].tables[number - 1]
    _there, seats, mine = sitting(state, drawn, None, viewer)
    plays = state.interested(viewer.pk)  # and so asks another member to agree
    may_decide = viewer.is_director or (viewer.is_referee and not plays)
    decides = directs and may_decide
    rules = rules_named(state.options.rules)
    results = tuple(
        standing(
            *(rules, state, score, score.paper, *sitting(state, drawn, score.number, viewer)),
            viewer=viewer,
            decides=decides,
            voided=score in drawn.voided,
        )
        for score in sorted((*drawn.scores, *drawn.voided), key=_decided_first)
        if score.paper is not None
    )
    at, due = state.rounds[round_number - 1], len(drawn.scores) + len(drawn.voided) + 1
    if state.status is not Status.RUNNING or due > at.planned(drawn):
        due = 0
    correcting = next(
        (one for one in results if one.score.deal_id == correct and one.may_correct), None
    )
    line = None
    if asked.get("by") == "points" or (correcting and correcting.counted and "by" not in asked):
        line = SheetLine.read(asked, rules)
        if correcting is not None and line.empty:
            line = SheetLine.of(correcting.paper.lay, correcting.score.points)
    if correcting is not None and draft == Draft():
        draft = Draft.of(correcting.paper.lay)
    draft = draft.of_seats(len(seats))
    return ResultPage(
        row=row,
        table=table,
        rules=rules,
        seats=seats,
        mine=mine,
        results=results,
        due=due,
        starter=seats[at.starter(drawn, due)].name if due else "",
        correcting=correcting,
        last=bool(due) and at.time_up,
        stranded=bool(due) and any(member_label(player) in holders(drawn) for player in state.left),
        may_enter=correcting is not None
        or bool(due and (mine is not None or (decides and viewer.is_director))),
        plays=plays,
        directs=decides,
        may_decide=may_decide and not decides,
        waits=round_number == len(state.rounds)
        and not state.outstanding()
        and bool(state.on_one_word()),
        call=_call(table, viewer, mine),
        draft=draft,
        line=line,
    )


def _decided_first(score: DealScore) -> tuple[bool, int]:
    return score.paper is None or score.paper.contradicted_by is None, -score.number


def _call(table: RoundTable, viewer: Player, mine: int | None) -> ShownCall | None:
    row = Table.objects.filter(pk=table.games_table_id or 0).first()
    if row is None:
        return None
    is_open = row.closed_at is None
    return table_call(call_at(row, None), viewer, table_id=row.pk, is_open=is_open, seat=mine)
