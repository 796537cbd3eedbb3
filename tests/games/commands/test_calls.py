"""Calling the referee: who may, what becomes of the clock, who answers, and why nobody stalls by it."""

from datetime import timedelta

import pytest

from games import commands, queries
from games.checks.log import check_log, owned_streams
from games.club.calls import call_stream
from games.commands.clock import keep_time
from games.engine.attendance import CALL_WAITS, MOST_CALLS, PAUSE_LASTS
from games.engine.events import DealPaused, DealResumed, RefereeCalled
from games.engine.records import DealRecord, to_line
from games.engine.verification import verify
from games.errors import Refused
from games.infrastructure import outbox
from games.log import read
from games.models import Call, Deal, Player
from games.projections import rebuild_calls
from tests.support.deals import NOW, get_ready, play_to_the_end
from tests.support.presence import (
    MOVE,
    SECOND,
    due,
    events,
    for_two,
    fresh,
    is_consistent,
    move,
    tournament_table,
)
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


@pytest.fixture
def deal(people: list[Player]) -> Deal:
    return for_two(people)


@pytest.fixture
def lan() -> Player:
    return Player.objects.create_user("lan", is_referee=True)


def call(deal: Deal, by: Player, at: timedelta = SECOND, **said: str) -> Call:
    told = {"reason": "rule", "words": "Is that safe?", **said}
    return commands.call_referee(by=by, table_id=deal.table_id, now=NOW + at, **told)


def refused(code: str, act) -> None:
    with pytest.raises(Refused) as told:
        act()
    assert told.value.code == code


def test_the_clock_stands_still_until_the_referee_has_answered(deal, people, lan) -> None:
    before = due(deal)
    made = call(deal, people[0])
    assert events(deal)[-2:] == [RefereeCalled(0), DealPaused(director=False)]
    assert fresh(deal).paused_until == NOW + SECOND + CALL_WAITS
    refused("deal.paused", lambda: move(deal, people, NOW + 2 * SECOND))
    commands.take_call(by=lan, call_id=made.pk, now=NOW + 61 * SECOND)
    assert fresh(deal).paused_until == NOW + SECOND + PAUSE_LASTS
    commands.answer_call(
        by=lan, call_id=made.pk, words="It was safe.", section="10.3", now=NOW + 121 * SECOND
    )
    assert events(deal)[-1] == DealResumed(director=False)
    assert due(deal) == before + 120 * SECOND
    names = [stored.name for stored in read(call_stream(made.pk))]
    assert names == ["call.made", "call.taken", "call.answered"]
    row = Call.objects.get()
    assert (row.referee_id, row.answer, row.section) == (lan.pk, "It was safe.", "§10.3")
    is_consistent(deal, people)
    assert '"tusac-deal/5"' in to_line(queries.record_of(deal.pk))


def test_a_call_that_nobody_takes_lets_the_clock_go_on_by_itself(deal, people) -> None:
    call(deal, people[0])
    end = NOW + SECOND + CALL_WAITS
    due_now = Deal.objects.filter(outbox.END_PAUSE.due(end - SECOND))
    assert not due_now.exists()
    assert Deal.objects.filter(outbox.END_PAUSE.due(end)).exists()
    assert commands.end_pause(deal_id=deal.pk, now=end)
    assert events(deal)[-1] == DealResumed(director=False)
    assert Call.objects.get().ended_at is None  # it waits in the queue on
    is_consistent(deal, people)


def test_a_seat_stops_the_clock_twice_in_a_deal_and_no_more(deal, people) -> None:
    for number in range(MOST_CALLS + 1):
        made = call(deal, people[0], at=number * MOVE / 10)
        assert (fresh(deal).paused_at is None) == (number == MOST_CALLS)
        commands.call_off(by=people[0], call_id=made.pk, now=NOW + number * MOVE / 10 + SECOND)
    assert sum(isinstance(event, RefereeCalled) for event in events(deal)) == MOST_CALLS
    made = call(deal, people[1], at=4 * MOVE / 10)  # the other seat has its own
    assert fresh(deal).paused_at is not None
    commands.call_off(by=people[1], call_id=made.pk, now=NOW + MOVE / 2)
    is_consistent(deal, people)


def test_the_others_agree_to_go_on_without_the_caller_also_in_a_tournament(people) -> None:
    deal = tournament_table(people)
    get_ready(deal, people, ["one", "two"])
    call(deal, people[0])
    agreed = commands.ask_pause(by=people[1], deal_id=deal.pk, resume=True, now=NOW + 2 * SECOND)
    assert agreed and fresh(deal).paused_at is None
    refused(
        "pause.director",
        lambda: commands.ask_pause(by=people[1], deal_id=deal.pk, resume=False, now=NOW),
    )
    is_consistent(deal, people)


def test_the_director_lets_the_clock_go_on_alone(deal, people) -> None:
    call(deal, people[0])
    director = Player.objects.create_user("director", is_director=True)
    commands.pause_deal(by=director, deal_id=deal.pk, resume=True, now=NOW + 2 * SECOND)
    assert fresh(deal).paused_at is None
    is_consistent(deal, people)


def test_a_director_calls_without_a_seat_and_twice_is_once(deal, people) -> None:
    director = Player.objects.create_user("director", is_director=True)
    made = call(deal, director)
    assert made.seat is None and events(deal)[-2] == RefereeCalled(None)
    assert call(deal, people[0]) == made
    assert Call.objects.count() == 1
    commands.call_off(by=director, call_id=made.pk, now=NOW + 2 * SECOND)
    is_consistent(deal, people)


def test_before_the_cards_and_after_the_end_a_call_stops_no_clock(people, lan) -> None:
    deal = tournament_table(people)
    made = call(deal, people[0])
    assert fresh(deal).paused_at is None
    commands.answer_call(by=lan, call_id=made.pk, words="Wait.", section="", now=NOW)
    get_ready(deal, people, ["one", "two"])
    play_to_the_end(fresh(deal), now=NOW)
    call(deal, people[0])
    assert list(check_log()) == []


def test_who_has_no_seat_no_reason_or_too_many_words_is_refused(deal, people) -> None:
    stranger = Player.objects.create_user("chi")
    guest = Player.objects.create_user("guest", is_guest=True)
    refused("call.seat", lambda: call(deal, stranger))
    refused("call.seat", lambda: call(deal, guest))
    refused("call.reason", lambda: call(deal, people[0], reason="tea"))
    refused("call.words", lambda: call(deal, people[0], words="x" * 201))
    refused("call.words", lambda: call(deal, people[0], words="a\0b"))
    refused("call.words", lambda: call(deal, people[0], reason="other", words="  "))
    refused(
        "table.unknown",
        lambda: commands.call_referee(
            by=people[0], table_id=2**31, reason="rule", words="", now=NOW
        ),
    )
    assert not Call.objects.exists() and fresh(deal).paused_at is None


def test_nobody_answers_where_they_have_an_interest(people, lan) -> None:
    deal = tournament_table(people)
    get_ready(deal, people, ["one", "two"])
    made = call(deal, people[0])
    Player.objects.filter(pk__in=[one.pk for one in people]).update(is_referee=True)
    for one in people:
        one.refresh_from_db()
        refused("call.interest", lambda one=one: take(made, one))
    beside = Player.objects.create_user("beside", is_referee=True)
    opened_table(
        by=beside,
        name="Bàn 2",
        rules=queries.load_state(deal.pk).rules,
        seats=2,
        occupants=[beside, Player.objects.create_user("other")],
        starters=[1],
        origin="tournament-1/1/2",
        now=NOW,
    )
    refused("call.interest", lambda: take(made, beside))
    refused("call.duty", lambda: take(made, Player.objects.create_user("chi")))
    take(made, lan)
    other = Player.objects.create_user("other-referee", is_referee=True)
    refused("call.taken", lambda: take(made, other))
    take(made, lan)
    assert [one.name for one in read(call_stream(made.pk))].count("call.taken") == 1


def take(made: Call, by: Player) -> None:
    commands.take_call(by=by, call_id=made.pk, now=NOW + 3 * SECOND)


def test_an_answer_is_given_once_and_cites_a_section_or_none(deal, people, lan) -> None:
    made = call(deal, people[0])
    said = {"by": lan, "call_id": made.pk, "now": NOW + 3 * SECOND}
    refused("call.section", lambda: commands.answer_call(words="No", section="ten", **said))
    refused("call.words", lambda: commands.answer_call(words=" ", section="", **said))
    refused(
        "call.unknown",
        lambda: commands.answer_call(**{**said, "call_id": 99}, words="No", section=""),
    )
    commands.answer_call(words="No", section="", **said)
    commands.answer_call(words="No", section="", **said)  # the second click
    refused("call.over", lambda: commands.answer_call(words="Yes", section="", **said))
    refused("call.over", lambda: take(made, lan))
    assert len(list(read(call_stream(made.pk)))) == 2


def test_the_rows_are_made_again_from_the_streams_and_the_streams_are_known(
    deal, people, lan
) -> None:
    made = call(deal, people[0])
    commands.answer_call(by=lan, call_id=made.pk, words="No", section="", now=NOW + SECOND)
    before = list(Call.objects.values())
    Call.objects.update(words="", answer="", ended_at=None, referee=None)
    rebuild_calls()
    assert list(Call.objects.values()) == before
    assert owned_streams([call_stream(made.pk), "call-99"]) == {call_stream(made.pk)}
    assert list(check_log()) == []


def test_the_pause_of_a_call_outlives_a_step_of_the_clock_and_a_restart(deal, people) -> None:
    call(deal, people[0])
    row = fresh(deal)
    assert row.paused_until is not None
    # As the sweep finds it after an absence: a paused deal has no clock to give time back to.
    keep_time(now=NOW + 2 * SECOND)
    assert fresh(deal).paused_until == row.paused_until


def test_a_record_whose_call_has_no_pause_or_one_too_many_is_refused(deal, people) -> None:
    for number in range(MOST_CALLS):
        made = call(deal, people[0], at=number * MOVE / 10)
        commands.call_off(by=people[0], call_id=made.pk, now=NOW + number * MOVE / 10 + SECOND)
    play_to_the_end(fresh(deal), now=NOW + MOVE)
    record = queries.record_of(deal.pk)
    assert verify(record) is None
    at = next(n for n, event in enumerate(record.history) if isinstance(event, RefereeCalled))
    pause = record.events[at : at + 3]
    for forged in (
        record.events[: at + 1] + record.events[at + 3 :],
        record.events[:at] + record.events[at + 1 :],
        record.events[:at] + pause + record.events[at:],
    ):
        assert verify(DealRecord(record.deal, forged)) is not None
