"""The events of a tournament in words: every class of event has a sentence, which names who and what."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from games.models import Player
from tests.support.tournaments import NOBODY, V7, Told
from tournaments.engine import decisions
from tournaments.engine import draw_events as draw_ev
from tournaments.engine import events as ev
from tournaments.engine.participants import Net
from tournaments.engine.people import entry_events as entry_ev
from tournaments.presenters.log.draw_event_words import details
from tournaments.presenters.log.event_words import EVENT_WORDS, event_words
from tournaments.presenters.log.render_context import ON_DEALS, RenderContext
from tournaments.schema import from_stored

pytestmark = pytest.mark.django_db


SAMPLES = Path(__file__).parents[1] / "stored_events.jsonl"


OF_NO_DEAL = {
    *("MemberRemoved", "EntryRemoved", "SeatGiven", "MembersKeptApart", "TournamentCancelled"),
    *("DrawDiscarded", "RedrawTakenBack", "SettingCorrected"),
    *("ClockMoved", "RoundLengthened", "AppealMoved", "TournamentPaused"),
    *("PointsAdjusted", "AdjustmentTakenBack", "MemberSanctioned", "SanctionTakenBack"),
}
"""Whose reasons speak of people, draws, terms, time and conduct, and are told to everybody."""


def samples() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAMPLES.read_text().splitlines()]


def context(told: Told) -> RenderContext:
    return RenderContext(told.state, {f"player:{number}": f"M{number}" for number in range(100)})


def test_every_event_has_words():
    assert Counter(row.kind for row in EVENT_WORDS) == Counter(get_args(ev.TournamentEvent))


def test_every_reason_is_kept_with_its_deal_or_known_to_speak_of_none():
    """What is forgotten in both would be told to strangers while the house keeps such deals (decision 0246)."""
    reasoned = {
        event.__name__
        for event in get_args(ev.TournamentEvent)
        if "reason" in event.__dataclass_fields__
    }
    of_deals = {event.__name__ for event in ON_DEALS}
    assert reasoned == of_deals | OF_NO_DEAL and not of_deals & OF_NO_DEAL


def test_every_stored_sample_is_said_in_words():
    shown = context(Told(range(1, 5)).start())
    said = [
        (one["name"], one["schema"], event_words(from_stored(**one), shown)) for one in samples()
    ]
    assert len(said) > 100
    assert [one for one in said if "%(" in one[2] or not one[2].endswith((".", ")"))] == []


def test_a_result_names_who_won_and_what_it_brought_everybody():
    told = Told(range(1, 5)).start()
    names = [context(told).name(label) for label in told.state.rounds[0].tables[0].seats]
    (won,) = told.score(V7, penalised=3)[:1]
    said = event_words(won, context(told))
    assert said.startswith(f"Round 1, table 1, deal 1: {names[0]} won")
    assert f"{names[0]} +60, {names[1]} 0, {names[2]} 0, {names[3]} −60" in said
    assert f"{names[3]} paid the penalty." in said
    (drawn,) = told.score(NOBODY, deal=2, winner=None, points=0)[:1]
    assert event_words(drawn, context(told)) == "Round 1, table 1, deal 2: nobody won."


def test_a_draw_lists_its_tables_and_no_event_tells_the_seed():
    told = Told(range(1, 9)).start(seed=7_777_777)
    drawn = next(event for event in told.events if isinstance(event, draw_ev.RoundDrawn))
    listed = details(drawn, context(told))
    assert len(listed) == 2 and all(f"M{n}" in "".join(listed) for n in range(1, 9))
    words = [event_words(event, context(told)) for event in told.events]
    assert not any("7777777" in one for one in words)


def test_a_correction_names_who_gets_more_and_who_gives_back():
    told = Told(range(1, 5), rounds=1, deals_per_round=1).start()
    told.score(V7, penalised=3)
    told.then(decisions.decide_advance(told.state))
    told.close()
    deal = told.state.rounds[0].tables[0].scores[0].deal_id
    net: Net = (-60, 60, 0, 0)
    ruled = told.then(
        decisions.decide_rescore_deal(told.state, deal_id=deal, net=net, penalised=0, ruling=3)
    )
    rescored, corrected = (event_words(event, context(told)) for event in ruled)
    seats = [context(told).name(label) for label in told.state.rounds[0].tables[0].seats]
    assert rescored.startswith("A ruling takes effect. Round 1, table 1, deal 1 now: ")
    assert f"{seats[1]} +60" in rescored and f"{seats[0]} paid the penalty." in rescored
    assert corrected.startswith("A ruling changed the final standings. Prizes corrected: ")
    assert f"{seats[0]} −" in corrected and f"{seats[1]} +" in corrected


def test_a_member_who_left_the_club_is_still_somebody():
    told = Told([5])
    assert (
        event_words(entry_ev.MemberEntered(5), RenderContext(told.state, {}))
        == "former member entered."
    )
    Player.objects.create_user("an", id=5)
    assert event_words(entry_ev.MemberEntered(5), RenderContext(told.state, {})) == "an entered."
