"""Decides at tables with real cards: which tables they are, and results entered, contradicted or corrected.

The functions work like those in `decisions`. A ``seat`` is the caller's, None for a director.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple, TypeVar

from games.engine.real_cards.results import (
    BadResult,
    CardboardResult,
    aside_text,
    parse_aside,
    parse_set,
    set_text,
    settle,
)
from games.engine.rules import RuleSet
from games.engine.scoring import Result
from tournaments.engine.clock.appeal import check_open
from tournaments.engine.clock.timing import decide_stop_table
from tournaments.engine.decisions import Events, with_prizes
from tournaments.engine.duplicate import check_cardboard
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import RoundClosed
from tournaments.engine.evolve import evolve
from tournaments.engine.participants import SEATS, THREE, is_bot, member_label
from tournaments.engine.people.entries import checked_reason, not_over, running
from tournaments.engine.people.seats import holders
from tournaments.engine.real_cards.entered_results import MOST_TABLES, EnteredResult, marked
from tournaments.engine.real_cards.events import (
    Lay,
    PhysicalTablesSet,
    ResultContradicted,
    ResultCorrected,
    ResultEntered,
)
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState

Said = TypeVar("Said")

_SECTION: Final = re.compile(r"§?\s*((?:9|10)\.[0-9]{1,2})")
CALLED_BY: Final = ("§10.5", "§10.3", "§10.1", "§9.3")
"""The sections of the rulebook by which a penalty is called at a table with real cards, the usual one first."""


def decide_mark(
    state: TournamentState,
    *,
    table: int | None,
    cardboard: bool,
    director: int,
    onward: bool = False,
    from_next: bool = False,
) -> Events:
    """Set a table to play with real cards, or on screens again, before its first card in the round.

    The setting is for the current round, or for the next one if no round is being played or with ``from_next``. With
    ``onward`` it also holds for all rounds after that. If ``table`` is None, it is for every table from the next draw
    on. Returns no events if it repeats the last setting.
    """
    not_over(state)
    check_cardboard(duplicate=state.options.duplicate, cardboard=cardboard)
    drawn = state.open_round
    if table is None or drawn is None or from_next:
        if state.next_round > state.options.rounds:
            raise TournamentRefused("tournament.cardboard-last")
        first = state.next_round
        onward = onward or table is None
    else:
        first = drawn.number
        _unplayed(state, first, table)
    if table is not None and not 1 <= table <= MOST_TABLES:
        raise TournamentRefused("tournament.no-such-table")
    mark = PhysicalTablesSet(table, first, None if onward else first, cardboard, director)
    if state.marks and state.marks[-1] == mark:
        return ()
    return (mark,)


def _unplayed(state: TournamentState, round_number: int, table: int) -> None:
    tables = state.rounds[round_number - 1].tables
    if not 1 <= table <= len(tables):
        raise TournamentRefused("tournament.no-such-table")
    if tables[table - 1].scores:
        raise TournamentRefused("tournament.cardboard-played", table=table)
    if any(is_bot(label) for label in tables[table - 1].seats):
        raise TournamentRefused("tournament.cardboard-bot", table=table)


def is_cardboard(state: TournamentState, round_number: int, table: int) -> bool:
    """Return whether a drawn table plays with real cards: it is set to real cards and has no bot.

    After its first result this no longer changes, whoever sits there later.
    """
    there = state.rounds[round_number - 1].tables[table - 1]
    if played := (*there.scores, *there.voided):
        return any(score.paper is not None for score in played)
    bots = any(map(is_bot, (*there.seats, *holders(there))))
    return marked(state.marks, round_number, table) and not bots


def result_of(rules: RuleSet, lay: Lay, *, shared: bool = False) -> Result:
    """Return the payments of a deal with real cards. Raises `TournamentRefused` for impossible cards.

    With ``shared`` the payment is divided among the losers, as a referee has ruled.
    """
    if len(lay.asides) not in (THREE, SEATS):
        raise TournamentRefused("tournament.result-malformed")
    try:
        return settle(
            rules,
            CardboardResult(
                lay.winner,
                tuple(map(parse_set, lay.sets)),
                tuple(tuple(map(parse_aside, asides)) for asides in lay.asides),
                lay.offender,
                lay.counted,
            ),
            shared=shared,
        )
    except BadResult as bad:
        raise TournamentRefused(bad.code, **bad.facts) from None


def of_seats(said: Sequence[Said], seats: int) -> tuple[Said, ...]:
    """Return the first ``seats`` values of ``said``, one for each seat of a table.

    Raises `TournamentRefused` if there are fewer, or if West has a value at a table of three.
    """
    if len(said) < seats or any(said[seats:]):
        raise TournamentRefused("tournament.result-malformed")
    return tuple(said[:seats])


def checked(lay: Lay) -> Lay:
    """Return the lay as it is stored: cards in order, the section like `§10.5`. Raises `TournamentRefused`."""
    found = _SECTION.fullmatch(lay.section.strip())
    if lay.offender is not None and found is None:
        raise TournamentRefused("tournament.cardboard-section")
    try:
        sets = tuple(set_text(parse_set(text)) for text in lay.sets)
        asides = tuple(
            tuple(sorted(aside_text(parse_aside(text)) for text in one)) for one in lay.asides
        )
    except BadResult as bad:
        raise TournamentRefused(bad.code, **bad.facts) from None
    section = "" if lay.offender is None or found is None else f"§{found[1]}"
    return Lay(lay.winner, sets, asides, lay.offender, section, lay.counted)


def _called(lay: Lay, *also: str) -> Lay:
    """Return the lay in its stored form (`checked`). Raises `TournamentRefused` for an invalid section of a penalty.

    A penalty has to cite a section in `CALLED_BY`, or one of ``also``, which a referee has named before.
    """
    lay = checked(lay)
    if lay.offender is not None and lay.section not in (*CALLED_BY, *also):
        raise TournamentRefused("tournament.penalty-section", sections=", ".join(CALLED_BY))
    return lay


class WrittenDeal(NamedTuple):
    """A deal on a score sheet: its number, and how it ended."""

    table: int
    number: int
    lay: Lay


def decide_enter_result(
    state: TournamentState,
    rules: RuleSet,
    *,
    round_number: int,
    table: int,
    deal_number: int,
    deal_id: int,
    lay: Lay,
    seat: int | None,
    director: int | None = None,
    plays: bool = False,
    to_follow: int | None = None,
) -> Events:
    """Count the entered result of a deal with real cards; a table's deals are entered once, in order.

    If a ``director`` who ``plays`` in the tournament entered the result, the table has to confirm it.

    During a pause a table can enter only the deal that was running when the pause began. A director may enter a whole
    score sheet of deals played before the pause: then ``to_follow`` is how many deals of this table follow, otherwise
    None.
    """
    running(state)
    if not 1 <= round_number <= len(state.rounds):
        raise TournamentRefused("tournament.no-such-round")
    if not 1 <= table <= len(state.rounds[round_number - 1].tables):
        raise TournamentRefused("tournament.no-such-table")
    if not is_cardboard(state, round_number, table):
        raise TournamentRefused("tournament.not-cardboard", table=table)
    at = state.rounds[round_number - 1]
    found = at.tables[table - 1]
    if found.score(deal_number) is not None:
        raise TournamentRefused("tournament.cardboard-entered", deal=deal_number)
    due = len(found.scores) + len(found.voided) + 1
    if due > at.planned(found):
        raise TournamentRefused("tournament.no-such-deal")
    if deal_number != due:
        raise TournamentRefused("tournament.cardboard-order", deal=due)
    written = to_follow is not None
    if not written and state.pause is not None and (round_number, table) in state.pause.entered:
        raise TournamentRefused("tournament.result-in-tea")
    lay = _called(replace(lay, asides=of_seats(lay.asides, len(found.seats))))
    result = result_of(rules, lay)
    decider = director if seat is None else None
    entered = ResultEntered(
        *(round_number, table, deal_number, deal_id, lay, result.net, result.points, seat, decider),
        plays=seat is None and plays,
    )
    if not at.time_up or to_follow:
        return (entered,)
    return (entered, *decide_no_more(evolve(state, entered), round_number, table))


def decide_no_more(state: TournamentState, round_number: int, table: int) -> Events:
    """Record that a table with real cards plays no more deals: the round's time is up, or a member left.

    If time is up this normally happens by itself, with the result of the deal that was running.
    """
    if not is_cardboard(state, round_number, table):
        raise TournamentRefused("tournament.not-cardboard", table=table)
    found = state.rounds[round_number - 1].tables[table - 1]
    played = len(found.scores) + len(found.voided)
    there = holders(found)
    gone = any(member_label(player) in there for player in state.left)
    return decide_stop_table(state, round_number=round_number, table=table, deals=played, left=gone)


def decide_contradict_result(
    state: TournamentState, *, deal_id: int, revision: int, seat: int, reason: str, now: datetime
) -> Events:
    """Contradict a result, as long as there is time to appeal.

    If a director decided the result, another person decides the contradiction, and that decision is final.
    """
    not_over(state)
    check_open(state, now=now)
    round_number, table, score, paper = find_paper(state, deal_id, revision)
    reason = checked_reason(reason)
    if paper.final:
        raise TournamentRefused("tournament.cardboard-final")
    if paper.contradicted_by is not None:
        raise TournamentRefused("tournament.cardboard-contradicted")
    return (ResultContradicted(round_number, table, score.number, deal_id, revision, seat, reason),)


def decide_correct_result(
    state: TournamentState,
    rules: RuleSet,
    *,
    deal_id: int,
    revision: int,
    lay: Lay,
    reason: str,
    director: int,
) -> Events:
    """Correct a result; after the closing, also the final standings and the prizes."""
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    round_number, table, score, paper = find_paper(state, deal_id, revision)
    reason = checked_reason(reason)
    lay = replace(lay, asides=of_seats(lay.asides, len(paper.lay.asides)))
    lay = _called(lay, paper.lay.section)
    if paper.void:
        raise TournamentRefused("tournament.voided-by-ruling", deal=deal_id)
    result = result_of(rules, lay, shared=paper.shared)
    if lay == paper.lay:
        raise TournamentRefused("tournament.cardboard-same")
    if paper.final:
        raise TournamentRefused("tournament.cardboard-final")
    somebody_else(paper, director)
    if paper.dispute is not None and paper.dispute.open:
        raise TournamentRefused("tournament.discard-open")
    if paper.dispute is not None and _penalty(lay) != _penalty(paper.lay):
        raise TournamentRefused("tournament.discard-ruled")
    corrected = ResultCorrected(
        *(round_number, table, score.number, deal_id, paper.revision + 1, lay),
        *(result.net, result.points, reason, director),
    )
    return with_prizes(state, corrected, ruling=0)


def _penalty(lay: Lay) -> tuple[int | None, int | None]:
    return lay.winner, lay.offender


def somebody_else(paper: EnteredResult, decider: int | None) -> None:
    """Raise `TournamentRefused` if the person who decided a result would also decide the appeal against it."""
    if paper.appealed and decider in paper.deciders:
        raise TournamentRefused("tournament.cardboard-own-decision")


def decide_close_round(
    state: TournamentState, *, director: int, shown: int | None = None
) -> Events:
    """Close a round although only one seat has confirmed some results; return no events if there are none.

    All deals must be entered. ``shown`` is the number of the round that the caller means, if known: refused if it is
    not the current one.
    """
    running(state)
    at = state.open_round
    if shown is not None and (at is None or at.number != shown):
        raise TournamentRefused("tournament.stale")
    if at is None:
        raise TournamentRefused("tournament.no-open-round")
    if left := state.outstanding():
        raise TournamentRefused("tournament.deals-left", deals=left)
    unconfirmed = state.on_one_word()
    return (RoundClosed(at.number, unconfirmed, director),) if unconfirmed else ()


def find_paper(
    state: TournamentState, deal_id: int, revision: int
) -> tuple[int, int, DealScore, EnteredResult]:
    """Return the round, table, score and entered result of a deal. Raises `TournamentRefused`."""
    found = state.find_deal(deal_id)
    if found is None or found[2].paper is None:
        raise TournamentRefused("tournament.no-such-deal")
    if found[2].paper.revision != revision:
        raise TournamentRefused("tournament.cardboard-changed")
    return *found, found[2].paper
