"""Each outcome of a ruling has its row and its words, so that no reader of either is forgotten (§10.8)."""

from dataclasses import fields

import pytest

from games.engine.disputing.outcomes import PAYING_NAMES, RULING_NAMES, RULINGS, Outcome, outcome_of
from games.engine.events import DisputeEvent
from games.engine.recording.notation import NAMES
from games.engine.scoring import no_winner
from games.models import FiledDispute, statuses
from games.presenters.outcomes import OUTCOME_WORDS, CaseWords
from tournaments.engine.real_cards.outcome_names import NAMES as REAL_CARD_NAMES
from tournaments.engine.real_cards.outcome_names import name_of_outcome
from tournaments.engine.real_cards.outcome_names import outcome_of as outcome_stored


def test_each_outcome_but_the_withdrawal_is_a_ruling_with_words_and_a_label():
    rulings = set(Outcome) - {Outcome.WITHDRAWN}
    assert RULINGS.keys() == OUTCOME_WORDS.keys() == rulings
    assert [*RULINGS, "open"] == [*(name for name, _words in statuses()[1:]), FiledDispute.OPEN]


@pytest.mark.parametrize("outcome", RULINGS)
def test_the_words_are_all_there_in_both_cases(outcome):
    words = OUTCOME_WORDS[outcome]
    for field in fields(words):
        said = getattr(words, field.name)
        if isinstance(said, CaseWords):
            assert said.fell and said.absent, field.name
    assert len(words.notices) in (0, 3)


@pytest.mark.parametrize("outcome", RULINGS)
def test_the_event_of_an_outcome_is_known_by_its_name(outcome):
    row = RULINGS[outcome]
    assert NAMES[row.event] == row.name and row.name in RULING_NAMES
    assert issubclass(row.event, DisputeEvent)
    said = row.event(1, "player:9", row.upheld, "§10.3", "So.", no_winner(4))
    assert outcome_of(said) is outcome


@pytest.mark.parametrize("judged", [True, False])
@pytest.mark.parametrize("outcome", Outcome)
def test_real_cards_know_each_outcome_by_a_name(outcome, judged):
    name = name_of_outcome(outcome, judged)
    assert name in REAL_CARD_NAMES and outcome_stored(name, judged) is outcome


def test_what_pays_is_each_ruling_and_the_withdrawal():
    assert {*RULING_NAMES, "deal.ruling-withdrawn"} == PAYING_NAMES
