"""The stream of an account: the state of its tables first, then each event that its seat may know, resumed by an id."""

import json
from datetime import timedelta

import pytest

from games import commands, queries
from games.engine.moves import Pass
from games.engine.rules import FOURSAC, VINAGAMES
from games.live.account import LINES, SERVER_SENT, TablePosition, cursor_of, places_in
from games.models import Deal, Player, Table
from games.queries.play import followed
from tests.support import deals
from tests.support.api_client import client_of, get
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


def lines(player, after="", **headers):
    """Return what the stream says behind a line."""
    answer = client_of(player).get("/api/v1/stream/", {"after": after}, headers=headers)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == LINES
    return [json.loads(line) for line in answer.content.splitlines()]


def kinds(said):
    return [line["type"] for line in said]


def events(said, deal):
    """Return the versions of a deal's events, in the order in which they were told."""
    told = (one for one in said if one["type"] == "event" and one["deal_id"] == deal.pk)
    return [one["event"]["version"] for one in told]


# --- the state first ------------------------------------------------------------------------------


def test_who_sits_nowhere_is_told_nothing(four):
    assert lines(four[0]) == []


def test_it_begins_with_the_state_of_each_table_as_the_api_shows_it(four, deal):
    said = lines(four[1])
    assert kinds(said) == ["table", "deal"]
    assert said[0]["table"] == get(four[1], f"tables/{deal.table_id}/").json()
    assert said[1]["deal"] == get(four[1], f"deals/{deal.pk}/").json()
    assert {line["table_id"] for line in said} == {deal.table_id}
    version = said[1]["deal"]["version"]
    assert said[1]["id"] == f"{deal.table_id}.{deal.pk}.{version}"


def test_it_shows_the_own_hand_alone_and_the_moves_of_who_is_to_move(four, deal):
    moves = []
    for seat, player in enumerate(four):
        shown = lines(player)[-1]["deal"]
        hands = [one["hand"] for one in shown["seats"]]
        assert [hand is not None for hand in hands] == [number == seat for number in range(4)]
        moves += shown["moves"]
    assert moves


def test_a_table_that_waits_for_players_has_no_deal_yet_and_is_told_of_its_first_from_the_start(
    four,
):
    host, guest = four[:2]
    table = opened_table(by=host, name="Bàn", rules=VINAGAMES, seats=2, filler="", now=deals.NOW)
    commands.sit_down(by=host, table_id=table.pk, seat=0, now=deals.NOW)
    said = lines(host)
    assert kinds(said) == ["table"]
    commands.sit_down(by=guest, table_id=table.pk, seat=1, now=deals.NOW)
    prepared = table.deals.get()
    said = lines(host, said[-1]["id"])
    assert events(said, prepared) == [1]
    assert kinds(said) == ["table", "event", "deal"]


def test_it_names_the_tables_that_invite_the_account_now(four):
    host, guest = four[:2]
    first, second = (
        opened_table(
            by=host,
            name="Bàn",
            rules=VINAGAMES,
            seats=2,
            filler="",
            now=deals.NOW,
            admission="invited",
            invited=invited,
        )
        for invited in ([guest], [])
    )
    (said,) = lines(guest)
    assert said == {"type": "invitations", "id": "", "tables": [first.pk]}
    commands.invite(by=host, table_id=second.pk, players=[guest])
    assert lines(guest)[0]["tables"] == [second.pk, first.pk]
    commands.sit_down(by=guest, table_id=second.pk, seat=0, now=deals.NOW)
    said = lines(guest)
    assert kinds(said) == ["table", "invitations"] and said[1]["tables"] == [first.pk]
    assert said[1]["id"] == said[0]["id"]  # to be resumed behind it
    commands.take_back_invitation(by=host, table_id=first.pk, player=guest)
    assert kinds(lines(guest)) == ["table"]
    assert "invitations" not in kinds(lines(four[2]))


# --- then what happens ----------------------------------------------------------------------------


def test_behind_a_line_come_the_events_since_as_the_api_tells_them_then_the_state(four, deal):
    for player in four:
        before = lines(player)[-1]
        deals.play_on(deal.pk, moves=3, now=deals.NOW)
        said = lines(player, before["id"])
        version = before["deal"]["version"]
        told = get(player, f"deals/{deal.pk}/events/", after=version).json()
        assert told["events"] == [line["event"] for line in said if line["type"] == "event"]
        assert told["events"]
        assert said[-1]["type"] == "deal"
        assert said[-1]["deal"]["version"] == told["version"]


def test_each_line_can_be_the_last_that_was_read(four, deal):
    begun = lines(four[0])[-1]
    deals.play_on(deal.pk, moves=4, now=deals.NOW)
    said = lines(four[0], begun["id"])
    for line in said:
        rest = events(lines(four[0], line["id"]), deal)
        place = said.index(line)
        assert rest == events(said[place + 1 :], deal)


def test_the_header_that_browsers_send_goes_before_the_address(four, deal):
    first = lines(four[0])[-1]
    deals.play_on(deal.pk, moves=2, now=deals.NOW)
    newest = lines(four[0], first["id"])[-1]
    again = lines(four[0], first["id"], **{"Last-Event-ID": newest["id"]})
    assert events(again, deal) == []


def test_nothing_of_the_deals_that_ended_meanwhile_is_lost(four, deal, monkeypatch):
    monkeypatch.setattr(followed, "MOST_ENDED", 1)
    begun = lines(four[0])[-1]
    played = [deal]
    for _ in range(3):
        deals.play_on(played[-1].pk, now=deals.NOW)
        commands.settle(deal_id=played[-1].pk)
        commands.prepare_deal(table_id=deal.table_id, now=deals.NOW)
        played.append(Deal.objects.get(table=deal.table_id, ended_at=None))
        seeds = [f"{len(played)}-{number}" for number in range(4)]
        deals.get_ready(played[-1], four, seeds)
    told, after = [], begun["id"]
    while news := [line for line in lines(four[0], after) if line["type"] != "table"]:
        if news[-1]["id"] == after:
            break
        told += news
        after = news[-1]["id"]
    for one in played[1:]:
        known = get(four[0], f"deals/{one.pk}/events/").json()["events"]
        assert events(told, one) == [event["version"] for event in known]
    known = get(four[0], f"deals/{deal.pk}/events/", after=begun["deal"]["version"]).json()
    assert events(told, deal) == [event["version"] for event in known["events"]]


def test_the_end_of_a_deal_shows_all_hands(four, deal):
    begun = lines(four[0])[-1]
    deals.play_on(deal.pk, now=deals.NOW)
    shown = lines(four[0], begun["id"])[-1]["deal"]
    assert shown["phase"] == "over"
    assert all(seat["hand"] is not None for seat in shown["seats"])


def test_a_table_that_was_left_says_so_once(four):
    deal = deals.prepared_deal(VINAGAMES, 3, four)
    begun = lines(four[0])[-1]
    commands.leave_table(by=four[0], table_id=deal.table_id, now=deals.NOW)
    said = lines(four[0], begun["id"])
    assert kinds(said)[-1] == "left"
    assert said[-1]["id"] == ""
    assert lines(four[0], said[-1]["id"]) == []


def test_a_closed_table_tells_its_last_deal_to_the_end(four, deal):
    begun = lines(four[0])[-1]
    deals.play_on(deal.pk, now=deals.NOW)
    Table.objects.filter(pk=deal.table_id).update(closed_at=deals.NOW)
    said = lines(four[0], begun["id"])
    assert events(said, deal)
    assert kinds(said)[-2:] == ["deal", "left"]
    assert lines(four[0]) == []


def test_a_table_of_others_cannot_be_asked_for(four, deal):
    stranger = Player.objects.create_user("la")
    said = lines(stranger, f"{deal.table_id}.{deal.pk}.1")
    assert said == [{"type": "left", "id": "", "table_id": deal.table_id}]
    unknown = lines(stranger, f"{deal.table_id + 1}.{deal.pk}.1")
    assert kinds(unknown) == ["left"]


@pytest.mark.parametrize("refuses", [{"spectators": False}, {"secrets": ["of its round"]}])
def test_a_table_that_lets_nobody_look_on_ends_no_stream(four, deal, refuses):
    begun = lines(four[0])[-1]
    other = opened_table(by=four[0], name="Hai", rules=VINAGAMES, seats=4, filler="", now=deals.NOW)
    commands.sit_down(by=four[0], table_id=other.pk, seat=0, now=deals.NOW)
    deals.play_on(deal.pk, now=deals.NOW)
    commands.settle(deal_id=deal.pk)
    commands.leave_table(by=four[0], table_id=deal.table_id, now=deals.NOW)
    guest = Player.objects.create_user("la")
    commands.sit_down(by=guest, table_id=deal.table_id, seat=0, now=deals.NOW)
    running = Deal.objects.get(table=deal.table_id, ended_at=None)
    deals.get_ready(running, [guest, *four[1:]], [f"{number}" for number in range(4)])
    Table.objects.filter(pk=deal.table_id).update(**refuses)
    said = lines(four[0], begun["id"])
    own = [line for line in said if line["table_id"] == deal.table_id]
    assert kinds(own)[-2:] == ["deal", "left"]
    assert own[-2]["deal_id"] == deal.pk
    assert "table" not in kinds(own)
    assert kinds(said)[-1] == "table"
    assert said[-1]["table_id"] == other.pk


# --- how much a look tells ------------------------------------------------------------------------


def sit_at(player, *, tables, now=deals.NOW):
    """Return so many new tables at which this player sits."""
    opened = []
    for number in range(tables):
        at = now + timedelta(seconds=number)
        table = opened_table(
            by=player, name=f"Bàn {number}", rules=VINAGAMES, seats=4, filler="", now=at
        )
        commands.sit_down(by=player, table_id=table.pk, seat=0, now=at)
        opened.append(table.pk)
    return opened


def test_all_tables_of_a_look_share_the_ended_deals_that_it_tells(four, monkeypatch):
    monkeypatch.setattr(followed, "MOST_ENDED", 1)
    ended = [deals.running_deal(VINAGAMES, seed, four, name=f"Bàn {seed}") for seed in (5, 6, 7)]
    after = lines(four[0])[-1]["id"]
    for deal in ended:
        deals.play_on(deal.pk, now=deals.NOW)
    for deal in ended:
        said = lines(four[0], after)
        assert {line["deal_id"] for line in said if line["type"] == "event"} == {deal.pk}
        after = said[-1]["id"]


def test_a_look_begins_no_deal_behind_a_thousand_events(four, monkeypatch):
    monkeypatch.setattr(followed, "MOST_EVENTS", 1)
    running = [deals.running_deal(VINAGAMES, seed, four, name=f"Bàn {seed}") for seed in (5, 6)]
    after = lines(four[0])[-1]["id"]
    for deal in running:
        deals.play_on(deal.pk, moves=2, now=deals.NOW)
    for deal in running:
        said = lines(four[0], after)
        assert {line["table_id"] for line in said if line["type"] == "event"} == {deal.table_id}
        after = said[-1]["id"]


def test_of_many_tables_it_follows_those_where_somebody_sat_down_last(four, monkeypatch):
    monkeypatch.setattr(followed, "MOST_TABLES", 2)
    first, second, third = sit_at(four[0], tables=3)
    said = lines(four[0])
    assert {line["table_id"] for line in said} == {second, third}
    later = deals.NOW + timedelta(minutes=1)
    commands.sit_down(by=four[1], table_id=first, seat=1, now=later)
    said = lines(four[0], said[-1]["id"])
    assert [(line["type"], line["table_id"]) for line in said] == [
        ("left", second),
        ("table", first),
        ("table", third),
    ]
    assert places_in(said[0]["id"]).keys() == {third}


def test_an_id_names_no_more_tables_than_a_line_has(four):
    most = ",".join(f"{table}.1.1" for table in range(1, 41))
    assert len(lines(four[0], most)) == 40
    answer = client_of(four[0]).get("/api/v1/stream/", {"after": f"{most},41.1.1"})
    assert (answer.status_code, answer.json()["code"]) == (422, "stream.after")


# --- forms and refusals ---------------------------------------------------------------------------


def test_server_sent_events_say_the_same_lines(four, deal):
    plain = lines(four[0])
    answer = client_of(four[0]).get("/api/v1/stream/", headers={"Accept": SERVER_SENT})
    assert answer["Content-Type"] == SERVER_SENT
    retry, *told = answer.content.decode().strip().split("\n\n")
    assert retry.startswith("retry: ")
    for block, line in zip(told, plain, strict=True):
        named, known, data = block.split("\n")
        assert named == f"event: {line['type']}"
        assert known == f"id: {line['id']}"
        assert json.loads(data.removeprefix("data: ")) == line


@pytest.mark.parametrize("after", ["x", "1", "1.2", "1.2.3,", "1.2.3;4.5.6", "-1.2.3", "1" * 30])
def test_an_id_that_is_none_is_refused(four, after):
    for asked in ({"after": after}, {}):
        headers = {} if asked else {"Last-Event-ID": after}
        answer = client_of(four[0]).get("/api/v1/stream/", asked, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "stream.after")
        assert answer["Content-Type"] == "application/json"


def test_an_id_says_how_far_each_table_was_told():
    places = {12: TablePosition(34, 17), 5: TablePosition()}
    assert cursor_of(places) == "5.0.0,12.34.17"
    assert places_in(cursor_of(places)) == places
    assert places_in("") == {}


def test_a_problem_is_json_whatever_form_was_asked_for():
    answer = client_of(None).get("/api/v1/stream/", headers={"Accept": SERVER_SENT})
    assert (answer.status_code, answer.json()["code"]) == (401, "login.needed")


def test_an_answer_to_a_claim_is_told_to_its_own_seat_alone(four):
    deal = deals.running_deal(FOURSAC, 5, four)
    for _ in range(60):
        deal.refresh_from_db()
        state = queries.load_state(deal.pk)
        if state.offers and any(offer.kinds for offer in state.offers):
            break
        deals.play_on(deal.pk, moves=1, now=deals.NOW)
    before = [lines(player) for player in four]
    seat = next(number for number, offer in enumerate(state.offers) if offer.kinds)
    commands.submit_move(
        by=four[seat],
        deal_id=deal.pk,
        move=Pass(seat),
        move_id="my-answer",
        expected_version=before[seat][-1]["deal"]["version"],
        now=deal.changed_at,
    )
    for number, player in enumerate(four):
        news = lines(player, before[number][-1]["id"])
        assert len(events(news, deal)) == (number == seat)
        if number != seat:
            assert news[-1] == before[number][-1]
