"""The API: the same doors as the pages, the same refusals, and nothing that `sight` hides."""

import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.urls import reverse
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from games import commands, queries
from games.engine.deal import to_move
from games.engine.rules import FOURSAC, VINAGAMES
from games.ledger.commands import post
from games.log import stream_version
from games.models import Player
from tests.games import deals

pytestmark = pytest.mark.django_db

LONG_AGO = "00000000-0000-4000-8000-000000000001"


@pytest.fixture(autouse=True)
def nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def four():
    return [
        Player.objects.create_user(name, password="sesame")
        for name in ("an", "binh", "chi", "dung")
    ]


def client_of(player):
    client = APIClient(raise_request_exception=True)
    if player is not None:
        client.force_authenticate(player)
    return client


def get(player, path, **query):
    return client_of(player).get(f"/api/v1/{path}", query)


def post_to(player, path, body=None):
    return client_of(player).post(
        f"/api/v1/{path}", body if body is not None else {}, format="json"
    )


@pytest.fixture
def deal(four):
    return deals.running_deal(VINAGAMES, 5, four, moves=4)


def mover(deal, four):
    """The seat whose turn it is, its player, and the state."""
    state = queries.load_state(deal.pk)
    (seat,) = to_move(state)
    return seat, four[seat], state


# --- logging in -----------------------------------------------------------------------------------


def test_nothing_is_answered_to_nobody():
    for path in ("tables/", "tables/1/", "deals/", "deals/1/", "account/", "tournaments/"):
        answer = get(None, path)
        assert answer.status_code == 401
        assert answer.json()["code"] == "login.needed"
        assert set(answer.json()) == {"code", "section", "detail"}


def test_a_token_is_given_for_a_password_and_opens_the_api(four):
    answer = post_to(None, "token/", {"username": "an", "password": "sesame"})
    assert answer.status_code == 200
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert client.get("/api/v1/account/").json() == {"balance": 0}
    assert Token.objects.get().user == four[0]


def test_a_wrong_password_gives_no_token_and_few_may_be_tried(four, settings):
    settings.TUSAC_LIMIT_LOGINS = True
    wrong = {"username": "an", "password": "open"}
    answer = post_to(None, "token/", wrong)
    assert (answer.status_code, answer.json()["code"]) == (403, "login.wrong")
    for _ in range(9):
        post_to(None, "token/", wrong)
    answer = post_to(None, "token/", {"username": "an", "password": "sesame"})
    assert (answer.status_code, answer.json()["code"]) == (429, "request.too-many")
    assert not Token.objects.exists()


def test_a_session_opens_the_api_but_posts_need_its_csrf_token(four):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(four[0])
    assert client.get("/api/v1/account/").status_code == 200
    answer = client.post("/api/v1/tables/", {"name": "Bàn"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "request.forbidden")


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_is_opened_taken_and_left(four):
    an, binh, *_ = four
    opened = post_to(an, "tables/", {"name": "Bàn 9", "rules": "4sac", "filler": ""})
    assert opened.status_code == 201
    path = f"tables/{opened.json()['id']}/"
    assert opened.json()["rules"]["key"] == "4sac"
    assert opened.json()["may_sit"] is True
    sat = post_to(an, path + "sit/", {"seat": 2}).json()
    assert sat["my_seat"] == 2
    assert [seat["you"] for seat in sat["seats"]] == [False, False, True, False]
    assert get(binh, path).json()["seats"][2]["name"] == "an"
    (listed,) = get(binh, "tables/").json()
    assert listed["name"] == "Bàn 9"
    assert post_to(binh, path + "sit/", {"seat": 2}).json()["code"] == "seat.taken"
    left = post_to(an, path + "leave/")
    assert left.json()["my_seat"] is None
    assert left.json()["closed_at"] is not None


def test_the_cards_are_dealt_when_all_are_ready(four):
    an, *_ = four
    table = post_to(an, "tables/", {"name": "Bàn"}).json()
    sat = post_to(an, f"tables/{table['id']}/sit/", {"seat": 0}).json()
    path = f"deals/{sat['deal']}/"
    assert get(an, path).json()["phase"] == "seeds"
    ready = post_to(an, path + "ready/", {"seed": "mine"}).json()
    assert ready["seats"][0]["seed"] == "mine"
    assert ready["phase"] != "seeds"
    assert post_to(four[1], path + "ready/").status_code == 403


# --- deals ----------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_a_spectator_sees_none(deal, four):
    state = queries.load_state(deal.pk)
    mine = get(four[1], f"deals/{deal.pk}/").json()
    assert mine["my_seat"] == 1
    assert len(mine["seats"][1]["hand"]) == mine["seats"][1]["private_count"]
    assert [seat["hand"] is None for seat in mine["seats"]] == [True, False, True, True]
    stranger = Player.objects.create_user("stranger")
    seen = get(stranger, f"deals/{deal.pk}/").json()
    assert [seat["hand"] for seat in seen["seats"]] == [None] * 4
    assert seen["version"] == state.version
    assert seen["moves"] == seen["sets"] == seen["trash"] == []


def test_events_come_after_a_version_without_what_is_hidden(deal, four):
    seen = get(four[2], f"deals/{deal.pk}/events/").json()
    started = next(event for event in seen["events"] if event["name"] == "deal.started")
    hands = started["payload"]["hands"]
    assert [len(hand) > 0 for hand in hands] == [False, False, True, False]
    assert started["payload"]["stock"] == []
    later = get(four[2], f"deals/{deal.pk}/events/", after=started["version"]).json()["events"]
    assert [e for e in seen["events"] if e["version"] > started["version"]] == later
    assert all(
        event["payload"]["verdict"] is None
        for event in later
        if event["name"] == "deal.card-discarded" and event["payload"]["seat"] != 2
    )
    assert get(four[2], f"deals/{deal.pk}/events/", after="x").status_code == 422


def test_a_legal_move_is_made_once_however_often_it_is_sent(deal, four):
    seat, player, state = mover(deal, four)
    listed = get(player, f"deals/{deal.pk}/moves/").json()
    assert (listed["seat"], listed["version"]) == (seat, state.version)
    body = {"move": listed["moves"][-1], "move_id": LONG_AGO, "expected_version": state.version}
    first = post_to(player, f"deals/{deal.pk}/moves/", body)
    assert first.status_code == 200
    assert post_to(player, f"deals/{deal.pk}/moves/", {**body, "seat": seat}).json() == first.json()
    assert first.json() == {"version": stream_version(deal.stream)}


def test_whole_deals_are_played_through_the_api(four):
    for rules in (VINAGAMES, FOURSAC):
        deal = deals.running_deal(rules, 6, four, name=rules.key)
        for step in range(600):
            seen = [get(player, f"deals/{deal.pk}/").json() for player in four]
            if seen[0]["phase"] == "over":
                break
            seat = next(number for number in range(4) if seen[number]["moves"])
            assert seat in seen[seat]["waiting"]
            moved = post_to(
                four[seat],
                f"deals/{deal.pk}/moves/",
                {
                    "move": seen[seat]["moves"][0],
                    "move_id": f"{rules.key}-step-{step}",
                    "expected_version": seen[seat]["version"],
                },
            )
            assert moved.status_code == 200, moved.json()
        assert seen[0]["ending"]["secret"]
        assert all(seat["hand"] is not None for seat in seen[0]["seats"])
        commands.close_table(by=four[0], table_id=deal.table_id, now=deals.NOW)


def test_records_are_of_finished_deals_only(deal, four):
    answer = get(four[0], f"deals/{deal.pk}/record/")
    assert (answer.status_code, answer.json()["code"]) == (409, "deal.not-over")
    done = deals.stored_deal(VINAGAMES, 9, four, name="Bàn 2")
    record = get(four[0], f"deals/{done.pk}/record/").json()
    assert record["deal"] == done.stream
    assert get(four[0], f"deals/{done.pk}/disputes/").json() == []


def asked_by(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query))


def test_finished_deals_are_listed_by_pages(four):
    for number in range(3):
        deals.stored_deal(VINAGAMES, 9 + number, four[:1], name=f"Bàn {number}")
    first = get(four[0], "deals/", limit=2).json()
    assert (first["previous"], len(first["results"])) == (None, 2)
    assert sum(seat["net"] for seat in first["results"][0]["seats"]) == 0
    second = get(four[0], "deals/", **asked_by(first["next"])).json()
    assert (second["next"], len(second["results"])) == (None, 1)
    third = get(four[0], "deals/", **asked_by(second["previous"])).json()
    assert (third["previous"], third["results"]) == (None, first["results"])
    listed = [deal["id"] for deal in first["results"] + second["results"]]
    assert listed == sorted(listed, reverse=True)
    assert [deal["id"] for deal in get(four[0], "deals/", mine="1").json()["results"]] == listed
    assert get(four[1], "deals/", mine="true").json()["results"] == []
    for odd in ("odd", "0", "-1", "²", "9" * 30, ""):
        for name in ("limit", "before", "after"):
            assert get(four[0], "deals/", **{name: odd}).json()["results"][0]["id"] == listed[0]


def test_one_sees_ones_own_account_alone(four):
    post(
        key="grant:1",
        memo="First chips",
        postings={"house": -100, f"member:{four[0].pk}": 100},
        now=deals.NOW,
    )
    assert get(four[0], "account/").json() == {"balance": 100}
    (line,) = get(four[0], "account/statement/").json()
    assert (line["memo"], line["amount"], line["balance"]) == ("First chips", 100, 100)
    assert get(four[1], "account/statement/").json() == []


# --- bad input ------------------------------------------------------------------------------------

# name: (what the body becomes, status, code)
BAD_MOVES: dict[str, tuple[dict[str, Any], int, str]] = {
    "wrong card text": ({"move": "discard Zz"}, 422, "move.unreadable"),
    "no move at all": ({"move": "dance"}, 422, "move.unreadable"),
    "an empty move": ({"move": ""}, 422, "request.invalid"),
    "a number for a move": ({"move": 7}, 422, "move.unreadable"),
    "a list for a move": ({"move": ["hit"]}, 422, "request.invalid"),
    "an object for a move": ({"move": {"hit": 1}}, 422, "request.invalid"),
    "a very long move": ({"move": "meld " + "Rr " * 1000}, 422, "request.invalid"),
    "a zero byte": ({"move": "hit\0"}, 422, "request.invalid"),
    "half a character": ({"move": "hit\ud800"}, 422, "request.invalid"),
    "five cards": ({"move": "discard Rr Rr Rr Rr Rr"}, 422, "move.unreadable"),
    "a short id": ({"move_id": "x"}, 422, "move.id"),
    "an id with blanks": ({"move_id": "a b c d e f"}, 422, "move.id"),
    "a text for a version": ({"expected_version": "soon"}, 422, "request.invalid"),
    "a truth for a version": ({"expected_version": True}, 422, "request.invalid"),
    "a version below zero": ({"expected_version": -1}, 422, "request.invalid"),
    "an endless version": ({"expected_version": 10**30}, 409, "deal.stale"),
    "a stale version": ({"expected_version": 3}, 409, "deal.stale"),
    "nothing for a version": ({"expected_version": None}, 422, "request.invalid"),
    "a forged seat": ({"seat": "other"}, 403, "seat.not-yours"),
    "a seat beyond the table": ({"seat": 99}, 403, "seat.not-yours"),
    "a text for a seat": ({"seat": "South"}, 422, "request.invalid"),
}


@pytest.mark.parametrize("case", BAD_MOVES)
def test_a_bad_move_gets_a_sentence_and_changes_nothing(case, deal, four):
    change, status, code = BAD_MOVES[case]
    seat, player, state = mover(deal, four)
    good = get(player, f"deals/{deal.pk}/moves/").json()["moves"][0]
    body = {"move": good, "move_id": LONG_AGO, "expected_version": state.version, **change}
    if body.get("seat") == "other":
        body["seat"] = (seat + 1) % 4
    answer = client_of(player).generic(
        "POST", f"/api/v1/deals/{deal.pk}/moves/", json.dumps(body), "application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.json()
    assert len(answer.json()["detail"]) > 10
    assert stream_version(deal.stream) == state.version
    if code != "request.invalid":
        assert answer.json()["current"]["version"] == state.version


def test_a_card_not_in_hand_is_refused_with_the_rule_and_the_current_state(four):
    deal = deals.running_deal(VINAGAMES, 5, four)  # the opening discard
    seat, player, state = mover(deal, four)
    held = get(player, f"deals/{deal.pk}/").json()["seats"][seat]["hand"]
    card = next(name for name in ("Rr", "Ry", "Cr", "Nr", "Pg", "Mw") if name not in held)
    body = {"move": f"discard {card}", "move_id": LONG_AGO, "expected_version": state.version}
    answer = post_to(player, f"deals/{deal.pk}/moves/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "discard.not-in-hand")
    assert answer.json()["section"] == "§3.1"
    assert answer.json()["current"]["seats"][seat]["hand"] == held
    assert stream_version(deal.stream) == state.version


def test_another_seats_turn_is_waited_for(deal, four):
    seat, _player, state = mover(deal, four)
    other = four[(seat + 1) % 4]
    body = {"move": "hit", "move_id": LONG_AGO, "expected_version": state.version}
    answer = post_to(other, f"deals/{deal.pk}/moves/", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "turn.not-yours")
    assert answer.json()["current"]["my_seat"] == (seat + 1) % 4
    assert stream_version(deal.stream) == state.version


def test_a_spectator_makes_no_move_and_its_answer_holds_no_hand(deal):
    stranger = Player.objects.create_user("stranger")
    body = {"move": "hit", "move_id": LONG_AGO, "expected_version": deal.version, "seat": 0}
    answer = post_to(stranger, f"deals/{deal.pk}/moves/", body)
    assert (answer.status_code, answer.json()["code"]) == (403, "seat.none")
    assert [seat["hand"] for seat in answer.json()["current"]["seats"]] == [None] * 4
    assert stream_version(deal.stream) == deal.version


def test_a_finished_deal_takes_no_move(four):
    deal = deals.stored_deal(VINAGAMES, 9, four)
    body = {"move": "hit", "move_id": LONG_AGO, "expected_version": deal.version}
    answer = post_to(four[0], f"deals/{deal.pk}/moves/", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "deal.over")
    assert stream_version(deal.stream) == deal.version


def test_what_does_not_exist_is_not_found(four):
    for path in ("deals/999/", "deals/999/moves/", "deals/999/record/", "deals/999/disputes/"):
        assert (get(four[0], path).status_code, get(four[0], path).json()["code"]) == (
            404,
            "deal.unknown",
        )
    assert get(four[0], f"deals/{10**40}/").status_code == 404
    assert get(four[0], "tables/999/").json()["code"] == "table.unknown"
    assert post_to(four[0], "tables/999/sit/", {"seat": 0}).json()["code"] == "table.unknown"
    assert get(four[0], "tournaments/999/").json()["code"] == "request.unknown"


BODIES = {
    "no JSON": (b"{", 400),
    "a list": (b"[1, 2]", 400),
    "a number": (b"7", 400),
    "nothing": (b"", 422),
    "another coding": ('{"move": "é"}'.encode("latin-1"), 400),
    "nested without end": (b'{"a":' * 9000 + b"1" + b"}" * 9000, 400),
    "endless digits": (b'{"expected_version": ' + b"9" * 9000 + b"}", 400),
    "huge": (b'{"move": "' + b"x" * 3_000_000 + b'"}', 413),
}


@pytest.mark.parametrize("case", BODIES)
def test_a_body_that_is_no_request_changes_nothing(case, deal, four):
    body, status = BODIES[case]
    client = client_of(four[0])
    answer = client.generic("POST", f"/api/v1/deals/{deal.pk}/moves/", body, "application/json")
    assert answer.status_code == status, answer.content
    assert set(answer.json()) == {"code", "section", "detail"}
    assert stream_version(deal.stream) == deal.version


def test_a_form_is_not_what_the_api_reads(deal, four):
    answer = client_of(four[0]).post(
        f"/api/v1/deals/{deal.pk}/moves/", {"move": "hit"}, format="multipart"
    )
    assert (answer.status_code, answer.json()["code"]) == (415, "request.format")


BAD_TABLES: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, "request.invalid"),
    "only blanks": ({"name": "   "}, "request.invalid"),
    "a long name": ({"name": "x" * 61}, "request.invalid"),
    "unknown rules": ({"rules": "poker"}, "request.invalid"),
    "three seats under 4sac": ({"rules": "4sac", "seats": 3}, "table.seats"),
    "seven seats": ({"seats": 7}, "table.seats"),
    "no time to move": ({"seconds_per_move": 1}, "table.seconds"),
    "half a chip": ({"chips_per_point": 0.5}, "request.invalid"),
    "a fortune": ({"chips_per_point": 10**12}, "table.stake"),
    "an unknown bot": ({"filler": "cheater"}, "request.invalid"),
    "a tournament's table": ({"admission": "fixed"}, "request.invalid"),
}


@pytest.mark.parametrize("case", BAD_TABLES)
def test_a_bad_table_is_not_opened(case, four):
    change, code = BAD_TABLES[case]
    answer = post_to(four[0], "tables/", {"name": "Bàn", **change})
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.json()
    assert get(four[0], "tables/").json() == []


def test_too_many_moves_are_refused_readably(deal, four, monkeypatch):
    monkeypatch.setattr("games.api.MoveThrottle.rate", "3/min", raising=False)
    body = {"move": "dance", "move_id": LONG_AGO, "expected_version": deal.version}
    answers = [post_to(four[0], f"deals/{deal.pk}/moves/", body) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
    assert answers[-1].json()["code"] == "request.too-many"
    assert "Retry-After" in answers[-1].headers
    assert get(four[0], f"deals/{deal.pk}/moves/").status_code == 200


def test_a_cache_that_is_down_stops_nobody(deal, four, monkeypatch):
    def gone(*args, **kwargs):
        raise ConnectionRefusedError("no cache")

    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.cache.get", gone)
    body = {"move": "dance", "move_id": LONG_AGO, "expected_version": deal.version}
    assert post_to(four[0], f"deals/{deal.pk}/moves/", body).status_code == 422


def test_a_busy_database_is_said_so(deal, four, monkeypatch):
    def locked(**kwargs):
        raise OperationalError("database is locked")

    monkeypatch.setattr("games.commands.submit_move", locked)
    _seat, player, state = mover(deal, four)
    body = {"move": "hit", "move_id": LONG_AGO, "expected_version": state.version}
    answer = post_to(player, f"deals/{deal.pk}/moves/", body)
    assert (answer.status_code, answer.json()["code"]) == (503, "deal.busy")


# --- the description ------------------------------------------------------------------------------


def test_the_schema_is_valid_and_complete():
    from drf_spectacular.drainage import GENERATOR_STATS
    from drf_spectacular.generators import SchemaGenerator
    from drf_spectacular.validation import validate_schema

    GENERATOR_STATS.reset()
    schema = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    assert not GENERATOR_STATS
    for path in ("tables/", "deals/{deal_id}/moves/", "tournaments/{tournament_id}/", "token/"):
        assert f"/api/v1/{path}" in schema["paths"]


def test_the_schema_is_served_to_everybody(client):
    assert client.get(reverse("api-schema")).status_code == 200
