"""Given events, when something is asked, then events follow or it is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.tournaments import NOBODY, V2, V7, Told, deal_id, decide_create
from tournaments.engine import decisions
from tournaments.engine.draw_events import RoundDrawn
from tournaments.engine.entry_events import MemberEntered, MembersEntered, MemberWithdrew
from tournaments.engine.errors import SENTENCES, TournamentRefused
from tournaments.engine.events import (
    DealRescored,
    PrizesCorrected,
    RoundClosed,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentStarted,
)
from tournaments.engine.evolve import evolve, fold
from tournaments.engine.scoring.prizes import prizes_by_player
from tournaments.engine.scoring.standing_rows import PlayerAmount
from tournaments.engine.state import Status
from tournaments.engine.terms import ENTRANTS


def refused(code: str, ask: Callable[..., object], *args: Any, **kwargs: Any) -> None:
    with pytest.raises(TournamentRefused) as caught:
        ask(*args, **kwargs)
    assert caught.value.code == code
    assert "{" not in str(caught.value)
    assert caught.value.sentence == SENTENCES[code]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": "  "}, "tournament.name-missing"),
        ({"name": "x" * 81}, "tournament.name-too-long"),
        ({"rules": "bridge"}, "tournament.rules-unknown"),
        ({"filler": "bot:oracle"}, "tournament.filler-unknown"),
        ({"bank_seconds": 601}, "tournament.bank-out-of-range"),
        ({"bank_seconds": None}, "tournament.bank-out-of-range"),
        ({"spectator_delay": 601}, "tournament.delay-out-of-range"),
        ({"spectator_delay": False}, "tournament.delay-out-of-range"),
        ({"fill_to": 401}, "tournament.fill-out-of-range"),
        ({"fill_to": True}, "tournament.fill-out-of-range"),
        ({"rounds": 0}, "tournament.rounds-out-of-range"),
        ({"rounds": True}, "tournament.rounds-out-of-range"),
        ({"deals_per_round": 33}, "tournament.deals-out-of-range"),
        ({"seconds_per_move": 1}, "tournament.seconds-out-of-range"),
        ({"entry_fee": 1.5}, "tournament.fee-not-integer"),
        ({"entry_fee": "15"}, "tournament.fee-not-integer"),
        ({"entry_fee": True}, "tournament.fee-not-integer"),
        ({"entry_fee": -1}, "tournament.fee-out-of-range"),
        ({"prize_shares": ()}, "tournament.shares-missing"),
        ({"prize_shares": (5,) * 21}, "tournament.shares-missing"),
        ({"prize_shares": (100, 0)}, "tournament.share-not-positive"),
        ({"prize_shares": (50, 50.0)}, "tournament.share-not-positive"),
        ({"prize_shares": (50, 30)}, "tournament.shares-not-100"),
        ({"prize_shares": (20, 30, 50)}, "tournament.shares-rising"),
    ],
)
def test_bad_input_is_refused_with_its_code(wrong, code):
    refused(code, decide_create, **wrong)


def test_a_tournament_is_created_with_its_options():
    (created,) = decide_create(name=" Friday evening ")
    assert isinstance(created, TournamentCreated)
    assert (created.name, created.prize_shares) == ("Friday evening", (50, 30, 20))
    assert fold([created]).status is Status.OPEN


def test_members_enter_once_and_the_pot_grows():
    told = Told([1, 2])
    assert told.events[1:] == [MemberEntered(1), MemberEntered(2)]
    assert told.state.pot == 30
    refused("tournament.entered-twice", decisions.decide_enter, told.state, player=1)


def test_a_director_enters_each_member_of_a_list_once_whoever_was_in_it_before():
    told = Told([1, 2])
    (entered,) = decisions.decide_enter_members(told.state, players=[3, 2, 3, 4, 1, 4], director=9)
    assert isinstance(entered, MembersEntered)
    assert entered.players == (3, 4)
    told.then([entered])
    assert sorted(told.state.entrants) == [1, 2, 3, 4]
    assert decisions.decide_enter_members(told.state, players=[4, 3, 3], director=9) == ()


def test_a_member_withdraws_before_the_start():
    told = Told([1, 2])
    assert told.then(decisions.decide_withdraw(told.state, player=1)) == (MemberWithdrew(1),)
    assert (told.state.entrants, told.state.pot) == ((2,), 15)
    refused("tournament.not-entered", decisions.decide_withdraw, told.state, player=1)


def test_no_more_than_the_limit_can_enter():
    told = Told()
    for player in range(ENTRANTS[1]):
        told.current = evolve(told.state, MemberEntered(player + 1))
    refused("tournament.full", decisions.decide_enter, told.state, player=1000)


def test_a_start_closes_the_entries_and_draws_the_first_round():
    told = Told([1, 2, 3, 4, 5])
    started, drawn = told.then(decisions.decide_start(told.state, seed=7))
    assert started == TournamentStarted(7)
    assert isinstance(drawn, RoundDrawn)
    assert (drawn.number, len(drawn.tables), drawn.starters) == (1, 2, (0, 1))
    assert sum(label == "bot:greedy" for table in drawn.tables for label in table) == 3
    assert told.state.status is Status.RUNNING
    refused("tournament.already-started", decisions.decide_start, told.state, seed=7)
    refused("tournament.already-started", decisions.decide_enter, told.state, player=6)
    refused("tournament.already-started", decisions.decide_withdraw, told.state, player=1)


def test_one_member_and_three_fillers_can_play_but_nobody_cannot():
    assert Told([1]).start().state.participants == ("player:1", *["bot:greedy"] * 3)
    refused("tournament.too-few", decisions.decide_start, Told().state, seed=1)
    refused("tournament.seed-out-of-range", decisions.decide_start, Told([1]).state, seed=-1)


def test_a_deal_is_scored_once_however_often_it_is_told():
    told = Told([1, 2, 3, 4]).start()
    (scored,) = told.score(V7, penalised=3)
    assert scored == TableDealScored(1, 1, 1, deal_id(1, 1, 1), V7, 0, 7, 3)
    assert told.score(V7, penalised=3) == ()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"round_number": 2}, "tournament.no-such-deal"),
        ({"round_number": 0}, "tournament.no-such-deal"),
        ({"table": 2}, "tournament.no-such-deal"),
        ({"deal_number": 3}, "tournament.no-such-deal"),
        ({"deal_number": 1, "deal_id": 5}, "tournament.deal-already-scored"),
        ({"deal_id": deal_id(1, 1, 1)}, "tournament.deal-already-scored"),
        ({"net": (1, 0, 0, 0)}, "tournament.net-not-zero"),
        ({"net": (0.0, 0, 0, 0)}, "tournament.net-not-zero"),
        ({"winner": 4}, "tournament.result-malformed"),
        ({"penalised": -1}, "tournament.result-malformed"),
    ],
)
def test_a_result_that_does_not_fit_is_refused(wrong, code):
    told = Told([1, 2, 3, 4]).start()
    told.score(V2)
    result = {
        "round_number": 1,
        "table": 1,
        "deal_number": 2,
        "deal_id": 77,
        "net": V2,
        "winner": 0,
        "points": 7,
        "penalised": None,
    }
    refused(code, decisions.decide_score_deal, told.state, **{**result, **wrong})


def test_a_round_closes_when_all_its_deals_are_scored_and_the_next_is_drawn():
    told = Told([1, 2, 3, 4]).start()
    assert decisions.decide_advance(told.state) == ()
    told.score(V2, deal=2)
    told.score(NOBODY, winner=None, points=0)
    assert [score.number for score in told.state.rounds[0].tables[0].scores] == [1, 2]
    closed, drawn = told.then(decisions.decide_advance(told.state))
    assert closed == RoundClosed(1)
    assert isinstance(drawn, RoundDrawn) and drawn.number == 2
    assert decisions.decide_advance(told.state) == ()
    refused("tournament.round-open", decisions.decide_close, told.state)


def test_a_closed_tournament_pays_out_the_pot():
    told = Told([1, 2, 3, 4, 5, 6, 7]).start().play_all()
    assert decisions.decide_advance(told.state) == ()
    (closed,) = told.then(decisions.decide_close(told.state))
    assert isinstance(closed, TournamentClosed)
    assert sum(prizes_by_player(closed.rows).values()) == told.state.pot == 105
    assert tuple(row.standing for row in closed.rows) == told.state.standings()
    refused("tournament.closed", decisions.decide_close, told.state)
    assert decisions.decide_advance(told.state) == ()
    refused("tournament.closed", decisions.decide_cancel, told.state, reason="too late")


def test_rounds_that_are_left_keep_the_tournament_open():
    told = Told([1, 2, 3, 4], deals_per_round=1).start()
    told.score(V2)
    told.then((RoundClosed(1),))
    refused("tournament.rounds-left", decisions.decide_close, told.state)


def test_a_ruling_counts_once_and_only_for_a_deal_of_the_tournament():
    told = Told([1, 2, 3, 4]).start()
    told.score(V7, penalised=3)
    ask: dict[str, Any] = {"deal_id": deal_id(1, 1, 1), "net": V2, "penalised": None, "ruling": 11}
    (rescored,) = told.then(decisions.decide_rescore_deal(told.state, **ask))
    assert rescored == DealRescored(1, 1, 1, deal_id(1, 1, 1), V2, None, 11)
    assert next(told.state.results()).net == V2
    assert decisions.decide_rescore_deal(told.state, **ask) == ()
    # The withdrawal of the ruling is a ruling of its own, and brings the old result back.
    told.then(decisions.decide_rescore_deal(told.state, **{**ask, "net": V7, "ruling": 12}))
    assert next(told.state.results()).net == V7
    refused(
        "tournament.no-such-deal",
        decisions.decide_rescore_deal,
        told.state,
        **{**ask, "deal_id": 5},
    )
    refused(
        "tournament.net-not-zero",
        decisions.decide_rescore_deal,
        told.state,
        **{**ask, "net": (1, 1, 1, 1), "ruling": 13},
    )


def test_a_late_ruling_corrects_places_and_prizes():
    """Of four members with one deal, South wins 7 points and West paid the penalty (§9.3), wrongly."""
    told = Told([1, 2, 3, 4], rounds=1, deals_per_round=1).start()
    told.score(V7, penalised=3)
    told.then(decisions.decide_advance(told.state))
    told.close()
    south, east, north, west = (
        int(label.removeprefix("player:")) for label in told.state.rounds[0].tables[0].seats
    )
    # Pot 60: 30, 18, 12; the second and third place are shared.
    assert prizes_by_player(told.state.final) == {south: 30, east: 15, north: 15}
    _, corrected = told.then(
        decisions.decide_rescore_deal(
            told.state, deal_id=deal_id(1, 1, 1), net=V2, penalised=None, ruling=3
        )
    )
    assert isinstance(corrected, PrizesCorrected)
    # Now three share places 2 to 4, and 30 chips.
    assert prizes_by_player(told.state.final) == {south: 30, east: 10, north: 10, west: 10}
    expected = {PlayerAmount(east, -5), PlayerAmount(north, -5), PlayerAmount(west, 10)}
    assert set(corrected.corrections) == expected
    assert (corrected.ruling, told.state.status) == (3, Status.CLOSED)


def test_a_late_ruling_that_changes_nothing_final_corrects_nothing():
    told = Told([1, 2, 3, 4], rounds=1, deals_per_round=1).start()
    told.score(V2)
    told.then(decisions.decide_advance(told.state))
    told.close()
    events = decisions.decide_rescore_deal(
        told.state, deal_id=deal_id(1, 1, 1), net=V2, penalised=None, ruling=3
    )
    assert [type(event) for event in events] == [DealRescored]


def test_a_cancelled_tournament_gives_the_fees_back():
    told = Told([1, 2]).start()
    refused("tournament.reason-missing", decisions.decide_cancel, told.state, reason=" ")
    refused("tournament.reason-too-long", decisions.decide_cancel, told.state, reason="x" * 501)
    assert told.then(decisions.decide_cancel(told.state, reason=" The lights went out. ")) == (
        TournamentCancelled("The lights went out.", (PlayerAmount(1, 15), PlayerAmount(2, 15))),
    )
    assert told.score(V2) == ()
    assert decisions.decide_advance(told.state) == ()
    refused("tournament.cancelled", decisions.decide_close, told.state)
    refused("tournament.cancelled", decisions.decide_enter, told.state, player=5)
    refused("tournament.cancelled", decisions.decide_cancel, told.state, reason="again")


def test_a_free_tournament_has_nothing_to_give_back():
    told = Told([1, 2], entry_fee=0)
    (cancelled,) = decisions.decide_cancel(told.state, reason="Nobody came.")
    assert cancelled == TournamentCancelled("Nobody came.", ())


def test_nothing_is_played_before_the_start():
    refused("tournament.not-running", decisions.decide_close, Told([1]).state)
    assert decisions.decide_advance(Told([1]).state) == ()


def test_a_stream_begins_with_its_creation():
    with pytest.raises(ValueError):
        fold([])
    with pytest.raises(ValueError):
        evolve(None, MemberEntered(1))


@given(
    members=st.integers(1, 13),
    rounds=st.integers(1, 3),
    deals=st.integers(1, 3),
    fee=st.integers(0, 100),
    seed=st.integers(0, 2**53 - 1),
    late=st.integers(0, 3),
)
@settings(max_examples=25, deadline=None)
def test_the_live_state_is_the_folded_state_through_whole_tournaments(
    members, rounds, deals, fee, seed, late
):
    """`Told` compares them after every command; here the money and the points are followed too."""
    told = Told(range(1, members + 1), rounds=rounds, deals_per_round=deals, entry_fee=fee)
    told.start(seed).play_all(seed).close()
    prizes = prizes_by_player(told.state.final)
    assert sum(prizes.values()) == told.state.pot == members * fee
    assert sum(row.points for row in told.state.standings()) == 0
    for ruling in range(late):
        events = told.then(
            decisions.decide_rescore_deal(
                told.state,
                deal_id=deal_id(1, 1, 1),
                net=(3 * ruling, -ruling, -ruling, -ruling),
                penalised=ruling,
                ruling=ruling,
            )
        )
        for event in events:
            if isinstance(event, PrizesCorrected):
                for owed in event.corrections:
                    prizes[owed.player] = prizes.get(owed.player, 0) + owed.amount
    assert {player: prize for player, prize in prizes.items() if prize} == prizes_by_player(
        told.state.final
    )
    assert tuple(row.standing for row in told.state.final) == told.state.standings()


def test_bots_fill_a_tournament_up_to_what_was_announced():
    told = Told([1, 2, 3, 4, 5], fill_to=20).start()
    tables = [table.seats for table in told.state.rounds[0].tables]
    assert len(tables) == 5
    seated = [label for seats in tables for label in seats]
    assert sorted(label for label in seated if label != "bot:greedy") == [
        f"player:{number}" for number in range(1, 6)
    ]
    assert all(sum(label == "bot:greedy" for label in seats) == 3 for seats in tables)


def test_more_members_than_bots_would_fill_leave_only_the_last_table_to_bots():
    told = Told(range(1, 11), fill_to=8).start()
    assert sum(len(table.seats) for table in told.state.rounds[0].tables) == 12


def test_a_tournament_of_before_that_bots_play_alone_has_no_prize():
    told = Told((), fill_to=8)
    refused("tournament.too-few", decisions.decide_start, told.state, seed=7)
    told.then(decisions.open_with(told.state, seed=7))
    told.play_all().close()
    assert [row.prize for row in told.state.final] == [0]
    assert told.state.final[0].standing.deals == 4 * 2 * 2 * 2
