"""Corrections as a fold: each is undone by its counter-event, and then everything is as if it had never been."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.corrections import (
    DIRECTOR,
    bound,
    redraw,
    refused,
    secret,
    take_redraw_back,
)
from tests.support.tournaments import V2, V7, Told, deal_id
from tournaments.engine import decisions
from tournaments.engine.correcting import corrections
from tournaments.engine.draw_events import RoundDrawn
from tournaments.engine.draws.balance import balance
from tournaments.engine.draws.certificate import certificate, faults
from tournaments.engine.draws.commitment import seed_of
from tournaments.engine.draws.even import draw_even
from tournaments.engine.draws.seating import Round
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.people import entries
from tournaments.engine.scoring.prizes import prizes_by_player


def over(told: Told) -> Told:
    """Score what is left of the open round, and draw the next."""
    current = told.state.open_round
    assert current is not None
    for number, table in enumerate(current.tables, 1):
        for deal in range(1, current.planned(table) + 1):
            if table.score(deal) is None:
                told.score(V2, table=number, deal=deal, winner=number % 4)
    told.then(decisions.decide_advance(told.state, secret=secret))
    return told


def void(told: Told, deal: int, *, replay: bool = False) -> None:
    told.then(
        corrections.decide_void(
            told.state, deal_id=deal, reason="Torn.", section="", replay=replay, director=DIRECTOR
        )
    )


def take_back(told: Told, deal: int) -> None:
    told.then(
        corrections.decide_take_voiding_back(
            told.state, deal_id=deal, reason="Whole.", replay_begun=False, director=DIRECTOR
        )
    )


@given(st.data(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_what_is_taken_back_leaves_standings_and_prizes_as_they_were(data, closed):
    told = Told(range(1, 9), deals_per_round=2).start().play_all(seed=data.draw(st.integers(0, 99)))
    if closed:
        told.close()
    standings, final = told.state.standings(), told.state.final
    deals = [score.deal_id for r in told.state.rounds for t in r.tables for score in t.scores]
    undo = []
    for deal in data.draw(st.lists(st.sampled_from(deals), max_size=4, unique=True)):
        late = told.state.find_deal(deal)[0] < len(told.state.rounds)  # type: ignore[index]
        void(told, deal, replay=not closed and not late and data.draw(st.booleans()))
        undo.append((deal, 0))
    for player in data.draw(st.lists(st.integers(1, 8), max_size=4)):
        points = data.draw(st.integers(-500, 500).filter(bool))
        told.then(
            corrections.decide_adjust(
                told.state, player=player, points=points, reason="x", section="", director=DIRECTOR
            )
        )
        undo.append((0, told.state.adjusted))
    if closed:
        assert sum(prizes_by_player(told.state.final).values()) == told.state.pot
    for deal, number in data.draw(st.permutations(undo)):
        if deal:
            take_back(told, deal)
        else:
            told.then(
                corrections.decide_take_adjustment_back(
                    told.state, number=number, reason="x", director=DIRECTOR
                )
            )
    told.then(decisions.decide_advance(told.state))
    assert (told.state.standings(), told.state.final) == (standings, final)
    assert told.state.open_round is None


def test_a_ruling_on_a_voided_deal_counts_only_when_the_deal_counts_again():
    told = Told(range(1, 5), rounds=1).start()
    told.score(V2)
    void(told, deal_id(1, 1, 1))
    ruling: dict[str, Any] = {"net": V7, "penalised": 3, "ruling": 5}
    told.then(decisions.decide_rescore_deal(told.state, deal_id=deal_id(1, 1, 1), **ruling))
    assert {row.points for row in told.state.standings()} == {0}
    take_back(told, deal_id(1, 1, 1))
    assert sorted(row.points for row in told.state.standings()) == [-60, 0, 0, 60]
    assert told.state.find_deal(deal_id(1, 1, 1))[2].rulings == (5,)  # type: ignore[index]


def test_a_replay_is_the_next_deal_of_the_table_and_starts_from_the_same_seat():
    told = Told(range(1, 5), rounds=1).start()
    told.score(V2, deal=1)
    told.score(V2, deal=2)
    void(told, deal_id(1, 1, 2), replay=True)
    current = told.state.open_round
    assert current is not None
    assert (current.planned(current.tables[0]), current.starter(current.tables[0], 3)) == (3, 1)
    assert told.state.outstanding() == 1 and decisions.decide_advance(told.state) == ()
    refused(
        "tournament.replayed-already",
        corrections.decide_replay,
        told.state,
        deal_id=deal_id(1, 1, 2),
    )
    told.score(V7, deal=3)
    again = {"reason": "x", "replay_begun": False}
    refused(
        "tournament.replay-begun",
        corrections.decide_take_voiding_back,
        told.state,
        deal_id=deal_id(1, 1, 2),
        **again,
    )
    void(told, deal_id(1, 1, 3), replay=True)
    assert told.state.open_round.starter(told.state.open_round.tables[0], 4) == 1  # type: ignore[union-attr]


def test_a_deal_of_a_round_before_is_voided_and_not_replayed():
    told = Told(range(1, 5)).start().play_round(Random(1))
    deal = deal_id(1, 1, 1)
    said = {"deal_id": deal, "reason": "x", "section": ""}
    refused("tournament.replay-too-late", corrections.decide_void, told.state, replay=True, **said)
    void(told, deal)
    refused("tournament.voided-already", corrections.decide_void, told.state, replay=False, **said)


@pytest.mark.parametrize("section", ["10", "§", "§10.3; drop", "§" + "1" * 60])
def test_a_section_is_one_of_a_rulebook_or_none(section):
    with pytest.raises(TournamentRefused, match="such as"):
        corrections.checked_section(section)
    assert corrections.checked_section(" §10.5 ") == "§10.5"


def test_each_draw_opens_the_next_secret_and_a_redraw_one_more():
    told = bound(16)
    before = told.state.rounds[0]
    told.then(
        corrections.decide_redraw(
            told.state, reason="A name.", dealt=False, secret=secret(2), director=DIRECTOR
        )
    )
    drawn = told.events[-1]
    assert isinstance(drawn, RoundDrawn) and (drawn.number, drawn.secret) == (1, secret(2))
    assert told.state.rounds[0].tables != before.tables
    while told.state.open_round is not None:
        over(told)
    assert [one.draw for one in told.state.rounds] == [2, 3, 4, 5, 6]
    for number in range(1, 6):
        given = json.loads(json.dumps(certificate(told.state, number)))
        assert faults(given) == [] and given["balance"]["repeats"] == 0
        assert given["balance"]["winds"] <= 1
    other = {**given, "secret": secret(7), "seed": seed_of(secret(7))}
    assert faults(other) == ["secret: is not the one that was committed to"]
    moved = {**given, "draws": [1, *given["draws"][1:]]}
    assert faults(moved)


def stands(told: Told) -> Any:
    """Return all but what a redraw and its end leave behind: how many draws there were, which secret is open,
    who judged.
    """
    left = {"version": 0, "draws": 0, "secret": "", "restored": 0, "judges": frozenset()}
    return replace(told.state, **left)  # type: ignore[arg-type]


@pytest.mark.parametrize("rounds_before", [0, 2])
def test_a_redraw_that_is_taken_back_leaves_all_as_it_was_and_the_next_draw_opens_a_new_secret(
    rounds_before,
):
    told = bound(12, late_until=4)
    for _ in range(rounds_before):
        over(told)
    told.then(decisions.decide_enter(told.state, player=20))
    told.then(entries.decide_sit_out(told.state, player=3))
    told.then(
        corrections.decide_adjust(
            told.state, player=1, points=5, reason="x", section="", director=DIRECTOR
        )
    )
    before, draw = stands(told), told.state.draws
    redraw(told, draw + 1)
    assert told.state.rounds[-1].tables != before.rounds[-1].tables
    take_redraw_back(told)
    assert stands(told) == before
    assert (told.state.draws, told.state.secret) == (draw + 1, secret(draw + 1))
    refused(
        "tournament.draw-secret-lost",
        corrections.decide_redraw,
        told.state,
        reason="x",
        dealt=False,
        secret=secret(draw + 1),
    )
    over(told)
    assert [one.draw for one in told.state.rounds[-2:]] == [draw, draw + 2]
    seated = {label for table in told.state.rounds[-1].tables for label in table.seats}
    assert "player:20" in seated and "player:3" not in seated
    for number in range(1, len(told.state.rounds) + 1):
        assert faults(json.loads(json.dumps(certificate(told.state, number)))) == []


def test_a_redraw_is_taken_back_once_a_round_and_only_before_the_first_card():
    said = {"reason": "x", "dealt": False}
    told = bound(8)
    ask = corrections.decide_take_redraw_back
    refused("tournament.not-redrawn", ask, told.state, **said)
    redraw(told, 2)
    refused("tournament.reason-missing", ask, told.state, **{**said, "reason": " "})
    refused("tournament.redraw-stands", ask, told.state, **{**said, "dealt": True})
    scored = bound(8)
    redraw(scored, 2)
    scored.score(V2)
    refused("tournament.redraw-stands", ask, scored.state, **said)
    second = told.events[-1]
    redraw(told, 3)
    assert isinstance(second, RoundDrawn)
    take_redraw_back(told)
    assert tuple(table.seats for table in told.state.rounds[0].tables) == second.tables
    redraw(told, 4)
    refused("tournament.redraw-taken-back", ask, told.state, **said)
    over(told)
    refused("tournament.not-redrawn", ask, told.state, **said)
    redraw(told, 6)
    take_redraw_back(told)
    assert told.state.rounds[-1].draw == 5


def test_no_round_is_drawn_anew_after_its_first_card_or_by_another_secret():
    told = bound(8)
    said = {"reason": "x", "dealt": False, "secret": secret(2)}
    refused(
        "tournament.cards-dealt", corrections.decide_redraw, told.state, **{**said, "dealt": True}
    )
    refused(
        "tournament.draw-secret-lost",
        corrections.decide_redraw,
        told.state,
        **{**said, "secret": secret(3)},
    )
    refused(
        "tournament.reason-missing",
        corrections.decide_redraw,
        told.state,
        **{**said, "reason": " "},
    )
    refused("tournament.one-secret", corrections.decide_redraw, Told([1, 2]).start().state, **said)
    told.score(V2)
    refused("tournament.cards-dealt", corrections.decide_redraw, told.state, **said)
    told.score(V2, table=2)
    assert [type(one).__name__ for one in decisions.decide_advance(told.state)] == ["RoundClosed"]


def test_a_redraw_takes_in_who_came_and_leaves_out_who_sits_out():
    told = bound(9, late_until=2)
    told.then(decisions.decide_enter(told.state, player=20))
    told.then(entries.decide_sit_out(told.state, player=3))
    told.then(
        corrections.decide_redraw(
            told.state, reason="x", dealt=False, secret=secret(2), director=DIRECTOR
        )
    )
    seated = {label for table in told.state.rounds[0].tables for label in table.seats}
    assert "player:20" in seated and told.state.late == {}


@pytest.mark.parametrize("members", [8, 12, 13, 16, 24])
def test_winds_stay_within_one_and_bots_within_two_though_each_draw_is_new(members):
    told = bound(members, rounds=8)
    while told.state.open_round is not None:
        over(told)
    for number in range(1, 9):
        given = certificate(told.state, number)["balance"]
        assert given["winds"] <= 1 and given["bots"] <= (2 if members == 13 else 0)


def test_who_is_kept_apart_does_not_meet_and_the_certificate_says_so():
    told = bound(12, rounds=6)
    group: dict[str, Any] = {"players": [1, 2, 3], "reason": ""}
    told.then(corrections.decide_keep_apart(told.state, **group, director=DIRECTOR))
    assert corrections.decide_keep_apart(told.state, **group, director=DIRECTOR) == ()
    four: dict[str, Any] = {"players": [1, 2, 3, 4], "reason": ""}
    refused("tournament.apart-impossible", corrections.decide_keep_apart, told.state, **four)
    while told.state.open_round is not None:
        over(told)
    for number in range(2, 7):
        given = json.loads(json.dumps(certificate(told.state, number)))
        assert given["met"] == [] and given["apart"][-1] == [[1, 2, 3]] and faults(given) == []
        for table in given["tables"]:
            assert len({"player:1", "player:2", "player:3"} & set(table)) == 1
    assert faults({**given, "met": [["player:1", "player:2"]]}) != []


def test_a_start_that_cannot_keep_members_apart_says_what_would_help():
    told = Told(range(1, 9))
    five: dict[str, Any] = {"players": [1, 2, 3, 4, 5], "reason": "Club mates."}
    told.then(corrections.decide_keep_apart(told.state, **five, director=DIRECTOR))
    with pytest.raises(TournamentRefused, match="Add tables with bots"):
        decisions.decide_start(told.state, seed=7)
    told.then(corrections.decide_end_apart(told.state, number=1, director=DIRECTOR))
    told.start()


@pytest.mark.parametrize(("members", "options"), [(4, {}), (2, {}), (8, {}), (4, {"fill_to": 8})])
def test_no_duplicate_starts_at_one_table(members, options):
    told = Told(range(1, members + 1), duplicate=True, **options)
    if members + options.get("fill_to", 0) > 4:
        told.start()
        assert len(told.state.rounds[0].tables) == 2
    else:
        with pytest.raises(TournamentRefused, match="needs two tables"):
            told.start()


@pytest.mark.parametrize(("members", "most"), [(16, 8), (40, 0), (100, 25)])
def test_nobody_knows_the_next_tables_from_the_secrets_that_are_open(members, most):
    """Another secret gives other tables, but where few rounds without a repeat are left, as of 16 members at the end.

    Of 100 members it takes the same one of 25 such rounds by chance, once in these five draws.
    """
    players = [f"player:{number}" for number in range(1, members + 1)]
    rounds: list[Round] = []
    same = 0
    for number in range(1, 6):
        seeds, apart = list(range(number)), [frozenset[tuple[str, str]]()] * number
        drawn = draw_even(players, rounds, seeds=seeds, apart=apart)
        other = draw_even(players, rounds, seeds=[*seeds[:-1], 777], apart=apart)
        same += len(set(drawn) & set(other))
        rounds.append(drawn)
    assert same <= most
    assert balance(rounds).repeats == 0 and balance(rounds[:4]).winds == 0
