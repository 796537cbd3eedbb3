"""Who is there: a bank of time, a seat that is gone and comes back, and pauses. The clock is the tests' own."""

from datetime import datetime, timedelta

import pytest

from games import commands, queries
from games.checks.log import differing_deals
from games.commands.deal.deal_work import DealWork
from games.engine.attendance import GRACE, SHORT_SECONDS, attend
from games.engine.deal import legal_moves, to_move
from games.engine.events import (
    BankUsed,
    ClaimAnswered,
    DisputeFiled,
    Event,
    SeatBack,
    SeatGone,
    SeatUnseen,
    TimeRanOut,
)
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.infrastructure.outbox import TIME_OUT
from games.models import Deal, Player, Table
from games.queries.finished.histories import Row, gone_to_the_end
from tests.support.deals import NOW, running_deal, turns
from tests.support.presence import (
    MOVE,
    SECOND,
    due,
    events,
    for_two,
    fresh,
    is_consistent,
    miss,
    move,
    tournament_table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


def asked_to_claim(people: list[Player]) -> tuple[Deal, int]:
    """Return a deal of 4sac in which a person may claim and has not answered, and that seat."""
    for seed in range(40, 60):
        deal = running_deal(FOURSAC, seed, people)
        for state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
            asked = [seat for seat in to_move(state) if seat < len(people)]
            if state.phase is Phase.CLAIMS and asked:
                return fresh(deal), asked[0]
        commands.close_table(by=people[0], table_id=deal.table_id, now=NOW + timedelta(hours=1))
    raise AssertionError("nobody was asked")


# --- the bank and the grace -----------------------------------------------------------------------


def test_a_move_takes_its_own_time_first_then_the_bank(people):
    deal = for_two(people, bank=120)
    first = move(deal, people, NOW + 60 * SECOND)
    assert due(deal) == NOW + 60 * SECOND + MOVE + 120 * SECOND + GRACE
    assert not any(isinstance(event, BankUsed) for event in events(deal))
    start = NOW + 60 * SECOND
    second = move(deal, people, start + MOVE + GRACE + 45 * SECOND)
    used = [event for event in events(deal) if isinstance(event, BankUsed)]
    assert used == [BankUsed(second, 45)]
    there = attend(events(deal))
    assert there.bank_left(second, 120) == 75
    assert there.bank_left(1 - second, 120) == 120 or first == second
    is_consistent(deal, people)


def test_who_waited_for_the_lock_pays_no_bank_for_it_and_takes_no_time_of_the_next(people):
    deal = for_two(people, bank=120)
    arrived = NOW + MOVE + GRACE + 40 * SECOND
    behind = arrived + 7 * SECOND
    clock = iter((arrived, behind))
    seat = move(deal, people, lambda: next(clock))
    used = [event for event in events(deal) if isinstance(event, BankUsed)]
    assert used == [BankUsed(seat, 40)]
    # The next one has all of the time, counted from when the move was made.
    [following] = to_move(queries.load_state(deal.pk))
    left = 80 if following == seat else 120
    assert fresh(deal).changed_at == behind
    assert due(deal) == behind + MOVE + left * SECOND + GRACE
    is_consistent(deal, people)


def test_a_move_within_the_grace_is_in_time_and_costs_nothing(people):
    deal = for_two(people, bank=120)
    move(deal, people, NOW)
    move(deal, people, NOW + MOVE + GRACE)
    assert not any(isinstance(event, BankUsed | TimeRanOut) for event in events(deal))


def test_no_timeout_comes_before_the_grace_is_over(people):
    deal = for_two(people)
    move(deal, people, NOW)
    shown = NOW + MOVE
    assert commands.time_out(deal_id=deal.pk, now=shown + GRACE - SECOND) == 0
    assert not Deal.objects.filter(TIME_OUT.due(shown + SECOND)).exists()
    assert commands.time_out(deal_id=deal.pk, now=shown + GRACE) == 1


def test_a_timeout_takes_all_of_the_bank(people):
    deal = for_two(people, bank=20)
    seat = move(deal, people, NOW)
    [late] = to_move(queries.load_state(deal.pk))
    commands.time_out(deal_id=deal.pk, now=due(deal))
    assert BankUsed(late, 20) in events(deal)
    assert attend(events(deal)).bank_left(late, 20) == 0
    assert seat in (0, 1)
    is_consistent(deal, people)


def test_a_table_without_a_bank_is_as_it_was(people):
    deal = for_two(people)
    move(deal, people, NOW)
    move(deal, people, due(deal))
    assert not any(isinstance(event, BankUsed) for event in events(deal))


def test_claims_cost_no_bank_and_make_nobody_absent(people):
    """What depends on who was asked would tell others of it (§6.10)."""
    deal, _seat = asked_to_claim(people)
    Table.objects.filter(pk=deal.table_id).update(bank_seconds=120)
    until = deal.window_until
    assert until is not None
    commands.close_window(deal_id=deal.pk, now=until)
    told = attend(events(deal))
    assert any(isinstance(event, TimeRanOut) for event in events(deal))
    assert (told.gone, told.missed, told.used) == (frozenset(), {}, {})


# --- gone and back --------------------------------------------------------------------------------


def test_one_missed_move_gives_the_next_one_less_time(people):
    deal = for_two(people)
    miss(deal, 1, people, 1)
    while to_move(queries.load_state(deal.pk)) != (1,):
        move(deal, people, fresh(deal).changed_at)
    assert due(deal) - fresh(deal).changed_at == SHORT_SECONDS * SECOND + GRACE
    assert SeatGone(1) not in events(deal)


def test_a_move_of_its_own_clears_a_missed_one(people):
    deal = for_two(people)
    miss(deal, 1, people, 1)
    while to_move(queries.load_state(deal.pk)) != (1,):
        move(deal, people, fresh(deal).changed_at)
    move(deal, people, fresh(deal).changed_at)
    assert attend(events(deal)).missed.get(1, 0) == 0


def test_who_misses_two_moves_in_a_row_is_gone_and_no_longer_stalls_the_table(people):
    """Before, each of some fifteen moves of an absent seat took the whole time of a move."""
    deal = for_two(people)
    miss(deal, 1, people, 2)
    assert SeatGone(1) in events(deal)
    for viewer in (*people, None):
        assert queries.see_deal(fresh(deal), viewer).gone == {1}
    waited = timedelta(0)
    while queries.load_state(deal.pk).phase is not Phase.OVER:
        row = fresh(deal)
        if to_move(queries.load_state(deal.pk)) == (1,):
            assert row.deadline is None
            moment = row.bot_due
            assert moment is not None
            waited += moment - row.changed_at
            assert commands.play_bots(deal_id=deal.pk, clock=lambda: moment) >= 1  # noqa: B023
        else:
            move(deal, people, row.changed_at)
    moves = sum(isinstance(event, TimeRanOut) for event in events(deal))
    assert moves == 2
    assert waited < MOVE
    assert list(differing_deals()) == []
    assert verify(queries.record_of(deal.pk)) is None


def test_who_is_back_has_the_whole_time_again(people):
    deal = for_two(people)
    miss(deal, 1, people, 2)
    while to_move(queries.load_state(deal.pk)) != (1,):
        move(deal, people, fresh(deal).changed_at)
    now = fresh(deal).changed_at
    for _twice in range(2):
        commands.come_back(by=people[1], deal_id=deal.pk, now=now)
    assert events(deal).count(SeatBack(1)) == 1
    row = fresh(deal)
    assert (row.bot_due, row.deadline) == (None, now + MOVE + GRACE)
    assert queries.see_deal(row, people[0]).gone == frozenset()
    is_consistent(deal, people)


def test_coming_back_moves_nobody_elses_clock(people):
    deal = for_two(people)
    miss(deal, 1, people, 2)
    while to_move(queries.load_state(deal.pk)) != (0,):
        moment = fresh(deal).bot_due
        assert moment is not None
        commands.play_bots(deal_id=deal.pk, clock=lambda: moment)  # noqa: B023
    before = due(deal)
    seen = queries.see_deal(fresh(deal), people[0]).view.version
    commands.come_back(by=people[1], deal_id=deal.pk, now=fresh(deal).changed_at + 5 * SECOND)
    assert due(deal) == before
    state = queries.load_state(deal.pk)
    commands.submit_move(  # a move that was made before the page knew of it
        by=people[0],
        deal_id=deal.pk,
        move=legal_moves(state, 0)[-1],
        move_id="before-it",
        expected_version=seen,
        now=before,
    )


def test_a_move_brings_its_seat_back(people):
    deal = for_two(people)
    miss(deal, 1, people, 2)
    while to_move(queries.load_state(deal.pk)) != (1,):
        move(deal, people, fresh(deal).changed_at)
    assert move(deal, people, fresh(deal).changed_at) == 1
    assert SeatBack(1) in events(deal)
    is_consistent(deal, people)


def test_an_answer_to_claims_brings_nobody_back(people):
    deal, seat = asked_to_claim(people)
    work = DealWork.on(deal.pk, now=NOW)
    work.add((SeatGone(seat),))
    work.save()
    before = len(queries.see_deal(fresh(deal), None).events)
    commands.submit_move(
        by=people[seat],
        deal_id=deal.pk,
        move=legal_moves(queries.load_state(deal.pk), seat)[-1],
        move_id="answer-01",
        expected_version=queries.see_deal(fresh(deal), people[seat]).view.version,
        now=fresh(deal).changed_at,
    )
    assert len(queries.see_deal(fresh(deal), None).events) == before


def test_at_a_tournament_table_who_was_never_there_is_played_for_at_once(people):
    deal = tournament_table(people)
    commands.get_ready(by=people[0], deal_id=deal.pk, now=NOW)
    commands.start_deal(deal_id=deal.pk, now=due(deal))
    assert SeatGone(1) in events(deal)
    row = fresh(deal)
    assert (row.deadline, row.bot_due is not None) == (None, True)
    assert queries.see_deal(row, people[0]).gone == {1}


def play_without_people(deal: Deal) -> datetime:
    """Let time and the bots play a deal to its end; when it ended."""
    for _move in range(400):
        row = fresh(deal)
        if row.ended_at is not None:
            return row.ended_at
        now = max(filter(None, (row.window_until, row.bot_due, row.deadline, row.changed_at)))
        commands.close_window(deal_id=deal.pk, now=now)
        commands.time_out(deal_id=deal.pk, now=now)
        commands.play_bots(deal_id=deal.pk, clock=lambda: now)  # noqa: B023
    raise AssertionError("the deal has no end")


def second_deal(people: list[Player]) -> Deal:
    """Return the second deal, prepared, of a tournament's table: the second player was never there in the first."""
    deal = tournament_table(people, deals=2)
    commands.get_ready(by=people[0], deal_id=deal.pk, now=NOW)
    commands.start_deal(deal_id=deal.pk, now=due(deal))
    prepared = commands.prepare_deal(table_id=deal.table_id, now=play_without_people(deal))
    assert prepared is not None
    return prepared


def test_who_was_gone_in_the_last_deal_of_a_drawn_table_keeps_nobody_waiting_for_the_next(people):
    deal = second_deal(people)
    commands.get_ready(by=people[0], deal_id=deal.pk, now=deal.prepared_at)
    assert queries.load_state(deal.pk).phase is Phase.DISCARD
    assert SeatGone(1) in events(deal)
    play_without_people(deal)
    assert verify(queries.record_of(deal.pk)) is None


def test_who_was_gone_gets_ready_first_and_sits_there_again(people):
    deal = second_deal(people)
    commands.get_ready(by=people[1], deal_id=deal.pk, now=deal.prepared_at)
    commands.get_ready(by=people[0], deal_id=deal.pk, now=deal.prepared_at)
    assert queries.load_state(deal.pk).phase is Phase.DISCARD
    assert SeatGone(1) not in events(deal)


def test_who_counts_as_gone_and_answered_a_claim_since_is_waited_for_in_the_next_deal():
    """An answer brings nobody back while it would tell of the claim (§6.10); when the deal is over it was a move."""
    seated = {0: 7, 1: 8}

    def gone(*told: tuple[Event, int | None]) -> frozenset[tuple[int, int]]:
        rows = [Row(number, NOW, event, by) for number, (event, by) in enumerate(told, 1)]
        return gone_to_the_end(rows, seated)

    answer = ClaimAnswered(1, None)
    assert gone((SeatGone(1), None), (answer, None)) == {(1, 8)}  # the careful bot's
    assert gone((SeatGone(1), None), (answer, 8)) == frozenset()
    assert gone((SeatUnseen(1), None), (answer, 7)) == {(1, 8)}
    assert gone((answer, 8), (SeatUnseen(1), 7)) == {(1, 8)}
    assert gone((SeatGone(1), None), (answer, 8), (SeatGone(1), None)) == {(1, 8)}
    assert gone((SeatGone(1), None), (SeatBack(1), 8)) == frozenset()
    assert gone((SeatGone(1), None), (DisputeFiled(1, 1, 3, "Why?"), 8)) == frozenset()


def test_where_all_were_gone_nobody_is_kept_waiting_and_the_next_deal_waits_for_its_time(people):
    assert queries.load_state(second_deal(people).pk).phase is Phase.SEEDS


def test_who_was_there_in_the_last_deal_of_a_drawn_table_is_waited_for(people):
    deal = tournament_table(people, deals=2)
    for person in people:
        commands.get_ready(by=person, deal_id=deal.pk, now=NOW)
    for _state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
        pass
    prepared = commands.prepare_deal(table_id=deal.table_id, now=NOW)
    assert prepared is not None
    commands.get_ready(by=people[0], deal_id=prepared.pk, now=NOW)
    assert queries.load_state(prepared.pk).phase is Phase.SEEDS


def test_four_seats_of_4sac_play_on_without_two_of_them(people):
    deal = running_deal(FOURSAC, 11, people)
    play_without_people(deal)
    assert {SeatGone(0), SeatGone(1)} <= {e for e in events(deal) if isinstance(e, SeatGone)}
    assert verify(queries.record_of(deal.pk)) is None
    assert list(differing_deals()) == []
