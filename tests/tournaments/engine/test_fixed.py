"""A draw that is given by hand: judged line by line, played as it was given, with bots for who does not play."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.shuffle import commit
from tests.support.tournaments import SECRETS, Told, given_of, result_of, secret_of
from tournaments.engine import decisions
from tournaments.engine.correcting_terms import decide_correct_settings
from tournaments.engine.corrections import (
    decide_end_apart,
    decide_keep_apart,
    decide_redraw,
)
from tournaments.engine.draw_events import DrawGiven
from tournaments.engine.draws.certificate import faults
from tournaments.engine.draws.commitment import DRAWS, seed_of
from tournaments.engine.draws.fixed import METHOD_GIVEN, Placed, decide_give, faults_of, given_round
from tournaments.engine.entries import decide_leave, decide_sit_out
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import is_bot, member_label

BOT = "bot:greedy"


def places(*rounds: Sequence[Sequence[int]]) -> list[Placed]:
    """Tables of player ids, 0 for a bot; the lines count from 2, behind the names of the columns."""
    found: list[Placed] = []
    for number, tables in enumerate(rounds, 1):
        for table, seats in enumerate(tables, 1):
            for seat, player in enumerate(seats):
                label = member_label(player) if player else BOT
                found.append(Placed(len(found) + 2, number, table, seat, label))
    return found


GOOD = places([[1, 2, 3, 4], [5, 6, 7, 0]], [[1, 5, 0, 2], [3, 6, 4, 7]])


def codes(
    placed: Sequence[Placed], rounds: int = 2, members: int = 7
) -> list[tuple[int, str, int]]:
    found = faults_of(placed, rounds=rounds, members=range(1, members + 1))
    for fault in found:
        assert "{" not in str(fault.refused)
    return [(fault.line, fault.refused.code, fault.player) for fault in found]


def test_a_draw_that_can_be_has_no_fault():
    assert codes(GOOD) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([*GOOD, Placed(99, 3, 1, 0, BOT)], (99, "tournament.given-round", 0)),
        ([*GOOD, Placed(99, 1, 0, 0, BOT)], (99, "tournament.given-table", 0)),
        ([*GOOD, Placed(99, 1, 101, 0, BOT)], (99, "tournament.given-table", 0)),
        ([*GOOD, Placed(99, 1, 1, 4, BOT)], (99, "tournament.given-table", 0)),
        ([*GOOD, Placed(99, 1, 1, 0, BOT)], (99, "tournament.given-seat-twice", 0)),
        ([*GOOD, Placed(99, 1, 3, 0, "player:1")], (99, "tournament.given-member-twice", 1)),
        ([*GOOD, Placed(99, 1, 3, 0, "player:8")], (99, "tournament.given-not-entered", 8)),
        (GOOD[:8], (0, "tournament.given-round-missing", 0)),
        (GOOD[:-1], (0, "tournament.given-seats-missing", 0)),
        ([*GOOD, Placed(99, 1, 90, 0, BOT)], (0, "tournament.given-seats-missing", 0)),
        (
            [*GOOD, *(Placed(99, 1, 3, seat, BOT) for seat in range(4))],
            (0, "tournament.given-bots-alone", 0),
        ),
    ],
)
def test_a_draw_that_cannot_be_is_named_at_its_line(wrong, said):
    assert codes(wrong)[0] == said


def test_every_wrong_line_is_named_and_who_was_forgotten():
    twice = [*GOOD, Placed(90, 1, 1, 0, BOT), Placed(91, 9, 1, 0, BOT)]
    assert [line for line, *_ in codes(twice)] == [90, 91]
    assert codes(GOOD, members=8) == [(0, "tournament.given-member-missing", 8)]
    assert codes([]) == [
        (0, "tournament.given-round-missing", 0),
        (0, "tournament.given-round-missing", 0),
    ] + [(0, "tournament.given-member-missing", player) for player in range(1, 8)]


def test_what_is_wrong_with_lines_and_with_the_whole_is_said_at_once():
    wrong = [*GOOD[:8], Placed(90, 1, 1, 0, BOT), Placed(91, 2, 101, 0, BOT)]
    assert codes(wrong) == [
        (90, "tournament.given-seat-twice", 0),
        (91, "tournament.given-table", 0),
    ]  # round 2 may be what 91 meant
    assert codes([*GOOD[:-1], Placed(90, 1, 1, 0, BOT)]) == [
        (90, "tournament.given-seat-twice", 0),
        (0, "tournament.given-seats-missing", 0),
    ]
    # What a line that cannot be read might have said is not called missing.
    left = faults_of(GOOD[:-1], rounds=2, members=range(1, 8), unread=[(2, 2)])
    assert left == []
    assert faults_of(GOOD[:-1], rounds=2, members=range(1, 8), unread=[(0, 0)]) == []


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 24))
def test_whatever_is_taken_is_played_as_it_was_given(seed, members):
    """Lines in any order, some changed at random: either there is a fault, or the rounds are those lines."""
    rng = Random(seed)
    lines: list[Placed] = []
    for number in (1, 2):
        seats = [*range(1, members + 1), *[0] * (-members % 4)]
        rng.shuffle(seats)
        tables = [seats[at : at + 4] for at in range(0, len(seats), 4)]
        lines += [
            Placed(0, number, table, seat, member_label(player) if player else BOT)
            for table, row in enumerate(tables, 1)
            for seat, player in enumerate(row)
        ]
    rng.shuffle(lines)
    if seed % 2:
        at = rng.randrange(len(lines))
        one = lines[at]
        lines[at] = Placed(0, one.round, rng.randrange(0, 8), rng.randrange(4), one.label)
    told = Told(range(1, members + 1), format="fixed")
    if faults_of(lines, rounds=2, members=told.state.entrants):
        with pytest.raises(
            TournamentRefused,
            check=lambda error: (
                error.code
                in {
                    "tournament.given-seat-twice",
                    "tournament.given-seats-missing",
                    "tournament.given-table",
                }
            ),
        ):
            decide_give(told.state, lines, director=99)
        return
    told.then(decide_give(told.state, lines, director=99))
    assert {
        (number, table, seat, label)
        for number, tables in enumerate(told.state.given, 1)
        for table, row in enumerate(tables, 1)
        for seat, label in enumerate(row)
    } == {(one.round, one.table, one.seat, one.label) for one in lines}


def announced(**options: Any) -> Told:
    told = Told(range(1, 8), format="fixed", deals_per_round=1, **options)
    told.then(
        decisions.decide_commit_draw(told.state, commitment=commit(secret_of(1)), draws=DRAWS)
    )
    return told


def start(told: Told) -> None:
    first = secret_of(1)
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))


def refused(told: Told, placed: Sequence[Placed] = GOOD, *, director: int = 99) -> str:
    with pytest.raises(TournamentRefused) as caught:
        decide_give(told.state, placed, director=director)
    return caught.value.code


def test_who_may_give_it_and_when():
    assert refused(Told(range(1, 8))) == "tournament.given-not-fixed"
    told = announced()
    assert refused(told, director=3) == "tournament.own-interest"
    assert refused(told, GOOD[:8]) == "tournament.given-round-missing"
    (event,) = told.then(decide_give(told.state, GOOD, director=99))
    assert isinstance(event, DrawGiven)
    assert decide_give(told.state, GOOD, director=99) == ()
    start(told)
    assert refused(told) == "tournament.already-started"


def start_refused(told: Told) -> str:
    with pytest.raises(TournamentRefused) as caught:
        start(told)
    return caught.value.code


def test_it_does_not_start_without_the_draw_nor_without_a_member_of_it():
    told = announced()
    assert start_refused(told) == "tournament.given-none"
    told.then(decide_give(told.state, GOOD, director=99))
    told.then(decisions.decide_enter(told.state, player=8))
    assert start_refused(told) == "tournament.given-without"
    told.then(decisions.decide_withdraw(told.state, player=8))
    start(told)
    first = told.state.rounds[0]
    assert [table.seats for table in first.tables] == list(told.state.given[0])
    assert first.method == METHOD_GIVEN


def test_members_who_are_kept_apart_do_not_meet():
    told = announced()
    told.then(decide_keep_apart(told.state, players=(3, 7), reason="", director=99))
    assert refused(told) == "tournament.given-apart"
    told.then(decide_end_apart(told.state, number=1, director=99))
    told.then(decide_give(told.state, GOOD, director=99))
    told.then(decide_keep_apart(told.state, players=(1, 2), reason="", director=99))
    assert start_refused(told) == "tournament.given-apart"


def test_terms_that_do_not_go_with_it_are_refused():
    with pytest.raises(TournamentRefused) as caught:
        announced(late_until=2)
    assert caught.value.code == "tournament.format-fixed-late"
    told = announced()
    told.then(decide_give(told.state, GOOD, director=99))
    for changed, code in (
        ({"rounds": 3}, "tournament.given-rounds"),
        ({"late_until": 2}, "tournament.format-fixed-late"),
    ):
        with pytest.raises(TournamentRefused) as caught:
            decide_correct_settings(told.state, settings=changed, reason="Longer.", director=99)
        assert caught.value.code == code


def play(told: Told) -> None:
    assert told.state.open_round is not None
    for table in range(1, len(told.state.open_round.tables) + 1):
        told.score(result_of(0, 7), table=table)
    told.then(decisions.decide_advance(told.state, secret=SECRETS))


def test_who_withdraws_or_sits_out_leaves_the_seat_to_a_bot_and_the_rest_is_as_given():
    told = announced()
    told.then(decide_give(told.state, GOOD, director=99))
    start(told)
    told.then(decide_leave(told.state, player=1))
    told.then(decide_sit_out(told.state, player=3))
    play(told)
    seats = [table.seats for table in told.state.rounds[1].tables]
    assert seats == [
        (BOT, "player:5", BOT, "player:2"),
        (BOT, "player:6", "player:4", "player:7"),
    ]
    told.then(
        decide_redraw(told.state, reason="So.", dealt=False, secret=secret_of(3), director=99)
    )
    assert [table.seats for table in told.state.rounds[1].tables] == seats
    play(told)
    told.close()
    for number in (1, 2):
        assert faults(given_of(told, number)) == []


def test_a_table_that_everybody_left_is_left_out():
    tables = (("player:1", "player:2", BOT, BOT), ("player:3", BOT, BOT, "player:4"))
    assert given_round(tables, {"player:4"}, BOT) == ((BOT, BOT, BOT, "player:4"),)
    assert all(map(is_bot, given_round(tables, set(), BOT)[0]))


def test_the_certificate_says_that_it_was_given_and_refuses_another():
    told = announced()
    told.then(decide_give(told.state, GOOD, director=99))
    start(told)
    good = given_of(told, 1)
    assert good["given"] == [list(table) for table in told.state.given[0]]
    tables = json.loads(json.dumps(good["tables"]))
    tables[0][0], tables[0][1] = tables[0][1], tables[0][0]
    assert faults({**good, "tables": tables})[0].startswith("table 1: the draw gives")
    more = [*good["given"], ["player:1", BOT, BOT, BOT]]
    assert faults({**good, "given": more}) == ["tables: the draw gives 3, not 2"]
    assert faults({**good, "given": 3}) == ["given: is no list of tables of four labels"]
    assert faults({**good, "filler": 3}) == ["filler: is no label of a bot"]
