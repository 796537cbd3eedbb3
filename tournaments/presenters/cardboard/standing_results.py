"""The entered results of a table with real cards for one viewer: who has confirmed them, and what the viewer may do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils import timezone

from games.engine.disputing.periods import is_over
from games.engine.real_cards.results import parse_set
from games.engine.rules import RuleSet
from games.engine.sets import CardSet
from games.models import Player
from games.presenters.play.entered import entered_price
from games.presenters.sentences import wind
from games.queries.people.cards import with_digits
from games.queries.play.participants import names_of
from tournaments.engine.participants import Table, is_bot, member_label, player_id
from tournaments.engine.people.seats import holders_of
from tournaments.engine.real_cards.entered_results import EnteredResult, ResultStatus
from tournaments.engine.round_state import DealScore, TableState
from tournaments.engine.state import Status, TournamentState


@dataclass(frozen=True, slots=True)
class TableSitting:
    """A player at the table, with the seat's score and confirmation of a deal."""

    number: int
    name: str
    wind: str
    net: int = 0
    confirmed: bool = False
    before: bool = False
    """Whether what was confirmed has been changed by a ruling since."""
    digits_on: str = ""
    """On whose phone it was confirmed by the digits of a card; empty where it was not."""


class DigitsConfirmer(NamedTuple):
    """A player who can confirm a result by the digits of a card."""

    seat: int
    name: str
    works: bool
    """Whether the digits still work, after the wrong tries."""


@dataclass(frozen=True, slots=True)
class StandingResult:
    """An entered result, and what this viewer may do about it."""

    score: DealScore
    voided: bool
    """Whether it counts no more."""
    paper: EnteredResult
    seats: tuple[TableSitting, ...]
    mine: int | None
    """The seat that the viewer had in this deal."""
    winner: str
    offender: str
    sets: tuple[CardSet, ...]
    price: str
    """How what each loser owes is worked out; empty where nobody has won, or where it counts no more."""
    contradicted_by: str
    may_confirm: bool
    has_said: bool
    """Whether this viewer has confirmed it, and can do so only for others."""
    others: tuple[TableSitting, ...]
    """Who may still confirm on this viewer's phone."""
    digits: tuple[DigitsConfirmer, ...]
    """Who may still confirm there by digits."""
    on_directors_device: bool
    """Whether this viewer directs and plays, so that digits typed there do not count alone."""
    may_contradict: bool
    may_correct: bool
    has_discard: bool
    """Whether its penalty is disputed, or can be."""
    in_time: bool
    """Whether there is time to appeal."""
    files: bool
    """Whether there is time to dispute it, which a late decision does not lengthen (§10.7)."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of those who played the deal, by seat."""
        return tuple(one.name for one in self.seats)

    @property
    def counted(self) -> bool:
        """Return whether the result was entered by numbers alone, without cards."""
        return self.paper.lay.counted is not None

    @property
    def with_director(self) -> bool:
        """Return whether seats have confirmed the result, but only on the device of a director who plays."""
        return self.paper.alone and len(self.paper.confirmed_by) > 1

    @property
    def photographs(self) -> int:
        """Return how many photographs it has."""
        return sum(not one.removed for one in self.paper.photographs)


def sitting(
    state: TournamentState, drawn: TableState, deal: int | None, viewer: Player
) -> tuple[Table, tuple[TableSitting, ...], int | None]:
    """Return who sits at the table in this deal: the labels, the seats, and the viewer's seat, None without one.

    If the deal is None or not yet scored, these are the players of the next deal.
    """
    there, label = holders_of(drawn, deal), member_label(viewer.pk)
    mine = there.index(label) if label in there and viewer.pk not in state.left else None
    seats = tuple(TableSitting(seat, name, wind(seat)) for seat, name in enumerate(names_of(there)))
    return there, seats, mine


def _by_digits(
    state: TournamentState, there: Table, seats: Sequence[TableSitting], left: Collection[int]
) -> tuple[DigitsConfirmer, ...]:
    """Return the players of these seats who have a card with digits for this evening."""
    players = {
        seat: player_id(there[seat])
        for seat in sorted(left)
        if not is_bot(there[seat]) and player_id(there[seat]) not in state.left
    }
    works = with_digits(players.values(), now=timezone.now()) if players else {}
    return tuple(
        DigitsConfirmer(seat, seats[seat].name, works[player])
        for seat, player in players.items()
        if player in works
    )


def standing(
    rules: RuleSet,
    state: TournamentState,
    score: DealScore,
    paper: EnteredResult,
    there: Table,
    seats: tuple[TableSitting, ...],
    mine: int | None,
    *,
    viewer: Player,
    decides: bool,
    voided: bool,
) -> StandingResult:
    """Return a result with what the viewer may do about it.

    If the viewer `decides` results without a seat, as staff do, what that allows is included.
    """
    devices = dict(paper.by_digits)
    told = tuple(
        replace(
            one,
            net=score.net[one.number],
            confirmed=one.number in paper.confirmed_by,
            before=one.number in paper.confirmed_before,
            digits_on=""
            if one.number not in devices
            else names_of([member_label(devices[one.number])])[0],
        )
        for one in seats
    )
    over = state.status is Status.CANCELLED
    until = state.appeal_until
    in_time = state.status is Status.RUNNING and (until is None or timezone.now() < until)
    files = in_time and not is_over(state.filing_until, timezone.now())
    decides = decides and _decides(paper, viewer)
    contradicted = paper.contradicted_by is not None
    plays = state.interested(viewer.pk) and viewer.pk not in state.left
    directs_and_plays = plays and viewer.runs_the_club
    again = () if directs_and_plays else paper.with_director
    left = tuple(one.number for one in told if not one.confirmed or one.number in again)
    if mine is None:
        confirms = decides and (contradicted or not paper.decided)
    else:
        confirms = mine in left or any(not one.confirmed for one in told)
        confirms = confirms and paper.contradicted_by in (
            (mine,) if paper.decided else (None, mine)
        )
    sets = tuple(map(parse_set, paper.lay.sets))
    won = score.winner is not None and not voided
    waiting = tuple(one for one in told if not one.confirmed and one.number != mine)
    return StandingResult(
        score=score,
        voided=voided,
        paper=paper,
        seats=told,
        mine=mine,
        winner="" if score.winner is None else seats[score.winner].name,
        offender="" if score.penalised is None else seats[score.penalised].name,
        sets=sets,
        price=entered_price(rules, won, sets, paper.lay.counted),
        contradicted_by="" if not contradicted else seats[paper.contradicted_by or 0].name,
        may_confirm=confirms and not over,
        has_said=mine is not None and mine not in left,
        others=waiting if mine is not None and confirms else (),
        digits=_by_digits(state, there, told, {*left} - {mine})
        if (plays or viewer.is_director)
        and not (over or contradicted or paper.status is ResultStatus.CONFIRMED)
        else (),
        on_directors_device=directs_and_plays,
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
    """Return whether this viewer may decide the result without having a seat.

    Before an appeal only directors may. After an appeal any director or referee may who has not decided this result
    before.
    """
    if paper.appealed:
        return viewer.pk not in paper.deciders
    return viewer.is_director
