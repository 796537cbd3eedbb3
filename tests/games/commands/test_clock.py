"""The service's clock: while the service is away no deal's clock runs."""

from datetime import datetime, timedelta
from functools import partial

import pytest
import time_machine

from games import commands, queries, tasks
from games.checks.log import differing_deals
from games.engine import sight
from games.engine.attendance import GRACE
from games.engine.deal import legal_moves, to_move
from games.engine.events import ClaimsOffered, ClockExtended, Event, TimeRanOut
from games.engine.moves import ClaimKind
from games.engine.recording.records import to_record
from games.engine.recording.verification import verify
from games.engine.rules import VINAGAMES
from games.engine.state import Phase
from games.log import Recorded, read
from games.models import Deal, Player, ServiceClock
from games.presenters import sentences
from tests.support.deals import NOW, prepared_deal, running_deal

pytestmark = pytest.mark.django_db

AWAY = timedelta(minutes=10)


@pytest.fixture
def an() -> Player:
    return Player.objects.create_user("an")


def waiting_deal(an: Player) -> Deal:
    """Return a deal that waits for its person, with a clock that runs from NOW."""
    deal = running_deal(VINAGAMES, 7, [an])
    commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
    deal.refresh_from_db()
    assert to_move(queries.load_state(deal.pk)) == (0,)
    return deal


def finish(deal_id: int, now: datetime) -> None:
    """The careful bot plays for the person, deadline by deadline."""
    while queries.load_state(deal_id).phase is not Phase.OVER:
        now += timedelta(seconds=60)
        commands.time_out(deal_id=deal_id, now=now)
        commands.play_bots(deal_id=deal_id, clock=partial(datetime.astimezone, now))


def late(deal: Deal) -> datetime:
    """Return the deal's deadline as it stands now."""
    deal.refresh_from_db()
    assert deal.deadline is not None
    return deal.deadline


def extensions(deal: Deal) -> list[Recorded]:
    return [row for row in read(deal.stream) if row.name == "deal.clock-extended"]


def test_the_time_in_which_the_service_was_away_is_given_back_before_anybody_is_late(an, eager):
    deal = waiting_deal(an)
    before = late(deal)
    commands.keep_time(now=NOW + timedelta(seconds=20))
    back = NOW + timedelta(seconds=20) + AWAY
    with time_machine.travel(back, tick=False):
        tasks.time_out(deal.pk)  # a ring from before, which comes before the sweep
        tasks.sweep()
    (event,) = extensions(deal)
    assert event.payload == {"seconds": 600, "reason": "the service was away"}
    assert late(deal) == before + AWAY
    assert event.metadata["deadline"] == late(deal).isoformat()
    assert "deal.time-ran-out" not in [row.name for row in read(deal.stream)]


def test_the_players_see_how_much_longer_they_have(an):
    deal = waiting_deal(an)
    commands.keep_time(now=NOW)
    commands.keep_time(now=NOW + AWAY)
    page = queries.see_deal(Deal.objects.select_related("table").get(pk=deal.pk), an)
    assert page.events[-1].event == ClockExtended(600, "the service was away")
    assert "10\xa0minutes" in sentences.event_words(page.events[-1].event, page.names)


def test_a_second_sweep_and_one_at_the_same_time_give_nothing_twice(an):
    deal = waiting_deal(an)
    commands.keep_time(now=NOW)
    assert commands.keep_time(now=NOW + AWAY) == 1
    assert commands.keep_time(now=NOW + AWAY) == 0
    ServiceClock.objects.update(beat_at=NOW)  # a sweep that broke off before it had noted its beat
    assert commands.keep_time(now=NOW + AWAY) == 0
    assert len(extensions(deal)) == 1


def test_the_beat_never_goes_back(an):
    commands.keep_time(now=NOW)
    commands.keep_time(now=NOW - timedelta(seconds=1))
    assert ServiceClock.objects.get().beat_at == NOW


def test_what_happened_while_no_sweep_ran_counts_from_then_and_nobody_gets_more_than_the_whole(an):
    deal = waiting_deal(an)
    commands.keep_time(now=NOW - timedelta(hours=1))  # pages were there, sweeps were not
    commands.keep_time(now=NOW + timedelta(seconds=30))
    deal.refresh_from_db()
    (event,) = extensions(deal)
    assert event.payload["seconds"] == 30
    assert deal.deadline == NOW + timedelta(seconds=30 + deal.table.seconds_per_move) + GRACE


def test_an_ordinary_pause_between_two_sweeps_gives_nothing(an):
    deal = waiting_deal(an)
    commands.keep_time(now=NOW)
    commands.keep_time(now=NOW + timedelta(seconds=15))
    assert extensions(deal) == []


def test_a_deadline_that_had_passed_before_stays_passed(an, eager):
    deal = waiting_deal(an)
    commands.keep_time(now=late(deal) + timedelta(seconds=1))
    with time_machine.travel(late(deal) + AWAY, tick=False):
        tasks.sweep()
    assert "deal.time-ran-out" in [row.name for row in read(deal.stream)]


def test_those_who_get_ready_have_their_time_back_as_well(an):
    binh = Player.objects.create_user("binh")
    deal = prepared_deal(VINAGAMES, 7, [an, binh])
    commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    commands.keep_time(now=NOW)
    commands.keep_time(now=NOW + AWAY)
    assert late(deal) == NOW + AWAY + timedelta(seconds=60)
    assert deal.phase == Phase.SEEDS


def test_a_move_of_a_page_from_before_is_taken(an):
    deal = waiting_deal(an)
    state = queries.load_state(deal.pk)
    commands.keep_time(now=NOW)
    commands.keep_time(now=NOW + AWAY)
    version = commands.submit_move(
        by=an,
        deal_id=deal.pk,
        move=legal_moves(state, 0)[0],
        move_id="from-before",
        expected_version=state.version,
        now=NOW + AWAY,
    )
    assert version > state.version + 1


def test_a_deal_with_more_time_is_a_whole_record_and_its_row_says_what_its_events_say(an):
    deal = waiting_deal(an)
    commands.keep_time(now=NOW)
    commands.keep_time(now=NOW + AWAY)
    finish(deal.pk, NOW + AWAY)
    assert verify(queries.record_of(deal.pk)) is None
    assert "deal.clock-extended" in str(to_record(queries.record_of(deal.pk)))
    assert list(differing_deals()) == []


def test_more_time_under_claims_does_not_tell_who_was_asked():
    offered = ClaimsOffered(((ClaimKind.WIN,), (), ()))
    told: list[Event] = [offered, ClockExtended(60, "the service was away"), TimeRanOut(0)]
    assert sight.hide_all(told, 1, over=False) == [None, told[1], None]
