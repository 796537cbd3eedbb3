"""Programs ask for any table that wants a bot, and each gets a seat of its own if it may sit there."""

from datetime import timedelta
from typing import Any

import pytest

from games import commands
from games.commands.table import queue
from games.engine.rules import VINAGAMES
from games.infrastructure.throttling import MOST_CALLED_OFF
from games.models import Player, Table
from games.queries.play.tables import tables_wanting
from tests.support.api_client import get, post_to
from tests.support.deals import NOW
from tests.support.member_pages import grant
from tests.support.play_pages import browser, member
from tests.support.refused import refused
from tests.support.tables import opened_table

pytestmark = [pytest.mark.django_db, pytest.mark.cover]


@pytest.fixture
def host() -> Player:
    return member("host")


def program(name: str) -> Player:
    made = member(name)
    made.is_bot = True
    made.save(update_fields=["is_bot"])
    return made


def opened(host: Player, **said: Any) -> Table:
    told = {"name": "Bàn", "rules": VINAGAMES, "seats": 4, "filler": "", "chips_per_point": 0}
    return opened_table(by=host, now=NOW, **{**told, "wants_bots": True, **said})


def test_programs_fill_the_tables_that_want_them_the_last_used_first(host):
    opened(host, wants_bots=False)
    second, first = opened(host, seats=4), opened(host, seats=2)
    commands.sit_down(by=host, table_id=first.pk, seat=0, now=NOW)
    got = [commands.sit_anywhere(by=program(f"robo-{n}"), now=NOW).pk for n in range(3)]
    assert got == [first.pk, second.pk, second.pk]
    sitting = list(first.seats.order_by("number").values_list("player__username", flat=True))
    assert sitting == ["host", "robo-0"]


def test_asking_twice_takes_one_seat_and_after_leaving_a_new_one(host):
    table, robo = opened(host), program("robo")
    for _twice in range(2):
        assert commands.sit_anywhere(by=robo, now=NOW).pk == table.pk
    assert table.seats.filter(player=robo).count() == 1
    commands.leave_table(by=robo, table_id=table.pk, now=NOW)
    with refused("table.none-wants"):  # the last who leaves closes a table
        commands.sit_anywhere(by=robo, now=NOW)


def test_a_person_sits_down_by_choosing_a_table(host):
    opened(host)
    with refused("bot.only"):
        commands.sit_anywhere(by=host, now=NOW)


def test_a_table_that_is_full_closed_or_for_others_takes_no_program(host):
    full = opened(host, seats=2)
    for seat, who in enumerate((host, member("an"))):
        commands.sit_down(by=who, table_id=full.pk, seat=seat, now=NOW)
    closed = opened(host)
    commands.close_table(by=host, table_id=closed.pk, now=NOW)
    private = opened(host, admission=Table.Admission.INVITED)
    robo = program("robo")
    with refused("table.none-wants"):
        commands.sit_anywhere(by=robo, now=NOW)
    commands.invite(by=host, table_id=private.pk, players=[robo])
    assert commands.sit_anywhere(by=robo, now=NOW).pk == private.pk


def test_a_program_without_enough_chips_sits_where_nothing_is_at_stake(host):
    free, dear = opened(host), opened(host, chips_per_point=1000)
    robo = program("robo")
    with refused("chips.no-cover"):
        commands.sit_down(by=robo, table_id=dear.pk, seat=0, now=NOW)
    assert commands.sit_anywhere(by=robo, now=NOW, most_chips_per_point=1000).pk == free.pk


def test_a_program_plays_for_chips_only_if_it_says_for_how_many(host):
    dear = opened(host, chips_per_point=2)
    robo = program("robo")
    grant(Player.objects.create_user("director", is_director=True), robo, amount=5000)
    with refused("table.none-wants"):
        commands.sit_anywhere(by=robo, now=NOW)
    with refused("table.none-wants"):
        commands.sit_anywhere(by=robo, now=NOW, most_chips_per_point=1)
    assert commands.sit_anywhere(by=robo, now=NOW, most_chips_per_point=2).pk == dear.pk


def test_a_table_that_is_kept_for_friends_to_play_again_takes_no_program(host):
    Table.objects.filter(pk=opened(host).pk).update(held=True)
    robo = program("robo")
    with refused("table.none-wants"):
        commands.sit_anywhere(by=robo, now=NOW)


def test_the_same_request_sent_twice_at_once_finds_its_seat_behind_the_lock(host, monkeypatch):
    first, second = opened(host), opened(host)
    robo = program("robo")
    found = [second.pk, first.pk]
    assert commands.sit_anywhere(by=robo, now=NOW).pk == second.pk
    looked = iter([None])  # before the other one had its seat
    real = queue._table_of
    monkeypatch.setattr(queue, "_table_of", lambda bot: next(looked, real(bot)))
    monkeypatch.setattr(queue, "tables_wanting", lambda _by, **_said: found)
    assert commands.sit_anywhere(by=robo, now=NOW).pk == second.pk
    assert first.seats.filter(player=robo).count() == 0


def test_a_program_that_left_too_often_is_told_when_it_may_sit_again(host, settings):
    settings.TUSAC_LIMITS = True
    table, robo = opened(host, seats=2), program("robo")
    commands.sit_down(by=host, table_id=table.pk, seat=0, now=NOW)
    for minutes in range(MOST_CALLED_OFF):
        now = NOW + timedelta(minutes=minutes)
        commands.sit_anywhere(by=robo, now=now)
        commands.leave_table(by=robo, table_id=table.pk, now=now)
    with refused("seat.called-off"):
        commands.sit_anywhere(by=robo, now=NOW + timedelta(minutes=MOST_CALLED_OFF))


def test_by_the_api_a_program_gets_table_and_seat_or_a_code(host):
    robo = program("robo")
    answer = post_to(robo, "tables/any/sit/")
    assert (answer.status_code, answer.json()["code"]) == (409, "table.none-wants")
    said = {"name": "Bàn", "filler": "", "chips_per_point": 0, "wants_bots": True}
    table = post_to(host, "tables/", said).json()
    assert table["wants_bots"] is True
    answer = post_to(robo, "tables/any/sit/")
    assert answer.status_code == 200
    assert (answer.json()["id"], answer.json()["my_seat"]) == (table["id"], 0)
    assert post_to(host, "tables/any/sit/").json()["code"] == "bot.only"


def test_a_host_ticks_it_on_the_page_and_the_tables_menu_says_so(host):
    page = browser(host).get("/tables/new").content.decode()
    assert "Programs may join" in page
    table = opened(host)
    assert "Programs may join" in browser(host).get(f"/tables/{table.pk}/").content.decode()
    assert get(host, f"tables/{table.pk}/").json()["wants_bots"] is True


def test_a_seat_that_somebody_took_meanwhile_leads_to_the_next_table(host, monkeypatch):
    free, closed, full = opened(host), opened(host), opened(host, seats=2)
    found = tables_wanting(program("robo"), most_chips_per_point=0)
    assert found == [full.pk, closed.pk, free.pk]
    for seat, who in enumerate((host, member("an"))):
        commands.sit_down(by=who, table_id=full.pk, seat=seat, now=NOW)
    commands.close_table(by=host, table_id=closed.pk, now=NOW)
    monkeypatch.setattr(queue, "tables_wanting", lambda _by, **_said: found)
    assert commands.sit_anywhere(by=program("robo-2"), now=NOW).pk == free.pk
