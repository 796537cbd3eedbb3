"""The page of a table with real cards: the entered results, and the draft of the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from games.engine.cards import is_king
from games.engine.disputing.periods import is_over
from games.engine.real_cards.results import (
    COPIES,
    HAND,
    LOSES_WITH,
    aside_text,
    copies_entered,
    parse_set,
    set_text,
)
from games.engine.rules import RuleSet
from games.engine.scoring import hand_points
from games.engine.sets import CardSet, SetKind
from games.models import Player, Table
from games.presenters.play.calls import TableCall, table_call
from games.presenters.sentences import wind
from games.queries.club.house import rules_named
from games.queries.play.calls import call_at
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.participants import member_label
from tournaments.engine.people.seats import holders, holders_of
from tournaments.engine.real_cards.deciding import CALLED_BY, is_cardboard
from tournaments.engine.real_cards.entered_results import EnteredResult
from tournaments.engine.round_state import DealScore, TableState
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import refusal
from tournaments.models import RoundTable, Tournament
from tournaments.presenters.cardboard.draft import (
    KINDS,
    TOGETHER,
    Choice,
    Draft,
    Entered,
    choices_of,
)
from tournaments.presenters.cardboard.sheet_line import Cell, SheetLine, counted_kinds

_SPEAKS_OF: Final = {
    "§10.5": gettext_noop("a discard that was no worst card completed the hand"),
    "§10.3": gettext_noop("which cards are the worst"),
    "§10.1": gettext_noop("always discard the worst card"),
    "§9.3": gettext_noop("what the offender pays"),
}
"""What each section of `CALLED_BY` says."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat of the table."""

    number: int
    name: str
    wind: str
    net: int = 0
    confirmed: bool = False
    before: bool = False
    """Whether what was confirmed has been changed by a ruling since."""


@dataclass(frozen=True, slots=True)
class StandingResult:
    """An entered result, and what this viewer may do about it."""

    score: DealScore
    voided: bool
    """Whether it counts no more."""
    paper: EnteredResult
    seats: tuple[Sitting, ...]
    mine: int | None
    """The seat that the viewer had in this deal."""
    winner: str
    offender: str
    sets: tuple[CardSet, ...]
    contradicted_by: str
    may_confirm: bool
    others: tuple[Sitting, ...]
    """Who may still confirm on this viewer's phone."""
    may_contradict: bool
    may_correct: bool
    has_discard: bool
    """Whether its penalty is disputed, or can be."""
    in_time: bool
    """Whether there is time to appeal."""
    files: bool
    """Whether there is time to dispute it, which a late decision does not lengthen (§10.7)."""

    @property
    def counted(self) -> bool:
        """Return whether it was entered without cards."""
        return self.paper.lay.counted is not None

    @property
    def photographs(self) -> int:
        """Return how many photographs it has."""
        return sum(not one.removed for one in self.paper.photographs)


@dataclass(frozen=True)
class ResultPage:
    """A table with real cards as one viewer sees it."""

    row: Tournament
    table: RoundTable
    rules: RuleSet
    seats: tuple[Sitting, ...]
    mine: int | None
    results: tuple[StandingResult, ...]
    """The newest first."""
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
    call: TableCall | None
    """The call of the referee at this table; None before the table is open."""
    draft: Draft = field(default_factory=Draft)
    line: SheetLine | None = None
    """What is typed in where only points are entered, as on the score sheet."""

    @property
    def shown(self) -> str:
        """Return a value that changes with every result of this table."""
        return " ".join(
            f"{one.paper.revision}{one.paper.status[:4]}{one.paper.confirmed_by}".replace(" ", "")
            + "d" * one.paper.decided
            for one in self.results
        )

    @cached_property
    def losers(self) -> tuple[Sitting, ...]:
        """Return who has not won."""
        return tuple(one for one in self.seats if str(one.number) != self.draft.winner)

    @property
    def counts(self) -> tuple[tuple[Sitting, tuple[Cell, ...]], ...]:
        """Return each seat with its numbers, where only points are entered."""
        line = self.line or SheetLine()
        return tuple((one, line.cells(one.number, self.rules)) for one in self.seats)

    @property
    def held(self) -> int:
        """Return how many cards the winner's sets hold so far."""
        return sum(len(shown.cards) for shown in self.draft.sets)

    @property
    def hand(self) -> int:
        """Return how many they must hold."""
        return HAND

    @property
    def choosing(self) -> bool:
        """Return whether sets are still to be chosen: the winner's, or a loser's."""
        return self.held < HAND or " " in self.draft.kind

    @property
    def points(self) -> int:
        """Return the points of the winner's sets so far (§2)."""
        return hand_points(self.rules, self.draft.sets)

    @property
    def kinds(self) -> tuple[SetKind, ...]:
        """Return the kinds of set with buttons."""
        return KINDS

    @property
    def aside_kinds(self) -> tuple[SetKind, ...]:
        """Return the kinds entered for a loser: khaps only where they are paid for (§9.2)."""
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
    def choices(self) -> tuple[Choice, ...]:
        """Return the buttons of the chosen kind."""
        copies = copies_entered(self.draft.sets, (aside for _seat, aside in self.draft.asides))
        seat, _space, kind = self.draft.kind.rpartition(" ")
        if kind not in set(SetKind):
            kind = SetKind.PAIR.value
        found = []
        if seat and SetKind(kind) in LOSES_WITH:
            found.append(Choice(f"{seat} {kind}", None, True))
        together = TOGETHER if SetKind(kind) in TOGETHER and not seat else (SetKind(kind),)
        for shown in (one for offered in together for one in choices_of(offered)):
            exposed_kings = shown.kind is SetKind.TRIPLE and is_king(shown.cards[0])
            if exposed_kings and not self.rules.king_triples:
                continue
            needed = {card: shown.cards.count(card) for card in shown.cards}
            left = all(copies[card] + count <= COPIES for card, count in needed.items())
            if seat:
                found.append(Choice(f"{seat} {kind} {set_text(shown).split()[1]}", shown, left))
            else:
                room = self.held + len(shown.cards) <= HAND
                found.append(Choice(set_text(shown), shown, left and room))
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
    """Return a table with real cards, for a director if it `directs`, else for members; `correct` names
    the deal to be corrected, and what is `asked` has the typed numbers where only points are entered.

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
    seats, mine = _sitting(state, drawn, None, viewer)
    plays = state.interested(viewer.pk)  # and so asks another member to agree
    may_decide = viewer.is_director or (viewer.is_referee and not plays)
    decides = directs and may_decide
    results = tuple(
        _standing(
            *(state, score, score.paper, *_sitting(state, drawn, score.number, viewer)),
            decider=viewer if decides else None,
            voided=score in drawn.voided,
        )
        for score in sorted((*drawn.scores, *drawn.voided), key=lambda one: -one.number)
        if score.paper is not None
    )
    at, due = state.rounds[round_number - 1], len(drawn.scores) + len(drawn.voided) + 1
    if state.status is not Status.RUNNING or due > at.planned(drawn):
        due = 0
    correcting = next(
        (one for one in results if one.score.deal_id == correct and one.may_correct), None
    )
    rules, line = rules_named(state.options.rules), None
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


def _sitting(
    state: TournamentState, drawn: TableState, deal: int | None, viewer: Player
) -> tuple[tuple[Sitting, ...], int | None]:
    """Return who sat there in this deal, or sits there now, with the viewer's own seat."""
    there, label = holders_of(drawn, deal), member_label(viewer.pk)
    mine = there.index(label) if label in there and viewer.pk not in state.left else None
    return tuple(Sitting(seat, name, wind(seat)) for seat, name in enumerate(names_of(there))), mine


def _standing(
    state: TournamentState,
    score: DealScore,
    paper: EnteredResult,
    seats: tuple[Sitting, ...],
    mine: int | None,
    *,
    decider: Player | None,
    voided: bool,
) -> StandingResult:
    told = tuple(
        replace(
            one,
            net=score.net[one.number],
            confirmed=one.number in paper.confirmed_by,
            before=one.number in paper.confirmed_before,
        )
        for one in seats
    )
    over = state.status is Status.CANCELLED
    until = state.appeal_until
    in_time = state.status is Status.RUNNING and (until is None or timezone.now() < until)
    files = in_time and not is_over(state.filing_until, timezone.now())
    decides = decider is not None and _decides(paper, decider)
    contradicted = paper.contradicted_by is not None
    if mine is None:
        confirms = decides and (contradicted or not paper.decided)
    else:
        confirms = not told[mine].confirmed or any(not one.confirmed for one in told)
        confirms = confirms and paper.contradicted_by in (
            (mine,) if paper.decided else (None, mine)
        )
    waiting = tuple(one for one in told if not one.confirmed and one.number != mine)
    return StandingResult(
        score=score,
        voided=voided,
        paper=paper,
        seats=told,
        mine=mine,
        winner="" if score.winner is None else seats[score.winner].name,
        offender="" if score.penalised is None else seats[score.penalised].name,
        sets=tuple(map(parse_set, paper.lay.sets)),
        contradicted_by="" if not contradicted else seats[paper.contradicted_by or 0].name,
        may_confirm=confirms and not over,
        others=waiting if mine is not None and confirms else (),
        may_contradict=mine is not None and not paper.final and not contradicted and in_time,
        may_correct=decides
        and not (over or paper.final)
        and not (paper.dispute is not None and paper.dispute.open),
        has_discard=paper.dispute is not None
        or (score.winner is not None and files and not voided and paper.lay.counted is None),
        in_time=in_time,
        files=files,
    )


def _decides(paper: EnteredResult, viewer: Player) -> bool:
    """Return whether somebody without a seat decides this result: a director, on appeal another or a referee."""
    if paper.appealed:
        return viewer.pk not in paper.deciders
    return viewer.is_director


def _call(table: RoundTable, viewer: Player, mine: int | None) -> TableCall | None:
    row = Table.objects.filter(pk=table.games_table_id or 0).first()
    if row is None:
        return None
    is_open = row.closed_at is None
    return table_call(call_at(row, None), viewer, table_id=row.pk, is_open=is_open, seat=mine)
