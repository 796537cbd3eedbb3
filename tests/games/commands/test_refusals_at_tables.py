"""What is refused at tables and on pages about them: each code once, and nothing changes by it."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games import commands, queries
from games.commands.deal import duplicates
from games.commands.deal.presence import MOST_GIVEN_IN_ALL
from games.commands.table import codes, friends, tables
from games.engine.rules import VINAGAMES
from games.models import Deal, Player, Table
from tests.support.api_client import mover, post_to
from tests.support.deals import NOW, prepared_deal, running_deal
from tests.support.play_pages import browser
from tests.support.refused import refused, refused_page
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db

FAR = 10**6
"""A number that nothing has."""


def open_table(by: Player, **options) -> Table:
    said: dict[str, Any] = {"name": "Bàn 1", "rules": VINAGAMES, "seats": 4, "now": NOW}
    return opened_table(by=by, **said | options)


def test_a_code_that_no_table_has_leads_nowhere(four) -> None:
    for code in ("", "BCDFGH", "AEIOUY", "bcdfg"):
        with refused("code.unknown"):
            codes.join_by_code(by=four[0], code=code)


def test_an_invitation_is_not_taken_from_the_host_nor_from_who_sits(four) -> None:
    table = open_table(four[0], admission=Table.Admission.INVITED, invited=four[1:2])
    with refused("invitation.host"):
        commands.take_back_invitation(by=four[0], table_id=table.pk, player=four[0])
    commands.sit_down(by=four[1], table_id=table.pk, seat=0, now=NOW)
    with refused("invitation.sits"):
        commands.take_back_invitation(by=four[0], table_id=table.pk, player=four[1])


def test_nobody_has_to_be_invited_where_everybody_may_sit(four) -> None:
    table = open_table(four[0])
    with refused("invitation.needless"):
        commands.invite(by=four[0], table_id=table.pk, players=four[1:])


def test_a_table_invites_no_more_members_than_it_may_by_no_way(four, monkeypatch) -> None:
    an, binh, chi, dung = four
    monkeypatch.setattr(tables, "MOST_INVITED", 2)
    table = open_table(an, admission=Table.Admission.INVITED)
    where = f"/tables/{table.pk}/invitations"
    commands.invite(by=an, table_id=table.pk, players=[binh, chi])
    commands.invite(by=an, table_id=table.pk, players=[an, binh, chi])  # again: nothing is new
    with refused("invitation.too-many"):
        commands.invite(by=an, table_id=table.pk, players=[binh, dung])
    refused_page(browser(an), "invitation.too-many", "post", where, data={"player": dung.pk})
    answer = post_to(an, f"tables/{table.pk}/invitations/", {"players": [dung.pk]})
    assert (answer.status_code, answer.json()["code"]) == (409, "invitation.too-many")
    told = {"admission": "invited", "invited": [one.pk for one in (binh, chi, dung)]}
    answer = post_to(an, "tables/", {"name": "Bàn 2", **told})
    assert (answer.status_code, answer.json()["code"]) == (409, "invitation.too-many")
    commands.take_back_invitation(by=an, table_id=table.pk, player=chi)
    commands.invite(by=an, table_id=table.pk, players=[dung])
    assert set(table.invited.all()) == {an, binh, dung}


def test_an_invitation_names_a_member(four) -> None:
    table = open_table(four[0], admission=Table.Admission.INVITED)
    refused_page(
        browser(four[0]),
        "invitation.who",
        "post",
        f"/tables/{table.pk}/invitations",
        data={"player": FAR},
    )


def test_seats_of_a_drawn_table_are_not_chosen(four) -> None:
    table = open_table(four[0], occupants=four)
    with refused("seat.fixed"):
        commands.sit_down(by=four[0], table_id=table.pk, seat=0, now=NOW)
    with refused("seat.fixed"):
        commands.leave_table(by=four[0], table_id=table.pk, now=NOW)
    with refused("seat.fixed"):
        codes.make_code(by=four[0], table_id=table.pk)


def test_a_table_has_a_bank_that_there_is_and_is_open_to_be_joined(four) -> None:
    with refused("table.bank"):
        open_table(four[0], bank_seconds=100_000)
    table = open_table(four[0])
    commands.close_table(by=four[0], table_id=table.pk, now=NOW)
    with refused("table.closed"):
        commands.sit_down(by=four[0], table_id=table.pk, seat=0, now=NOW)


def test_spectators_see_a_table_ten_minutes_later_at_most(four, director) -> None:
    with refused("table.delay"):
        open_table(four[0], spectator_delay=601)
    table = open_table(four[0])
    with refused("table.delay"):
        commands.allow_company(
            by=director, table_id=table.pk, spectators=True, delay=601, phrases=True
        )


def test_nobody_gets_ready_for_a_deal_that_was_called_off(four) -> None:
    deal = prepared_deal(VINAGAMES, 1, four)
    commands.leave_table(by=four[3], table_id=deal.table_id, now=NOW)
    with refused("deal.called-off"):
        commands.get_ready(by=four[0], deal_id=deal.pk, now=NOW)


def test_a_shared_secret_that_cannot_be_read_deals_no_other_cards(four) -> None:
    table = open_table(four[0])
    Table.objects.filter(pk=table.pk).update(secrets=["no secret of this club"])
    table.refresh_from_db()
    with refused("deal.secret-lost"):
        duplicates.secret_of_round(table, 1)


def test_who_has_no_seat_looks_on_where_the_table_lets_them(four, director) -> None:
    stranger = Player.objects.create_user("khach")
    deal = running_deal(VINAGAMES, 1, four)
    Table.objects.filter(pk=deal.table_id).update(spectators=False)
    for viewer in (None, stranger):
        with refused("table.unwatched"):
            queries.see_deal(queries.get_deal(deal.pk), viewer)
    queries.see_deal(queries.get_deal(deal.pk), director)
    Table.objects.filter(pk=deal.table_id).update(secrets=["a secret"])
    with refused("table.duplicate"):
        queries.see_deal(queries.get_deal(deal.pk), director)


# --- pauses, time, phrases -----------------------------------------------------------------------


def give(by: Player, deal: Deal, seconds: int = 60, *, key: str = "once") -> None:
    commands.give_time(by=by, deal_id=deal.pk, seconds=seconds, key=key, now=lambda: NOW)


def test_a_director_gives_time_in_measure_to_others_and_while_somebody_is_waited_for(
    four, director
) -> None:
    deal = running_deal(VINAGAMES, 1, four)
    for seconds in (0, MOST_GIVEN_IN_ALL * 10):
        with refused("time.seconds"):
            give(director, deal, seconds)
    Player.objects.filter(pk=four[0].pk).update(is_director=True)
    four[0].refresh_from_db()
    with refused("time.own"):
        give(four[0], deal)
    with refused("pause.own"):
        commands.pause_deal(by=four[0], deal_id=deal.pk, resume=False, now=lambda: NOW)
    given = 0
    while given + 600 <= MOST_GIVEN_IN_ALL:
        give(director, deal, 600, key=f"{given}")
        given += 600
    with refused("time.all-given"):
        give(director, deal, 600, key="one more")
    Deal.objects.filter(pk=deal.pk).update(deadline=None, window_until=None)
    with refused("time.nobody"):
        give(director, deal, 60, key="nobody")


def test_a_seat_says_one_phrase_at_a_time_and_none_while_claims_may_be_made(four) -> None:
    deal = prepared_deal(VINAGAMES, 1, four)
    commands.say(by=four[0], table_id=deal.table_id, phrase="hello", now=NOW)
    with refused("phrase.soon"):
        commands.say(
            by=four[0], table_id=deal.table_id, phrase="hello", now=NOW + timedelta(seconds=1)
        )
    other = running_deal(VINAGAMES, 2, four, name="Bàn 2")
    Deal.objects.filter(pk=other.pk).update(window_until=NOW)
    Table.objects.filter(pk=other.table_id).update(
        rules={**other.table.rules, "khap_claim": "offered"}
    )
    with refused("phrase.claims"):
        commands.say(by=four[1], table_id=other.table_id, phrase="hello", now=NOW)


def test_6_10_where_players_talk_wakes_no_stream_while_claims_may_be_made(
    four, monkeypatch
) -> None:
    deal, told = running_deal(VINAGAMES, 2, four), []
    monkeypatch.setattr(friends, "publish_table", lambda table: told.append(table.pk))
    host, link = deal.table.opened_by, "https://meet.google.com/abc-defg-hij"
    friends.choose_call_link(by=host, table_id=deal.table_id, typed=link)
    assert told == [deal.table_id]
    Deal.objects.filter(pk=deal.pk).update(window_until=NOW)
    Table.objects.filter(pk=deal.table_id).update(
        rules={**deal.table.rules, "khap_claim": "offered"}
    )
    friends.choose_call_link(by=host, table_id=deal.table_id, typed="")
    assert told == [deal.table_id]
    assert Table.objects.get(pk=deal.table_id).call_link == ""


# --- pages ---------------------------------------------------------------------------------------


def test_a_move_names_its_version_and_the_cards_of_a_set(four) -> None:
    deal = running_deal(VINAGAMES, 1, four, moves=1)
    _seat, player, state = mover(deal, four)
    client = browser(player)
    where = f"/tables/{deal.table_id}/move"
    said = {"deal": deal.pk, "move_id": str(uuid4()), "move": "hit"}
    refused_page(client, "move.version", "post", where, data={**said, "expected_version": "x"})
    said |= {"move": "meld", "expected_version": state.version}
    refused_page(client, "move.set", "post", where, data=said)


def test_a_game_is_begun_at_once_by_rules_that_there_are(four) -> None:
    refused_page(browser(four[0]), "table.rules", "post", "/play", data={"rules": "none"})


@pytest.mark.parametrize(
    ("code", "address"),
    [
        ("lesson.unknown", "/learn/nothing/"),
        ("log.unknown", f"/log/checkpoint/{FAR}"),
        ("member.unknown", f"/members/{FAR}/"),
        ("puzzle.unknown", f"/replays/puzzles/{FAR}/"),
        ("review.over", f"/replays/reviews/{FAR}/"),
        ("collection.unknown", f"/replays/collections/{FAR}/"),
    ],
)
def test_an_address_of_nothing_is_told_in_words(four, code, address) -> None:
    refused_page(browser(four[0]), code, "get", address)


def test_an_owner_begins_a_rule_set_from_one_that_there_is() -> None:
    owner = Player.objects.create_superuser("quan")
    refused_page(
        browser(owner), "rule-set.unknown", "get", "/house/rule-sets/", data={"from": "none"}
    )
    refused_page(
        browser(owner),
        "alarm.unknown",
        "post",
        "/club/alarms/",
        data={"alarm": "x", "reason": "Seen."},
    )


def test_a_second_factor_is_begun_with_the_password(four) -> None:
    four[0].set_password("a long enough word")
    four[0].save()
    refused_page(
        browser(four[0]),
        "password.wrong",
        "post",
        "/account/second-factor/",
        data={"step": "begin", "password": "another one"},
    )


@pytest.mark.parametrize(
    ("what", "code"),
    [("moves", "move.too-many"), ("codes", "factor.too-many"), ("log", "log.too-many")],
)
def test_what_is_done_too_often_is_told_when_it_may_be_tried_again(
    settings, monkeypatch, what, code
) -> None:
    from games.infrastructure import throttling

    settings.TUSAC_LIMITS = True
    monkeypatch.setattr(throttling, "limits", lambda: {what: throttling.Limit(0, 60)})
    with refused(code):
        throttling.count(what, f"player:{FAR}")


def test_a_strangers_dear_looks_are_limited(settings, monkeypatch, rf) -> None:
    from django.contrib.auth.models import AnonymousUser

    from games.infrastructure import throttling

    settings.TUSAC_LIMITS = True
    monkeypatch.setattr(throttling, "limits", lambda: {"lines": throttling.Limit(0, 60)})
    request = rf.get("/")
    request.user = AnonymousUser()
    with refused("look.too-many"):
        throttling.count_stranger(request)


def test_streams_are_counted() -> None:
    from games.live.sse import ConnectionLimit

    with refused("stream.too-many"), ConnectionLimit(0).counted("127.0.0.1"):
        pass
