"""A seat whose page is gone when its move is due: a shorter clock, which its owner stops by looking again."""

from datetime import datetime, timedelta

import pytest

from games import commands, queries
from games.commands.table.social import note_look
from games.engine.attendance import GRACE, LOOKED_AWAY, UNSEEN_SECONDS, attend
from games.engine.deal import legal_moves, to_move
from games.engine.events import BankUsed, CardDiscarded, Event, SeatBack, SeatUnseen, TimeRanOut
from games.engine.recording.records import DealRecord, to_line
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.errors import Refused
from games.infrastructure import outbox
from games.models import Deal, Player, Seat, Table
from tests.support.deals import NOW, get_ready, running_deal, turns
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

pytestmark = pytest.mark.django_db

SHORT = UNSEEN_SECONDS * SECOND
BANK = 120


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


@pytest.fixture
def deal(people: list[Player]) -> Deal:
    """A deal of two people whose pages are open at NOW."""
    deal = for_two(people, bank=BANK)
    for player in people:
        look(deal, player, NOW)
    return deal


def look(deal: Deal, player: Player, at: datetime) -> None:
    table = Table.objects.get(pk=deal.table_id)
    note_look(seat=Seat.objects.get(table=table, player=player), table=table, now=at)


def sweep(deal: Deal, at: datetime) -> int:
    """Return what a sweep makes of the deal: how many moves were played for somebody whose page is gone."""
    if not Deal.objects.filter(outbox.PLAY_UNSEEN.due(at), pk=deal.pk).exists():
        return 0
    return commands.play_unseen(deal_id=deal.pk, now=at)


def at_turn(deal: Deal) -> int:
    [seat] = to_move(queries.load_state(deal.pk))
    return seat


def begun(deal: Deal, people: list[Player]) -> tuple[int, datetime]:
    """Return the seat to move is not here any more: its short clock has begun; the seat, and when it ends."""
    seat = at_turn(deal)
    at = NOW + LOOKED_AWAY
    look(deal, people[1 - seat], at)
    assert sweep(deal, at) == 0
    until = fresh(deal).unseen_until
    assert until == at + SHORT
    return seat, until


def test_a_seat_that_is_not_here_is_played_for_after_a_short_clock_and_uses_no_bank(people, deal):
    before = due(deal)
    seat, until = begun(deal, people)
    assert due(deal) == before
    look(deal, people[1 - seat], until - SECOND)
    assert sweep(deal, until - SECOND) == 0
    assert sweep(deal, until) == 1
    told = events(deal)
    assert told.count(SeatUnseen(seat)) == 1
    assert not any(isinstance(event, BankUsed | TimeRanOut) for event in told)
    assert attend(told).gone == {seat}
    assert fresh(deal).unseen_until is None
    for viewer in (*people, None):
        assert queries.see_deal(fresh(deal), viewer).gone == {seat}
    assert sweep(deal, until) == 0
    is_consistent(deal, people)
    assert '"tusac-deal/4"' in to_line(queries.record_of(deal.pk))


def test_behind_that_the_careful_bot_plays_at_once_and_one_press_takes_the_seat_back(people, deal):
    seat, until = begun(deal, people)
    look(deal, people[1 - seat], until)
    sweep(deal, until)
    while at_turn(deal) != seat:
        move(deal, people, fresh(deal).changed_at)
    row = fresh(deal)
    assert (row.deadline, row.bot_due is not None) == (None, True)
    look(deal, people[seat], row.changed_at)  # a look alone takes nothing back from the bot
    assert queries.see_deal(fresh(deal), None).gone == {seat}
    commands.come_back(by=people[seat], deal_id=deal.pk, now=row.changed_at)
    assert due(deal) == row.changed_at + MOVE + BANK * SECOND + GRACE
    is_consistent(deal, people)


def test_who_looks_again_in_time_has_all_that_is_left(people, deal):
    before = due(deal)
    seat, until = begun(deal, people)
    look(deal, people[1 - seat], until - SECOND)
    look(deal, people[seat], until - SECOND)
    assert (fresh(deal).unseen_until, due(deal)) == (None, before)
    assert sweep(deal, until) == 0
    assert commands.play_unseen(deal_id=deal.pk, now=until) == 0
    assert move(deal, people, NOW + MOVE) == seat
    assert not any(isinstance(event, SeatBack | SeatUnseen | BankUsed) for event in events(deal))


def test_a_look_that_comes_while_the_task_waits_for_the_lock_is_in_time(people, deal):
    seat, until = begun(deal, people)
    look(deal, people[1 - seat], until)
    # The look is noted at the seat, and waits for the deal's row, which the task holds.
    Seat.objects.filter(table=deal.table_id, number=seat).update(seen_at=until)
    assert commands.play_unseen(deal_id=deal.pk, now=until) == 0
    assert fresh(deal).unseen_until is None
    assert at_turn(deal) == seat


def test_a_move_that_comes_just_behind_the_bots_is_stale_and_a_look_finds_the_seat_gone(
    people, deal
):
    seat, until = begun(deal, people)
    seen = queries.see_deal(fresh(deal), people[seat]).view.version
    wanted = legal_moves(queries.load_state(deal.pk), seat)[-1]
    look(deal, people[1 - seat], until)
    sweep(deal, until)
    with pytest.raises(Refused) as refusal:
        commands.submit_move(
            by=people[seat],
            deal_id=deal.pk,
            move=wanted,
            move_id="too-late-1",
            expected_version=seen,
            now=until,
        )
    assert refusal.value.code == "deal.stale"
    look(deal, people[seat], until + SECOND)
    assert queries.see_deal(fresh(deal), people[seat]).gone == {seat}


def test_a_service_that_no_page_reaches_makes_nobody_gone(people, deal):
    """The worker goes on while the web processes are away: all pages are quiet then."""
    for seconds in range(0, 60, 3):
        assert sweep(deal, NOW + seconds * SECOND) == 0
    assert fresh(deal).unseen_until is None


def test_a_clock_that_has_begun_ends_nothing_before_somebody_elses_page_has_looked(people, deal):
    seat, until = begun(deal, people)
    assert sweep(deal, until) == sweep(deal, until + 9 * SECOND) == 0
    look(deal, people[1 - seat], until + 10 * SECOND)
    assert sweep(deal, until + 12 * SECOND) == 1


def test_whose_move_is_late_anyway_is_late_as_ever(people, deal):
    Table.objects.filter(pk=deal.table_id).update(bank_seconds=0)
    seat = at_turn(deal)
    at = due(deal) - SHORT
    look(deal, people[1 - seat], at)
    assert sweep(deal, at) == 0
    assert fresh(deal).unseen_until is None


def test_who_never_had_a_page_open_is_not_judged(people, deal):
    seat = at_turn(deal)
    Seat.objects.filter(table=deal.table_id, number=seat).update(seen_at=None)
    look(deal, people[1 - seat], NOW + MOVE)
    assert sweep(deal, NOW + MOVE) == commands.play_unseen(deal_id=deal.pk, now=NOW + MOVE) == 0
    assert fresh(deal).unseen_until is None


def test_who_plays_on_by_a_program_or_without_scripts_behind_a_closed_page_is_not_judged(
    people, deal
):
    seat = at_turn(deal)
    at = NOW + LOOKED_AWAY + SECOND
    other = people[1 - seat]
    assert move(deal, people, at) == seat
    while at_turn(deal) != seat:
        move(deal, people, at)
    for seconds in range(0, 60, 3):
        look(deal, other, at + seconds * SECOND)
        assert sweep(deal, at + seconds * SECOND) == 0
    assert fresh(deal).unseen_until is None
    assert seat not in queries.see_table(deal.table_id, other).away


def test_the_clock_begins_anew_with_each_move_and_stands_in_a_pause(people, deal):
    _seat, _until = begun(deal, people)
    director = Player.objects.create_user("chi", is_director=True)
    commands.pause_deal(by=director, deal_id=deal.pk, resume=False, now=NOW + MOVE / 2)
    assert fresh(deal).unseen_until is None
    assert sweep(deal, NOW + MOVE) == 0
    commands.pause_deal(by=director, deal_id=deal.pk, resume=True, now=NOW + MOVE)
    assert sweep(deal, NOW + MOVE) == 0  # the others do not look either
    look(deal, people[1 - at_turn(deal)], NOW + MOVE)
    assert sweep(deal, NOW + MOVE) == 0
    assert fresh(deal).unseen_until == NOW + MOVE + SHORT


def test_a_move_ends_it(people, deal):
    seat, _until = begun(deal, people)
    assert move(deal, people, NOW + MOVE / 2) == seat
    assert fresh(deal).unseen_until is None


def test_nothing_of_it_happens_while_claims_are_open(people):
    """A clock that did not begin would tell that somebody is asked (§6.10)."""
    for seed in range(41, 60):
        deal = running_deal(FOURSAC, seed, people)
        if any(s.phase is Phase.CLAIMS for s in turns(deal, lambda m: m[0], clock=lambda: NOW)):
            break
        commands.close_table(by=people[0], table_id=deal.table_id, now=NOW)
    row = fresh(deal)
    assert row.window_until is not None
    Seat.objects.filter(table=deal.table_id, player__isnull=False).update(seen_at=NOW - MOVE)
    at = row.window_until - SECOND
    assert sweep(deal, at) == commands.play_unseen(deal_id=deal.pk, now=at) == 0
    assert fresh(deal).unseen_until is None


def test_it_is_the_same_at_a_tournaments_table(people):
    deal = tournament_table(people)
    get_ready(deal, people, ["one", "two"])
    for player in people:
        look(deal, player, NOW)
    seat, until = begun(deal, people)
    look(deal, people[1 - seat], until)
    assert sweep(deal, until) == 1
    assert SeatUnseen(seat) in events(deal)


def test_after_an_absence_of_the_service_everybody_has_time_to_look_again(people, deal):
    commands.keep_time(now=NOW)
    _seat, _until = begun(deal, people)
    back = NOW + timedelta(minutes=5)
    commands.keep_time(now=back)
    assert fresh(deal).unseen_until is None
    assert sweep(deal, back) == sweep(deal, back + LOOKED_AWAY - SECOND) == 0
    assert fresh(deal).unseen_until is None


def test_a_record_may_not_say_it_of_who_is_not_to_move(people, deal):
    is_consistent(deal, people)
    record = queries.record_of(deal.pk)
    at, mine = next(
        (number, event.seat)
        for number, event in enumerate(record.history)
        if isinstance(event, CardDiscarded) and number > 12
    )

    def forged(*more: Event) -> str | None:
        new = tuple((record.events[at][0], event) for event in more)
        return verify(DealRecord(record.deal, (*record.events[:at], *new, *record.events[at:])))

    assert forged(SeatUnseen(mine)) is None
    assert forged(SeatUnseen(1 - mine)) is not None
    assert forged(SeatUnseen(mine), TimeRanOut(mine)) is not None
    assert forged(SeatUnseen(mine), SeatUnseen(mine)) is not None
    assert forged(SeatUnseen(mine), SeatBack(mine)) is not None


def test_the_seat_itself_is_told_of_no_shorter_clock(people, deal):
    seat, until = begun(deal, people)
    assert queries.see_deal(fresh(deal), people[seat]).unseen_until is None
    assert queries.see_deal(fresh(deal), people[1 - seat]).unseen_until == until
