"""A deal that a referee's ruling declares void counts for nobody, until another ruling lets it count (§10.8)."""

from random import Random

import pytest

from tests.support.tournaments import V2, V7, Told, deal_id
from tournaments.engine import decisions
from tournaments.engine.correcting import corrections
from tournaments.engine.correcting.correction_events import DealVoided, VoidingTakenBack
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import DealRescored, PrizesCorrected
from tournaments.engine.participants import Net
from tournaments.engine.results import RuledResult
from tournaments.engine.scoring.prizes import prizes_by_player

NOBODY: Net = (0, 0, 0, 0)
DEAL = deal_id(1, 1, 1)
DIRECTOR = 99


def one_round() -> Told:
    told = Told(range(1, 5), rounds=1).start()
    told.score(V2)
    return told


def rule(told: Told, net: Net, *, ruling: int, deal: int = DEAL) -> list[type]:
    """Return a ruling by which the deal pays this; void where nobody pays. Which events it brings."""
    ruled = RuledResult(
        deal,
        net,
        None,
        ruling,
        void=net == NOBODY,
        by="player:7",
        section="§10.8",
        reason="A card was marked.",
    )
    events = ruled.decide(told.state)
    told.then(events)
    assert ruled.decide(told.state) == (), "told twice it changes nothing"
    return [type(event) for event in events]


def points(told: Told) -> list[int]:
    return sorted(row.points for row in told.state.standings())


def wins(told: Told) -> int:
    return sum(row.wins for row in told.state.standings())


def test_it_counts_for_nobody_until_a_ruling_lets_it_count_again():
    told = one_round()
    before = told.state.standings()
    assert rule(told, NOBODY, ruling=5) == [DealRescored, DealVoided]
    voided = told.events[-1]
    assert isinstance(voided, DealVoided)
    assert (voided.ruling, voided.director, voided.section) == (5, 7, "§10.8")
    assert (points(told), wins(told)) == ([0, 0, 0, 0], 0)
    assert rule(told, V2, ruling=6) == [DealRescored, VoidingTakenBack]
    assert told.state.standings() == before


def test_a_director_does_not_take_a_rulings_voiding_back_and_may_have_it_played_again():
    told = one_round()
    rule(told, NOBODY, ruling=5)
    with pytest.raises(TournamentRefused) as caught:
        corrections.decide_take_voiding_back(
            told.state, deal_id=DEAL, reason="x", replay_begun=False, director=DIRECTOR
        )
    assert caught.value.code == "tournament.voided-by-ruling"
    told.then(corrections.decide_replay(told.state, deal_id=DEAL, director=DIRECTOR))
    assert rule(told, V7, ruling=6) == [DealRescored], "another deal is played for it"
    assert points(told) == [0, 0, 0, 0]
    told.then(
        corrections.decide_take_voiding_back(
            told.state, deal_id=DEAL, reason="x", replay_begun=False, director=DIRECTOR
        )
    )
    assert points(told) == sorted(V7)


def test_a_directors_own_voiding_stays_whatever_a_ruling_says():
    told = one_round()
    told.then(
        corrections.decide_void(
            told.state, deal_id=DEAL, reason="x", section="", replay=False, director=DIRECTOR
        )
    )
    assert rule(told, NOBODY, ruling=5) == [DealRescored, DealVoided]
    with pytest.raises(TournamentRefused) as caught:
        corrections.decide_take_voiding_back(
            told.state, deal_id=DEAL, reason="x", replay_begun=False, director=DIRECTOR
        )
    assert caught.value.code == "tournament.voided-by-ruling"
    assert rule(told, V7, ruling=6) == [DealRescored]
    assert points(told) == [0, 0, 0, 0]
    told.then(
        corrections.decide_take_voiding_back(
            told.state, deal_id=DEAL, reason="x", replay_begun=False, director=DIRECTOR
        )
    )
    assert points(told) == sorted(V7)


def test_void_on_appeal_as_well_it_is_void_once():
    told = one_round()
    rule(told, NOBODY, ruling=5)
    assert rule(told, NOBODY, ruling=6) == [DealRescored, DealVoided]
    table = told.state.rounds[0].tables[0]
    assert (len(table.scores), len(table.voided)) == (0, 1)


def test_behind_the_closing_the_prizes_are_corrected_once_and_back():
    told = Told(range(1, 9), deals_per_round=2, entry_fee=20).start().play_all(seed=3).close()
    final = told.state.final
    tables = [table for drawn in told.state.rounds for table in drawn.tables]
    first = next(score for table in tables for score in table.scores if score.winner is not None)
    moved = rule(told, NOBODY, ruling=5, deal=first.deal_id)
    assert moved in ([DealRescored, DealVoided], [DealRescored, DealVoided, PrizesCorrected])
    assert sum(prizes_by_player(told.state.final).values()) == told.state.pot
    again = told.state.find_deal(first.deal_id)
    assert again is not None and again[2].ruled_out
    ruled = RuledResult(first.deal_id, first.net, first.penalised, 6, by="player:7", reason="x")
    told.then(ruled.decide(told.state))
    assert told.state.final == final


def test_it_does_not_hinder_the_next_round():
    told = Told(range(1, 5), rounds=2).start().play_round(Random(1))
    rounds = len(told.state.rounds)
    rule(told, NOBODY, ruling=5)
    told.then(decisions.decide_advance(told.state))
    assert len(told.state.rounds) == rounds
