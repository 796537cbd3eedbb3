"""Each event of a deal has one row, and a reader of records knows whence each may come."""

from types import UnionType
from typing import Any, get_args

from games.engine import events as ev
from games.engine.events import EVENTS, DisputeEvent
from games.engine.events.kinds import same
from games.engine.recording.reenactment import WISHES
from games.presenters.play.felt_events import ON_FELT


def members(union: Any) -> set[type]:
    return {
        kind
        for one in get_args(union)
        for kind in (members(one) if isinstance(one, UnionType) else {one})
    }


def test_every_event_of_a_deal_has_one_row_and_its_name_is_its_own():
    assert set(EVENTS) == members(ev.Event)
    assert len({kind.name for kind in EVENTS.values()}) == len(EVENTS)


def test_of_every_event_it_is_said_what_it_follows_from():
    for kind in members(ev.Event) - members(DisputeEvent):
        row = EVENTS[kind]
        assert [kind in WISHES, row.move is not None, row.follows].count(True) == 1, kind


def test_what_comes_by_itself_and_changes_nothing_is_aside_unless_it_is_part_of_a_step():
    others = {kind for kind in WISHES if EVENTS[kind].fold is same and not EVENTS[kind].aside}
    assert others == {ev.BankUsed, ev.SeedWithheld, ev.TimeRanOut}


def test_what_nobody_may_know_before_the_end_is_of_a_dispute_or_of_who_may_claim():
    hidden = {kind for kind, row in EVENTS.items() if not (row.public or row.own)}
    assert hidden == {*members(DisputeEvent), ev.ClaimsOffered, ev.ClaimsDeclined}


def test_what_shows_on_the_felt_is_public_or_the_own_answer_to_a_claim():
    assert {kind for kind in ON_FELT if not EVENTS[kind].public} == {ev.ClaimAnswered}


def test_what_only_a_seat_may_know_of_names_that_seat_and_is_not_public():
    own = {kind for kind, row in EVENTS.items() if row.own}
    assert own == {ev.ClaimAnswered, ev.WaiverTurned}
    assert not any(EVENTS[kind].public for kind in own)
    assert all("seat" in kind.__dataclass_fields__ for kind in (*own, *ev.PRESENT))


def test_what_shows_that_a_player_is_there_is_public_and_answers_no_claim():
    assert all(EVENTS[kind].public for kind in ev.PRESENT)
    assert not {ev.CardMelded, ev.ClaimAnswered, ev.WindowHeld} & set(ev.PRESENT)
