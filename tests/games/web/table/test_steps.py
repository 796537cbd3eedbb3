"""The steps that a page shows as motion: in order, counted alike for all and after the end, with face-up cards."""

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games import queries
from games.engine import events as ev
from games.engine.cards import CARD_BY_NAME, CARD_NAMES
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sets import SetKind
from games.presenters.people.preferences import SOUNDS
from games.presenters.play.felt_events import MOST_STEPS, MotionStep, sound_of, steps_of
from tests.support.deals import turns
from tests.support.play_pages import dealt
from tests.support.table_page import page_of

pytestmark = pytest.mark.django_db

PAWN = CARD_BY_NAME["Pr"]


def penalty(offender: int | None) -> Any:
    """Return as much of a result as says whether a penalty was paid."""
    return SimpleNamespace(offender=offender)


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC])
def test_steps_go_on_counting_and_tell_what_lay_face_up(an, binh, rules):
    deal = dealt(an, binh, rules=rules)
    told: dict[int, MotionStep] = {}
    for state in turns(deal, Random(7).choice):
        views = [steps_of(queries.see_deal(deal, viewer)) for viewer in (an, binh, None)]
        last = [[step[:4] for step in view[-MOST_STEPS:]] for view in views]
        assert last[0] == last[1] == last[2]
        for view in views:
            assert len(view) <= MOST_STEPS or view[0].missed or not view[1].missed
            for step in view:
                assert told.setdefault(step.number, step)[:4] == step[:4]
                assert all(state.face_up()[card] for card in step.cards)
    deal.refresh_from_db()
    ending = steps_of(queries.see_deal(deal, None))
    assert ending[-1].kind in ("won", "exhausted")
    assert all(told.get(step.number, step)[:4] == step[:4] for step in ending)
    kinds = {step.kind for step in told.values()}
    assert {"deal", "discard", "draw", "meld"} <= kinds
    assert {step.sound or step.kind for step in told.values()} <= {*SOUNDS, "pass"}


@pytest.mark.parametrize(
    ("event", "sound"),
    [
        (ev.CardMelded(0, PAWN, (PAWN,) * 2, SetKind.TRIPLE, forced=True), "pair"),
        (ev.CardMelded(0, PAWN, (PAWN,) * 3, SetKind.KHUI, forced=True), "khap"),
        (ev.CardMelded(0, PAWN, (PAWN,) * 2, SetKind.TRIPLE, forced=False), ""),
        (ev.DealWon(0, penalty(1)), "penalty"),
        (ev.DealWon(0, penalty(None)), ""),
        (ev.DealStarted(0, None, ((), ()), ((PAWN,), ()), ()), "quan"),
        (ev.DealStarted(0, None, ((), ()), ((), ()), ()), ""),
    ],
)
def test_what_a_step_announces_has_a_sound_of_its_own(event, sound):
    assert sound_of(event) == sound


def test_the_page_holds_them_for_its_scripts_alone(an):
    deal = dealt(an)
    next(turns(deal, lambda moves: moves[0]))
    html = page_of(an, deal)
    steps = steps_of(queries.see_deal(deal, an))
    found = re.findall(
        r'data-step="(\d+)" data-kind="(\w+)" data-seat="(\d)"(?: data-sound="\w+")?(?: data-code="(\w+)")?',
        html,
    )
    assert found == [
        (
            str(step.number),
            step.kind,
            str(step.seat),
            "" if step.card is None else CARD_NAMES[step.card],
        )
        for step in steps
    ]
    assert f'<ol id="steps" data-deal="{deal.pk}">' in html
