"""The lessons' deals are deals of the engine, and what they teach is what the engine says."""

from collections import Counter

import pytest

from games.engine.cards import DECK
from games.engine.deal import legal_moves
from games.engine.errors import IllegalMove
from games.engine.events import CardMelded, DealStarted
from games.engine.hands.hand import trash_cards
from games.engine.moves import Discard
from games.engine.recording.notation import parse_cards, parse_move
from games.engine.scoring import Result
from games.engine.sets import kind_of
from games.engine.sight import see
from games.engine.state import Phase
from games.lessons import LESSONS, answer, stage_at
from games.lessons.script import LEARNER, Pick, Play, Read, Reckon

STEPS = [
    pytest.param(key, number, id=f"{key}-{number}")
    for key, lesson in LESSONS.items()
    for number in range(1, len(lesson.steps) + 1)
]


@pytest.mark.parametrize(
    ("key", "scene"),
    [(key, scene) for key, lesson in LESSONS.items() for scene in range(len(lesson.scenes))],
)
def test_each_deal_has_the_112_cards_of_the_game(key, scene):
    dealt = LESSONS[key].scenes[scene]
    cards = [card for part in (*dealt.hands, dealt.stock) for card in parse_cards(part)]
    assert sorted(cards) == list(DECK)
    for seat, hand in enumerate(dealt.hands):
        assert len(parse_cards(hand)) == (21 if seat == dealt.starter else 20)


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_what_a_step_asks_for_can_be_given(key, number):
    here = stage_at(key, number)
    asked, state = here.step.asked, here.state
    held = Counter(see(state, LEARNER).hand)
    match asked:
        case Play():
            assert parse_move(asked.move, LEARNER) in legal_moves(state, LEARNER)
            assert answer(here, move=asked.move)
        case Pick():
            cards = parse_cards(asked.cards)
            assert not Counter(cards) - held
            assert kind_of(cards) or set(cards) == set(trash_cards(state.blocks[LEARNER]))
            assert answer(here, cards=asked.cards)
        case Reckon():
            assert state.phase is Phase.OVER
            assert asked.right in asked.offered and len(set(asked.offered)) == 3
            assert answer(here, number=asked.right)
        case Read():
            assert answer(here)


@pytest.mark.parametrize("key", LESSONS)
def test_nobody_else_takes_a_card_unless_it_is_written(key):
    for number, step in enumerate(LESSONS[key].steps, 1):
        taken = [
            event
            for event in stage_at(key, number).happened
            if isinstance(event, CardMelded) and event.seat != LEARNER
        ]
        assert len(taken) == sum(" meld" in said for said in step.says)


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_a_discard_that_a_lesson_asks_for_is_a_worst_card(key, number):
    here = stage_at(key, number)
    verdict = see(here.state, LEARNER).verdict
    if verdict is None or not isinstance(here.step.asked, Play):
        return
    move = parse_move(here.step.asked.move, LEARNER)
    assert isinstance(move, Discard)
    assert move.card in verdict.worst
    if here.step.key in ("khui", "worst"):
        assert verdict.worst == (move.card,)  # the words name one, and no other is as good


def test_the_numbers_that_are_asked_for_are_the_engines():
    def asked(key: str, step: str) -> tuple[int, Result]:
        steps = LESSONS[key].steps
        number = next(n for n, one in enumerate(steps, 1) if one.key == step)
        here = stage_at(key, number)
        assert isinstance(here.step.asked, Reckon) and here.state.ending is not None
        return here.step.asked.right, here.state.ending.result

    right, result = asked("vinagames", "points")
    assert right == result.points and result.winner == LEARNER
    right, result = asked("vinagames", "payment")
    assert right == result.amount and result.net == (60, -20, -20, -20)
    right, result = asked("vinagames", "penalty")
    assert result.offender == 3 and result.net == (right, 0, 0, -right)
    right, result = asked("4sac", "points-4sac")
    assert right == result.points
    right, result = asked("4sac", "payment-4sac")
    assert result.net[LEARNER] == right


def test_what_must_happen_by_itself_happens_in_its_step():
    def forced(number: int) -> list[str]:
        return [
            event.kind.value
            for event in stage_at("vinagames", number).happened
            if isinstance(event, CardMelded) and event.forced
        ]

    keys = [step.key for step in LESSONS["vinagames"].steps]
    assert forced(keys.index("khui") + 1) == ["khui"]
    assert forced(keys.index("pair") + 1) == ["triple"]
    assert forced(keys.index("points") + 1) == ["king-guard-minister"]
    (dealt,) = [
        event
        for event in stage_at("vinagames", keys.index("quan") + 1).happened
        if isinstance(event, DealStarted)
    ]
    assert dealt.quans[LEARNER] == parse_cards("Cy")


def test_a_move_that_the_rules_refuse_is_refused_by_the_engine():
    with pytest.raises(IllegalMove) as refused:
        answer(stage_at("vinagames", 6), move="discard Kw")
    assert refused.value.code == "discard.king"


def test_there_is_no_step_outside_a_lesson():
    for number in (0, 19):
        with pytest.raises(IndexError):
            stage_at("vinagames", number)
