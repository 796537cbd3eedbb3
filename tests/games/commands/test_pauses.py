"""Pauses: who asks for one, who ends it, and what stands still meanwhile."""

from datetime import timedelta

import pytest

from games import commands, queries
from games.checks.log import differing_deals
from games.engine.attendance import (
    GIVEN,
    GRACE,
    PAUSE_ENDS_WITHIN,
    PAUSE_LASTS,
    PAUSE_LONGER,
    PAUSE_WITHOUT,
)
from games.engine.deal import legal_moves, to_move
from games.engine.events import (
    BankUsed,
    ClockExtended,
    DealPaused,
    DealResumed,
    PauseAsked,
    SeatBack,
    SeatGone,
)
from games.engine.recording.records import to_line
from games.engine.recording.verification import verify
from games.errors import Refused
from games.models import Deal, Player, Table
from games.presenters.sentences import event_words
from tests.support.claims import in_a_window
from tests.support.deals import NOW
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
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


def test_a_pause_comes_when_all_have_asked_and_ends_the_same_way(people):
    deal = for_two(people)
    move(deal, people, NOW)
    at = NOW + 20 * SECOND
    assert not commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=at)
    assert not commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=at)
    assert queries.see_deal(fresh(deal), people[1]).asking == {0}
    assert commands.ask_pause(by=people[1], deal_id=deal.pk, resume=False, now=at)
    assert fresh(deal).paused_at == at
    told = [event for event in events(deal) if isinstance(event, PauseAsked | DealPaused)]
    assert told == [PauseAsked(0, False), PauseAsked(1, False), DealPaused(False)]

    later = at + 10 * MOVE
    assert commands.time_out(deal_id=deal.pk, now=later) == 0
    with pytest.raises(Refused, match="paused"):
        move(deal, people, later)
    commands.ask_pause(by=people[1], deal_id=deal.pk, resume=True, now=later)
    assert fresh(deal).paused_at is not None
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=True, now=later)
    assert fresh(deal).paused_at is None
    assert due(deal) == later + 40 * SECOND + GRACE
    move(deal, people, later)
    is_consistent(deal, people)


def test_a_seat_that_is_gone_is_not_asked_for_a_pause(people):
    deal = for_two(people)
    miss(deal, 1, people, 2)
    assert commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=NOW)


def test_a_pause_while_somebody_is_gone_is_short(people):
    """Half an hour would hurt the absent alone, and nobody has asked them."""
    deal = for_two(people)
    miss(deal, 1, people, 2)
    at = fresh(deal).changed_at
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=at)
    until = at + PAUSE_WITHOUT
    assert fresh(deal).paused_until == until < at + PAUSE_LASTS
    assert not commands.end_pause(deal_id=deal.pk, now=until - SECOND)
    assert commands.end_pause(deal_id=deal.pk, now=until)
    is_consistent(deal, people)


@pytest.mark.parametrize("pressed", [("back", "resume"), ("resume",)])
def test_who_was_gone_when_the_others_agreed_ends_the_pause_alone(people, pressed):
    deal = for_two(people)
    miss(deal, 1, people, 2)
    at = fresh(deal).changed_at
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=at)
    if "back" in pressed:
        commands.come_back(by=people[1], deal_id=deal.pk, now=at + SECOND)
        assert fresh(deal).paused_at is not None  # being back is no wish to go on at once
    assert commands.ask_pause(by=people[1], deal_id=deal.pk, resume=True, now=at + 2 * SECOND)
    assert fresh(deal).paused_at is None
    assert not commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=at + 3 * SECOND)
    is_consistent(deal, people)


def test_who_agreed_on_a_pause_ends_it_alone_no_more_than_before(people):
    deal = for_two(people)
    miss(deal, 1, people, 2)
    at = fresh(deal).changed_at
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=at)
    commands.come_back(by=people[1], deal_id=deal.pk, now=at)
    assert not commands.ask_pause(by=people[0], deal_id=deal.pk, resume=True, now=at)
    assert fresh(deal).paused_at is not None


def test_in_a_pause_bots_wait_and_windows_stand_still(people):
    deal, _state = in_a_window(people, 40, asked=False)
    row = fresh(deal)
    assert row.window_until is not None
    left = row.window_until - row.changed_at
    at = row.changed_at
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=False, now=at)
    assert not commands.close_window(deal_id=deal.pk, now=at + MOVE)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=True, now=at + 5 * MOVE)
    assert fresh(deal).window_until == at + 5 * MOVE + left
    commands.close_window(deal_id=deal.pk, now=at + 6 * MOVE)
    row = fresh(deal)
    if row.bot_due is not None:
        for player in people:
            commands.ask_pause(by=player, deal_id=deal.pk, resume=False, now=row.changed_at)
        assert commands.play_bots(deal_id=deal.pk, clock=lambda: NOW + timedelta(days=1)) == 0
    assert list(differing_deals()) == []


def test_the_service_may_be_away_in_a_pause(people):
    deal = for_two(people)
    move(deal, people, NOW)
    commands.keep_time(now=NOW + 10 * SECOND)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=False, now=NOW + 10 * SECOND)
    commands.keep_time(now=NOW + timedelta(minutes=5))
    assert not any(isinstance(event, ClockExtended) for event in events(deal))
    later = NOW + timedelta(minutes=6)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=True, now=later)
    assert due(deal) == later + 50 * SECOND + GRACE


def test_the_director_pauses_and_resumes_alone_and_nobody_else_may(people):
    deal = for_two(people)
    judge = Player.objects.create_user("judge", is_director=True)
    with pytest.raises(Refused, match="Only the director"):
        commands.pause_deal(
            by=Player.objects.create_user("x"), deal_id=deal.pk, resume=False, now=NOW
        )
    commands.pause_deal(by=judge, deal_id=deal.pk, resume=False, now=NOW)
    row = fresh(deal)
    assert (row.paused_at, row.paused_until) == (NOW, None)
    assert DealPaused(True) in events(deal)
    commands.pause_deal(by=judge, deal_id=deal.pk, resume=True, now=NOW + MOVE)
    assert DealResumed(True) in events(deal)
    is_consistent(deal, people)


def test_at_a_tournament_table_only_the_director_pauses(people):
    deal = for_two(people)
    Table.objects.filter(pk=deal.table_id).update(admission=Table.Admission.FIXED)
    with pytest.raises(Refused, match="Only the director"):
        commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=NOW)


def test_an_agreed_pause_ends_by_itself(people):
    deal = for_two(people)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=False, now=NOW)
    assert not commands.end_pause(deal_id=deal.pk, now=NOW + PAUSE_LASTS - SECOND)
    assert commands.end_pause(deal_id=deal.pk, now=NOW + PAUSE_LASTS)
    assert not commands.end_pause(deal_id=deal.pk, now=NOW + PAUSE_LASTS)
    assert fresh(deal).paused_until is None


@pytest.mark.parametrize("by", ["the service", "a seat that asks", "a seat that comes back"])
def test_a_pause_that_outlasts_its_time_says_that_the_service_was_away(people, by):
    """The workers were away; nobody's clock has run meanwhile, and the record is one that anybody takes."""
    deal = for_two(people)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=False, now=NOW)
    late = NOW + PAUSE_LASTS + 40 * MOVE
    if by == "the service":
        assert commands.end_pause(deal_id=deal.pk, now=late)
    elif by == "a seat that asks":
        assert commands.ask_pause(by=people[0], deal_id=deal.pk, resume=True, now=late)
    else:
        commands.come_back(by=people[0], deal_id=deal.pk, now=late)
    resumed = events(deal).index(DealResumed(False))
    assert events(deal)[resumed + 1] == ClockExtended(40 * 60, PAUSE_LONGER)
    assert due(deal) == late + MOVE + GRACE
    assert fresh(deal).paused_until is None
    is_consistent(deal, people)


def test_a_record_with_a_longer_pause_than_was_agreed_is_refused(people):
    deal = for_two(people)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=False, now=NOW)
    assert commands.end_pause(deal_id=deal.pk, now=NOW + PAUSE_LASTS)
    is_consistent(deal, people)
    record = queries.record_of(deal.pk)
    at = next(n for n, (_t, e) in enumerate(record.events) if isinstance(e, DealResumed))
    for late, fault in (
        (PAUSE_ENDS_WITHIN, None),
        (
            PAUSE_ENDS_WITHIN + SECOND,
            f"event {at + 1}: the pause that was agreed on lasted too long",
        ),
    ):
        moved = [(t + late if n >= at else t, e) for n, (t, e) in enumerate(record.events)]
        assert verify(type(record)(record.deal, tuple(moved))) == fault


def test_a_pause_is_kept_in_the_log_and_the_rules_ask_for_its_turn(people):
    """A record whose pauses do not alternate, or that counts a bot as gone, is none of ours."""
    deal = for_two(people)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=False, now=NOW)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=True, now=NOW + MOVE)
    is_consistent(deal, people)
    record = queries.record_of(deal.pk)
    assert '"tusac-deal/3"' in to_line(record)
    at = next(n for n, (_t, e) in enumerate(record.events) if isinstance(e, DealPaused))
    for wrong in (DealResumed(False), SeatBack(0), SeatGone(0), PauseAsked(0, True)):
        forged = list(record.events)
        forged[at] = (forged[at][0], wrong)
        fault = verify(type(record)(record.deal, tuple(forged)))
        assert fault is not None, wrong


def until_to_move(deal: Deal, seat: int, people: list[Player]) -> None:
    while to_move(queries.load_state(deal.pk)) != (seat,):
        move(deal, people, fresh(deal).changed_at)


@pytest.mark.parametrize("way", ["one press", "asking to go on"])
def test_coming_back_in_a_pause_gives_the_time_for_a_move_and_not_the_pause(people, way):
    deal = for_two(people)
    miss(deal, 1, people, 2)
    until_to_move(deal, 1, people)
    judge = Player.objects.create_user("judge", is_director=True)
    at = fresh(deal).changed_at
    if way == "one press":
        commands.pause_deal(by=judge, deal_id=deal.pk, resume=False, now=at)
        commands.come_back(by=people[1], deal_id=deal.pk, now=at + 20 * MOVE)
        later = at + 21 * MOVE
        commands.pause_deal(by=judge, deal_id=deal.pk, resume=True, now=later)
    else:
        commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=at)
        later = at + 4 * MOVE
        commands.ask_pause(by=people[1], deal_id=deal.pk, resume=True, now=later)
    assert due(deal) == later + MOVE + GRACE
    is_consistent(deal, people)


def test_what_the_director_paused_no_seat_resumes(people):
    deal = for_two(people)
    judge = Player.objects.create_user("judge", is_director=True)
    miss(deal, 1, people, 2)  # whoever is left would agree with themselves
    now = fresh(deal).changed_at
    commands.pause_deal(by=judge, deal_id=deal.pk, resume=False, now=now)
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            commands.ask_pause(by=people[seat], deal_id=deal.pk, resume=True, now=now + SECOND)
        assert refused.value.code == "pause.directed"
    assert fresh(deal).paused_at == now
    assert not any(isinstance(event, PauseAsked | SeatBack) for event in events(deal))
    commands.pause_deal(by=judge, deal_id=deal.pk, resume=True, now=now + MOVE)
    assert fresh(deal).paused_at is None
    # What the seats have agreed on is theirs to end again, and the director's too.
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=now + MOVE)
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=True, now=now + MOVE)
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=now + MOVE)
    commands.pause_deal(by=judge, deal_id=deal.pk, resume=True, now=now + MOVE)
    assert fresh(deal).paused_at is None
    is_consistent(deal, people)


def test_asking_for_a_pause_lapses_with_the_next_move_of_that_seat(people):
    deal = for_two(people)
    until_to_move(deal, 1, people)
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=NOW)
    until_to_move(deal, 0, people)
    assert queries.see_deal(fresh(deal), people[1]).asking == {0}
    while queries.see_deal(fresh(deal), people[1]).asking:
        assert move(deal, people, fresh(deal).changed_at) == 0
    now = fresh(deal).changed_at
    assert not commands.ask_pause(by=people[1], deal_id=deal.pk, resume=False, now=now)
    assert commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=now)
    for player in people:
        commands.ask_pause(by=player, deal_id=deal.pk, resume=True, now=now)
    is_consistent(deal, people)


def given(deal: Deal) -> list[ClockExtended]:
    return [event for event in events(deal) if isinstance(event, ClockExtended)]


def test_the_director_gives_a_table_more_time_once_for_each_press(people):
    deal = for_two(people)
    judge = Player.objects.create_user("judge", is_director=True)
    before, version = due(deal), fresh(deal).version
    for _press in range(2):
        commands.give_time(by=judge, deal_id=deal.pk, seconds=120, key="one", now=NOW)
    assert due(deal) == before + 120 * SECOND
    assert given(deal) == [ClockExtended(120, GIVEN)]
    assert fresh(deal).version == version + 1
    commands.give_time(by=judge, deal_id=deal.pk, seconds=60, key="two", now=NOW)
    assert due(deal) == before + 180 * SECOND
    assert "gave extra time: 2\xa0minutes" in event_words(given(deal)[0], ["An", "Bình"])
    seat = to_move(queries.load_state(deal.pk))[0]
    # What was given comes before the seat's bank.
    commands.submit_move(
        by=people[seat],
        deal_id=deal.pk,
        move=legal_moves(queries.load_state(deal.pk), seat)[-1],
        move_id="in-the-time-given",
        expected_version=fresh(deal).version,
        now=NOW + MOVE + 100 * SECOND,
    )
    assert not any(isinstance(event, BankUsed) for event in events(deal))
    is_consistent(deal, people)


def test_more_time_is_refused_to_members_to_those_who_play_and_where_no_clock_runs(people):
    deal = for_two(people)
    judge = Player.objects.create_user("judge", is_director=True)

    def give(by: Player, seconds: int = 60) -> None:
        commands.give_time(by=by, deal_id=deal.pk, seconds=seconds, key="key", now=NOW)

    with pytest.raises(Refused, match="Only the director"):
        give(people[0])
    Player.objects.filter(pk=people[0].pk).update(is_director=True)
    with pytest.raises(Refused, match="You are playing in this deal"):
        give(Player.objects.get(pk=people[0].pk))
    for seconds in (-60, 0, 29, 1801, 10**12):
        with pytest.raises(Refused, match="30 seconds"):
            give(judge, seconds)
    commands.pause_deal(by=judge, deal_id=deal.pk, resume=False, now=NOW)
    with pytest.raises(Refused, match="paused"):
        give(judge)
    commands.pause_deal(by=judge, deal_id=deal.pk, resume=True, now=NOW)
    Deal.objects.filter(pk=deal.pk).update(deadline=None)
    with pytest.raises(Refused, match="No clock is running at this table now"):
        give(judge)
    assert given(deal) == []


def test_a_deal_gets_an_hour_of_extra_time_in_all_whoever_gives_it(people):
    deal = for_two(people)
    for name, seconds in (("judge", 1800), ("another", 1740)):
        by = Player.objects.create_user(name, is_director=True)
        commands.give_time(by=by, deal_id=deal.pk, seconds=seconds, key="one", now=NOW)
    before = due(deal)
    with pytest.raises(Refused, match="A deal can get one extra hour in all"):
        commands.give_time(by=by, deal_id=deal.pk, seconds=61, key="two", now=NOW)
    assert due(deal) == before
    commands.give_time(by=by, deal_id=deal.pk, seconds=60, key="two", now=NOW)
    assert sum(one.seconds for one in given(deal)) == 3600
