"""The API's refusals: a readable answer to anything, and nothing changed by it."""

import json
from typing import Any

import pytest
from django.db import OperationalError

from games.engine.rules import VINAGAMES
from games.infrastructure.throttling import LIMITS, Limit
from games.log import stream_version
from games.models import Player
from tests.support import deals
from tests.support.api_client import LONG_AGO, client_of, get, mover, post_to

pytestmark = pytest.mark.django_db


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
    "32 levels": (b'{"a":' + b"[" * 31 + b"]" * 31 + b"}", 422),
    "33 levels": (b'{"a":' + b"[" * 32 + b"]" * 32 + b"}", 400),
    "brackets in a text": (b'{"a": "\\"' + b"[" * 40 + b'"}', 422),
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
    if status == 400:
        assert answer.json()["code"] == "request.unreadable"
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


def test_too_many_moves_are_refused_readably(deal, four, monkeypatch, settings):
    settings.TUSAC_LIMITS = True
    monkeypatch.setitem(LIMITS, "moves", Limit(3, 10**9))
    body = {"move": "dance", "move_id": LONG_AGO, "expected_version": deal.version}
    answers = [post_to(four[0], f"deals/{deal.pk}/moves/", body) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
    assert answers[-1].json()["code"] == "request.too-many"
    assert "Retry-After" in answers[-1].headers
    assert get(four[0], f"deals/{deal.pk}/moves/").status_code == 200


def test_a_cache_that_is_down_stops_nobody(deal, four, monkeypatch, settings):
    def gone(*args, **kwargs):
        raise ConnectionRefusedError("no cache")

    settings.TUSAC_LIMITS = True
    monkeypatch.setattr("django.core.cache.backends.locmem.LocMemCache.add", gone)
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


@pytest.mark.parametrize("version", ["a%0d%0aX:1", "%00", "2"])
def test_a_version_of_the_api_that_there_is_not_is_not_found(client, version):
    answer = client.get(f"/api/schema/?version={version}")
    assert answer.status_code == 404
    assert client.get("/api/schema/?format=json").status_code == 200
