"""The API: the same doors as the pages, and nothing that `sight` hides."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from games import commands, queries
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.shuffle import commit_seed
from games.ledger.commands import post
from games.log import stream_version
from games.models import ApiToken, Player
from tests.support import deals
from tests.support.api_client import LONG_AGO, get, mover, post_to

pytestmark = pytest.mark.django_db


# --- logging in -----------------------------------------------------------------------------------


def test_nothing_is_answered_to_nobody():
    for path in ("tables/", "tables/1/", "deals/", "deals/1/", "account/", "calls/"):
        answer = get(None, path)
        assert answer.status_code == 401
        assert answer.json()["code"] == "login.needed"
        assert set(answer.json()) == {"code", "section", "detail"}


def test_a_token_is_given_for_a_password_and_opens_the_api(four):
    answer = post_to(None, "token/", {"username": "an", "password": "sesame"})
    assert answer.status_code == 200
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert client.get("/api/v1/account/").json() == {"balance": 0, "held": []}
    assert ApiToken.objects.get().player == four[0]


def test_a_wrong_password_gives_no_token_and_few_may_be_tried(four, settings):
    settings.TUSAC_LIMIT_LOGINS = True
    wrong = {"username": "an", "password": "open"}
    answer = post_to(None, "token/", wrong)
    assert (answer.status_code, answer.json()["code"]) == (403, "login.wrong")
    for _ in range(9):
        post_to(None, "token/", wrong)
    answer = post_to(None, "token/", {"username": "an", "password": "sesame"})
    assert (answer.status_code, answer.json()["code"]) == (429, "request.too-many")
    assert not ApiToken.objects.exists()


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


def test_the_options_of_a_table_are_taken_and_shown(four):
    options = {
        "bank_seconds": 120,
        "spectators": False,
        "spectator_delay": 30,
        "coach": True,
        "chips_per_point": 3,
    }
    opened = post_to(four[0], "tables/", {"name": "Bàn 9", **options})
    assert opened.status_code == 201
    assert {key: opened.json()[key] for key in options} == options
    assert opened.json()["away"] == []
    usual = post_to(four[0], "tables/", {"name": "Bàn 10"}).json()
    assert [usual[key] for key in options] == [0, True, 0, False, 1]
    honour = post_to(four[0], "tables/", {"name": "Bàn 11", "chips_per_point": 0, "coach": None})
    assert honour.json()["coach"] is True
    for wrong in ({"bank_seconds": 601}, {"spectator_delay": -1}, {"coach": "perhaps"}):
        assert post_to(four[0], "tables/", {"name": "Bàn 12", **wrong}).status_code == 422


def test_the_cards_are_dealt_when_all_are_ready(four):
    an, *_ = four
    table = post_to(an, "tables/", {"name": "Bàn"}).json()
    sat = post_to(an, f"tables/{table['id']}/sit/", {"seat": 0}).json()
    path = f"deals/{sat['deal']}/"
    assert get(an, path).json()["phase"] == "seeds"
    bound = commit_seed("mine")
    ready = post_to(an, path + "ready/", {"commitment": bound}).json()
    assert ready["phase"] == "reveal"
    south, east = ready["seats"][:2]
    assert (south["commitment"], south["kept"], south["seed"]) == (bound, False, None)
    assert east["kept"] and commit_seed(east["seed"]) == east["commitment"]
    other = post_to(an, path + "reveal/", {"seed": "other"})
    assert (other.status_code, other.json()["code"]) == (422, "seed.mismatch")
    opened = post_to(an, path + "reveal/", {"seed": "mine"}).json()
    assert opened["seats"][0]["seed"] == "mine"
    assert opened["phase"] not in ("seeds", "reveal")
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


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)
def test_whole_deals_are_played_through_the_api(four, rules):
    deal = deals.running_deal(rules, 6, four, name=rules.key)
    for step in range(600):
        deals.until_a_person_moves(deal)
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
    assert get(four[0], "account/").json() == {"balance": 100, "held": []}
    (line,) = get(four[0], "account/statement/").json()
    assert (line["memo"], line["amount"], line["balance"]) == ("First chips", 100, 100)
    assert get(four[1], "account/statement/").json() == []


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
