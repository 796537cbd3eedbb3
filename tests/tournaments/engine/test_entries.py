"""Who plays on: leaving, removal, absence and late entry, each from the next draw."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.tournaments import V1, V2, Told
from tournaments.engine import decisions
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.people import entries
from tournaments.engine.people.entries import (
    decide_check_in,
    decide_leave,
    decide_remove,
    decide_sit_in,
    decide_sit_out,
    decide_take_back,
)
from tournaments.engine.people.entry_events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    MemberCheckedIn,
    MemberEntered,
    MemberLeft,
    MemberLeftOut,
    MemberRemoved,
    MemberReturned,
)
from tournaments.engine.scoring.prizes import prizes_by_player
from tournaments.engine.scoring.standing_flags import FlagKind, StandingFlag, notes
from tournaments.engine.state import TournamentState


def refused(code: str, ask: Callable[..., Any], *asked: Any, **more: Any) -> None:
    with pytest.raises(TournamentRefused) as caught:
        ask(*asked, **more)
    assert caught.value.code == code


def seated(state: TournamentState) -> set[str]:
    return {label for table in state.rounds[-1].tables for label in table.seats}


def standing(told: Told, player: int) -> tuple[int | None, int]:
    row = next(row for row in told.state.standings() if row.participant == f"player:{player}")
    return row.place, row.points


def running(players: int = 5, rounds: int = 3, **options: Any) -> Told:
    return Told(range(1, players + 1), rounds=rounds, deals_per_round=1, **options).start()


def test_who_withdraws_is_drawn_no_more_and_keeps_a_line_without_place_or_prize():
    told = running()
    assert told.then(decide_leave(told.state, player=2)) == (MemberLeft(2, 1),)
    assert "player:2" in seated(told.state)  # the round that is being played is played on
    told.play_all().close()
    assert all("player:2" not in {*table.seats} for table in told.state.rounds[1].tables)
    assert standing(told, 2)[0] is None
    assert notes(told.state)["player:2"] == (StandingFlag(FlagKind.WITHDREW, 1),)
    prizes = prizes_by_player(told.state.final)
    assert 2 not in prizes and sum(prizes.values()) == told.state.pot == 75


def test_a_leader_who_leaves_wins_nothing_and_stands_behind_all_who_stayed():
    told = running(4, rounds=2)
    told.score(V2)
    south = int(told.state.rounds[0].tables[0].seats[0].removeprefix("player:"))
    assert standing(told, south) == (1, 60)
    told.then(decide_remove(told.state, player=south, reason=" Shouted. "))
    assert standing(told, south) == (None, 60)
    assert [row.place for row in told.state.standings()] == [1, 1, 1, None]
    assert notes(told.state)[f"player:{south}"] == (StandingFlag(FlagKind.REMOVED, 1, "Shouted."),)


def test_a_removal_is_taken_back_by_an_event_and_points_count_again():
    told = running(5)
    before = told.state.standings()
    assert told.then(decide_remove(told.state, player=3, reason="Late.")) == (
        MemberRemoved(3, 1, "Late."),
    )
    refused("tournament.removed", decide_take_back, told.state, player=3, by_director=False)
    back = decide_take_back(told.state, player=3, by_director=True)
    assert told.then(back) == (MemberReturned(3),)
    assert told.state.standings() == before and notes(told.state) == {}
    told.play_round(Random(1))
    assert "player:3" in seated(told.state)


def test_members_take_their_withdrawal_back_until_the_next_draw_and_a_director_later():
    told = running(5)
    told.then(decide_leave(told.state, player=3))
    told.play_round(Random(1))
    refused("tournament.drawn-without", decide_take_back, told.state, player=3, by_director=False)
    told.then(decide_take_back(told.state, player=3, by_director=True))
    assert notes(told.state)["player:3"] == (StandingFlag(FlagKind.SAT_OUT, 2),)
    told.play_round(Random(2))
    assert "player:3" in seated(told.state)


@pytest.mark.parametrize("reason", ["", "  ", "r" * 501])
def test_a_removal_needs_a_reason(reason):
    code = "tournament.reason-too-long" if reason.strip() else "tournament.reason-missing"
    refused(code, decide_remove, running().state, player=1, reason=reason)


def test_what_cannot_be_is_refused_by_name():
    told, asked = running(5, rounds=2), {"player": 1}
    refused("tournament.not-running", decide_leave, Told([1]).state, **asked)
    refused("tournament.not-running", decide_remove, Told([1]).state, reason="r", **asked)
    refused("tournament.has-not-left", decide_take_back, told.state, by_director=True, **asked)
    for ask in (decide_leave, decide_sit_out, decide_sit_in):
        refused("tournament.not-entered", ask, told.state, player=9)
    refused("tournament.not-entered", decide_take_back, told.state, player=9, by_director=True)
    told.then(decide_leave(told.state, **asked))
    for ask in (decide_leave, decide_sit_out, decide_sit_in):
        refused("tournament.has-left", ask, told.state, **asked)
    refused("tournament.has-left", decide_remove, told.state, reason="r", **asked)
    refused("tournament.entered-twice", decisions.decide_enter, _late(told), **asked)
    told.play_round(Random(3))
    for ask in (decide_leave, decide_sit_out):  # nothing is drawn any more
        refused("tournament.last-round-drawn", ask, told.state, player=2)
    told.then(decide_remove(told.state, player=2, reason="A marked card."))  # takes the place
    told.play_all().close()
    for ask in (decide_leave, decide_sit_out, decide_sit_in):
        refused("tournament.closed", ask, told.state, player=3)


def _late(told: Told) -> TournamentState:
    """Return the same tournament with late entry."""
    return replace(told.state, options=replace(told.state.options, late_until=2))


def test_a_draw_always_has_a_member_to_play():
    told = running(3)
    told.then(decide_leave(told.state, player=1))
    told.then(decide_sit_out(told.state, player=2))
    refused("tournament.nobody-left", decide_leave, told.state, player=3)
    refused("tournament.nobody-left", decide_sit_out, told.state, player=3)
    refused("tournament.nobody-left", decide_remove, told.state, player=3, reason="r")
    told.then(decide_sit_in(told.state, player=2))
    told.then(decide_leave(told.state, player=3))


def test_a_round_is_sat_out_once_and_can_be_taken_back_until_it_is_drawn():
    told = running(6)
    assert told.then(decide_sit_out(told.state, player=4)) == (AbsenceAnnounced(4, 2),)
    assert decide_sit_out(told.state, player=4) == ()
    assert notes(told.state)["player:4"] == (StandingFlag(FlagKind.SITS_OUT, 2),)
    assert told.then(decide_sit_in(told.state, player=4)) == (AbsenceTakenBack(4, 2),)
    assert decide_sit_in(told.state, player=4) == ()
    told.then(decide_sit_out(told.state, player=4))
    told.play_round(Random(4))
    assert "player:4" not in seated(told.state)
    assert notes(told.state)["player:4"] == (StandingFlag(FlagKind.SAT_OUT, 2),)
    assert decide_sit_in(told.state, player=4) == ()
    told.play_round(Random(5))
    assert "player:4" in seated(told.state)


def test_the_first_round_can_be_sat_out_and_does_not_count_for_the_least_members():
    told = Told([1, 2, 3, 4, 5], least_members=5)
    told.then(decide_sit_out(told.state, player=5))
    refused("tournament.too-few", decisions.decide_start, told.state, seed=7)
    told.then(decide_sit_in(told.state, player=5))
    assert len(told.start().state.rounds[0].tables) == 2
    told = Told([1, 2])
    told.then(decide_sit_out(told.state, player=2))
    told.then(decisions.decide_withdraw(told.state, player=2))
    told.then((MemberEntered(2),))
    assert told.state.playing == (1, 2)


def test_bots_fill_what_the_absent_leave_and_no_more():
    told = running(8)
    for player in (1, 2):
        told.then(decide_sit_out(told.state, player=player))
    told.play_round(Random(6))
    assert sum(label == "bot:greedy" for t in told.state.rounds[1].tables for label in t.seats) == 2
    told.play_round(Random(7))
    assert "bot:greedy" not in seated(told.state)


def test_a_latecomer_plays_from_the_next_draw_without_points_for_the_rounds_before():
    told = running(4, rounds=3, late_until=2)
    told.score(V1)
    told.then(decisions.decide_enter(told.state, player=9))
    assert told.state.pot == 75
    # Nobody leads by coming late: who has played a deal stands before.
    assert standing(told, 9) == (5, 0)
    told.then(decisions.decide_advance(told.state))
    assert "player:9" in seated(told.state)
    assert notes(told.state)["player:9"] == (StandingFlag(FlagKind.ENTERED_LATE, 2),)
    refused("tournament.too-late", decisions.decide_enter, told.state, player=10)
    refused("tournament.already-started", decisions.decide_withdraw, told.state, player=9)
    told.play_all().close()
    assert sum(prizes_by_player(told.state.final).values()) == 75


def test_the_terms_are_within_bounds():
    wrong_terms: list[tuple[dict[str, Any], str]] = [
        ({"least_members": 0}, "tournament.least-out-of-range"),
        ({"least_members": 401}, "tournament.least-out-of-range"),
        ({"least_members": True}, "tournament.least-out-of-range"),
        ({"late_until": -1}, "tournament.late-out-of-range"),
        ({"late_until": 3}, "tournament.late-out-of-range"),  # of two rounds
        ({"fill_to": 6}, "tournament.fill-not-fours"),
        ({"fill_to": 1}, "tournament.fill-not-fours"),
    ]
    for wrong, code in wrong_terms:
        refused(code, Told, **wrong)
    with pytest.raises(TournamentRefused) as caught:
        Told(fill_to=6)
    assert "up to 6 players, since a table has four seats. Write 8," in str(caught.value)


def test_a_tournament_starts_with_as_many_members_as_its_terms_say():
    told = Told([1, 2, 3], least_members=4, fill_to=8)
    with pytest.raises(TournamentRefused) as caught:
        decisions.decide_start(told.state, seed=1)
    assert "start: 4." in str(caught.value) and "would play: 3." in str(caught.value)
    told.then(decisions.decide_enter(told.state, player=4))
    told.start()
    refused("tournament.too-few", decisions.decide_start, Told((), fill_to=8).state, seed=1)


def test_who_has_not_checked_in_is_left_out_with_the_fee_and_may_come_late():
    told = Told(range(1, 8), check_in=True, least_members=4, late_until=2)
    refused("tournament.not-entered", decide_check_in, told.state, player=9)
    for player in (1, 2, 3):
        assert told.then(decide_check_in(told.state, player=player)) == (MemberCheckedIn(player),)
    assert decide_check_in(told.state, player=1) == ()
    refused("tournament.too-few-here", decisions.decide_start, told.state, seed=7)
    told.then(decide_check_in(told.state, player=4))
    told.then(decide_sit_out(told.state, player=5))  # known to come later: nothing to check
    told.then(decide_check_in(told.state, player=6))
    told.then(decisions.decide_withdraw(told.state, player=6))
    told.then(decisions.decide_enter(told.state, player=6))  # has to check in again
    events = told.then(decisions.decide_start(told.state, seed=7))
    assert events[:2] == (MemberLeftOut(7), MemberLeftOut(6))
    assert seated(told.state) == {f"player:{player}" for player in (1, 2, 3, 4)}
    assert told.state.entrants == (1, 2, 3, 4, 5) and told.state.pot == 75
    refused("tournament.already-started", decide_check_in, told.state, player=1)
    told.then(decisions.decide_enter(told.state, player=7))
    told.play_all().close()
    assert sum(prizes_by_player(told.state.final).values()) == told.state.pot == 90


def test_nobody_checks_in_where_it_is_not_asked():
    refused("tournament.no-check-in", decide_check_in, Told([1]).state, player=1)
    told = Told([1]).start()
    assert told.state.playing == (1,)


def test_who_never_sat_stands_behind_all_who_did_whatever_the_bot_has_won():
    told = running(4, rounds=1)
    told.then(
        decisions.decide_score_deal(
            told.state,
            round_number=1,
            table=1,
            deal_number=1,
            deal_id=10101,
            net=V2,
            winner=0,
            points=7,
            penalised=None,
            played_for=(0,),
        )
    )
    south = told.state.rounds[0].tables[0].seats[0]
    rows = told.state.standings()
    assert [(row.place, row.settled_by) for row in rows] == [
        *[(1, "shared")] * 3,
        (4, "played"),
    ]
    assert (rows[3].participant, rows[3].points) == (south, 60)
    assert notes(told.state)[south] == (StandingFlag(FlagKind.PLAYED_FOR, 1),)


def test_a_seat_that_is_none_is_refused_as_one_that_was_played_for():
    result: dict[str, Any] = {
        "round_number": 1,
        "table": 1,
        "deal_number": 1,
        "deal_id": 1,
        "net": V2,
    }
    result |= {"winner": 0, "points": 7, "penalised": None}
    refused(
        "tournament.result-malformed",
        decisions.decide_score_deal,
        running().state,
        **result,
        played_for=(4,),
    )


@given(
    members=st.integers(1, 9),
    late=st.integers(0, 4),
    acts=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 12)), max_size=40),
    seed=st.integers(0, 1000),
)
@settings(max_examples=30, deadline=None)
def test_whatever_is_asked_draws_fit_the_pot_is_paid_and_the_fold_agrees(members, late, acts, seed):
    """`Told` compares the fold after every command; who has left or sits out is never drawn."""
    rng = Random(seed)
    told = Told(range(1, members + 1), rounds=4, deals_per_round=1, late_until=late)
    told.start()
    asks: list[Callable[[int], Any]] = [
        lambda player: decide_leave(told.state, player=player),
        lambda player: decide_remove(told.state, player=player, reason="r"),
        lambda player: decide_take_back(told.state, player=player, by_director=True),
        lambda player: decide_sit_out(told.state, player=player),
        lambda player: decide_sit_in(told.state, player=player),
        lambda player: decisions.decide_enter(told.state, player=player),
    ]
    pot, todo = told.state.pot, list(acts)
    while told.state.open_round is not None:
        while todo and rng.random() < 0.8:
            act, player = todo.pop()
            try:
                told.then(asks[act](player))
            except TournamentRefused:
                continue
        playing = {f"player:{player}" for player in told.state.playing}
        assert told.state.pot >= pot
        told.play_round(rng)
        now = told.state
        if now.open_round is None and decisions.left_alone(now):
            over = len(told.state.rounds) == told.state.options.rounds
            told.then(() if over else decisions.decide_draw_on(told.state))
        if told.state.open_round is not None:
            assert {label for label in seated(told.state) if label != "bot:greedy"} == playing
    told.close()
    prizes = prizes_by_player(told.state.final)
    assert sum(prizes.values()) == told.state.pot
    assert not prizes.keys() & told.state.left.keys()
    assert sum(row.points for row in told.state.standings()) == 0
    refused("tournament.closed", entries.decide_leave, told.state, player=1)
