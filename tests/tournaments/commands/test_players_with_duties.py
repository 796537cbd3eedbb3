"""Who plays in a tournament and has a duty: no call answered, no single table stopped, no clock by calling."""

from typing import Any

import pytest

from games import commands
from games.engine.attendance import MOST_CALLS
from games.errors import Refused
from games.models import Call, Deal, Player, Table
from tests.support.deals import NOW, get_ready
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.presence import MOVE, SECOND, fresh
from tests.support.tournament_pages import create
from tournaments import commands as tournaments
from tournaments.commands.club_tables import set_tables
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def refused(code: str, act) -> None:
    with pytest.raises(Refused) as told:
        act()
    assert told.value.code == code


def with_duty(player: Player) -> Player:
    player.is_director = player.is_referee = True
    player.save()
    return player


@pytest.fixture
def evening() -> Evening:
    return Evening(9, rounds=1, deals_per_round=1, fill_to=0)


def caller_at(table: Table) -> Player:
    seat = table.seats.exclude(player=None).first()
    assert seat is not None and seat.player is not None
    return seat.player


def other_table(evening: Evening, player: Player) -> Table:
    rows = RoundTable.objects.order_by("number")
    found = [one for one in rows if f"player:{player.pk}" not in one.seats]
    return Table.objects.get(pk=found[0].games_table_id or 0)


def running(table: Table) -> Deal:
    deal = Deal.objects.get(table=table)
    people = [seat.player for seat in table.seats.order_by("number") if seat.player is not None]
    get_ready(deal, people, [f"seed-{one.pk}" for one in people])
    return fresh(deal)


def test_who_plays_stops_no_single_table_and_gives_it_no_time(evening):
    plays = with_duty(evening.people[0])
    deal = running(other_table(evening, plays))
    at: dict[str, Any] = {"deal_id": deal.pk, "now": NOW + SECOND}
    for resume in (False, True):
        refused("pause.interest", lambda r=resume: commands.pause_deal(by=plays, resume=r, **at))
    refused("time.interest", lambda: commands.give_time(by=plays, seconds=60, key="k", **at))
    page = browser(plays).get(f"/tables/{deal.table_id}/").content.decode()
    assert "Pause the deal" not in page and "more time" not in page
    commands.pause_deal(by=evening.director, resume=False, **at)
    assert fresh(deal).paused_at is not None
    page = browser(evening.director).get(f"/tables/{deal.table_id}/").content.decode()
    assert "Resume the deal" in page


def test_who_plays_calls_from_the_own_seat_alone_and_calls_nobody_elses_off(evening):
    plays = with_duty(evening.people[0])
    table = other_table(evening, plays)
    said: dict[str, Any] = {"table_id": table.pk, "reason": "rule", "words": "", "now": NOW}
    refused("call.interest", lambda: commands.call_referee(by=plays, **said))
    caller = caller_at(table)
    made = commands.call_referee(by=caller, **said)
    refused("call.interest", lambda: commands.call_off(by=plays, call_id=made.pk, now=NOW))
    commands.call_off(by=caller, call_id=made.pk, now=NOW)


def test_directors_stop_a_deals_clock_by_calls_no_oftener_than_a_seat(evening):
    plays = evening.people[0]
    deal = running(other_table(evening, plays))
    for number in range(MOST_CALLS + 1):
        at = NOW + number * MOVE / 10
        made = commands.call_referee(
            by=evening.director, table_id=deal.table_id, reason="rule", words="", now=at
        )
        assert (fresh(deal).paused_at is None) == (number == MOST_CALLS)
        commands.call_off(by=evening.director, call_id=made.pk, now=at + SECOND)


def test_an_entrant_without_a_seat_answers_no_call(evening):
    with_duty(evening.director)
    seated = {label for row in RoundTable.objects.all() for label in row.seats}
    spare = Player.objects.create_user("late", is_referee=True)
    commands.grant_first_chips(player=spare, now=NOW)
    made = _announced(evening, spare, check_in=True)
    assert f"player:{spare.pk}" not in seated
    table = RoundTable.objects.filter(tournament=made)[0]
    caller = Player.objects.get(pk=int(table.seats[0].partition(":")[2]))
    call = commands.call_referee(
        by=caller, table_id=table.games_table_id or 0, reason="rule", words="", now=NOW
    )
    refused("call.interest", lambda: commands.take_call(by=spare, call_id=call.pk, now=NOW))
    queue = browser(spare).get("/calls/").content.decode()
    assert "I'm coming" not in queue


def test_before_a_paper_tables_first_result_who_plays_answers_no_call_there(evening):
    plays = with_duty(evening.people[0])
    table = other_table(evening, plays)
    Deal.objects.filter(table=table).update(
        cancelled=True
    )  # a table with real cards has no deal yet
    caller = caller_at(table)
    call = commands.call_referee(by=caller, table_id=table.pk, reason="rule", words="", now=NOW)
    assert call.deal_id is None
    act: dict[str, Any] = {"by": plays, "call_id": call.pk, "now": NOW}
    refused("call.interest", lambda: commands.take_call(**act))
    refused("call.interest", lambda: commands.answer_call(words="So.", section="", **act))


def test_where_everybody_with_a_duty_plays_the_table_is_told_and_goes_on(evening):
    with_duty(evening.people[0])
    Player.objects.filter(pk=evening.director.pk).update(is_director=False)
    deal = running(other_table(evening, evening.people[0]))
    caller = caller_at(deal.table)
    call = commands.call_referee(
        by=caller, table_id=deal.table_id, reason="rule", words="", now=NOW
    )
    assert not Call.objects.get(pk=call.pk).anybody
    page = browser(caller).get(f"/tables/{deal.table_id}/").content.decode()
    assert "Nobody can answer here" in page
    until = fresh(deal).paused_until
    assert until is not None and commands.end_pause(deal_id=deal.pk, now=until)


def _announced(evening: Evening, spare: Player, **terms: bool) -> int:
    """Another tournament of these people, in which `spare` has entered after the first draw."""
    made = create(
        by=evening.director, now=NOW, name="Late", rules="vinagames", rounds=2, deals_per_round=1,
        entry_fee=0, prize_shares=(100,), seconds_per_move=30, filler="bot:greedy", late_until=2,
    ).pk  # fmt: skip

    for player in evening.people[:4]:
        tournaments.enter(by=player, tournament_id=made, now=NOW)
    tournaments.start(by=evening.director, tournament_id=made, now=NOW)
    tournaments.enter(by=spare, tournament_id=made, now=NOW)
    set_tables(lambda: NOW)
    return made
