"""docs/draws.md alone: its programs draw the tables of rounds, the groups and the cards of duplicates again."""

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine.shuffle import commit
from tests.support.documented import page
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.running_site import PROJECT
from tests.support.tournaments import SECRETS, Told, given_of, secret_of
from tournaments.engine import decisions
from tournaments.engine.draws.commitment import DRAWS, seed_of
from tournaments.engine.draws.groups import lot
from tournaments.engine.draws.seating import pairs_of

PATH = PROJECT / "docs" / "draws.md"


@cache
def document() -> dict[str, Any]:
    """Return what the programs of the page define; they import what Python brings, and no more."""
    text = PATH.read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    program = "\n".join(re.findall(r"```python draws\n(.*?)```", text, re.DOTALL))
    assert set(re.findall(r"^(?:import|from) (\w+)", program, re.MULTILINE)) <= {
        *("hashlib", "hmac", "collections", "fractions", "itertools", "math"),
    }
    exec(compile(program, str(PATH), "exec"), names)
    return names


def bound(members: int, rounds: int, **options: Any) -> Told:
    """Return a tournament with a secret for each draw, played."""
    told, first = (
        Told(range(1, members + 1), rounds=rounds, deals_per_round=1, **options),
        secret_of(1),
    )
    told.then(decisions.decide_commit_draw(told.state, commitment=commit(first), draws=DRAWS))
    told.then(
        decisions.decide_start(told.state, seed=seed_of(first), secret=first, three_seats=True)
    )
    return told.play_all(secrets=SECRETS)


def drawn(given: dict[str, Any]) -> list[list[str]] | None:
    """Return the tables by the page, from the certificate alone."""
    seeds = document()["seeds_of"](given)
    assert seeds is not None and seeds[-1] == given["seed"]
    apart = given.get("apart", [[]])[-1]
    out = document()["sits_out"](given)
    assert [out] == given["out"][-1:]
    seated = [one for one in given["participants"] if one not in out]
    tables: list[list[str]] | None = document()["draw"](seated, given["history"], seeds, apart)
    return tables


@pytest.mark.parametrize("text", ["4711:design", "0:turned", "9007199254740991:final", "ván"])
def test_chance_on_the_page_is_that_of_the_club(text):
    ours, theirs = Random(text), document()["Luck"](text)
    for count in (2, 3, 7, 24, 30, 700):
        one, other = list(range(count)), list(range(count))
        ours.shuffle(one)
        theirs.shuffle(other)
        assert one == other
        assert ours.sample(one, count) == theirs.order(one)


@pytest.mark.parametrize(
    ("members", "rounds", "designed"),
    [(16, 5, 5), (20, 5, 4), (15, 3, 3), (24, 4, 4), (32, 4, 4), (36, 3, 3), (58, 3, 3)],
)
def test_rounds_of_a_design_are_drawn_again_by_the_page(members, rounds, designed):
    told, found = bound(members, rounds), 0
    for number in range(1, rounds + 1):
        given = given_of(told, number)
        tables = drawn(given)
        assert tables in (None, given["tables"])
        found += tables is not None
    assert found == designed


@pytest.mark.parametrize("members", [5, 17, 18])
def test_who_sits_out_is_drawn_again_by_the_page(members):
    told, sat_out = bound(members, 4, odd="sit-out"), []
    for number in range(1, 5):
        given = given_of(told, number)
        assert drawn(given) in (None, given["tables"])
        sat_out += given["out"][-1]
    assert len(set(sat_out)) == len(sat_out) == members % 4 * 4


def test_the_page_says_that_tables_of_three_are_found_by_a_search():
    told = bound(13, 2, odd="threes")
    assert [drawn(given_of(told, number)) for number in (1, 2)] == [None, None]


@pytest.mark.parametrize("members", [8, 13, 28])
def test_the_page_says_where_a_search_draws_and_draws_nothing_else(members):
    told = bound(members, 2)
    assert [drawn(given_of(told, number)) for number in (1, 2)] == [None, None]


def test_a_secret_that_was_not_bound_draws_nothing():
    given = given_of(bound(16, 2), 2)
    assert document()["seeds_of"]({**given, "secret": "00" * 32}) is None
    assert document()["seeds_of"]({**given, "draws": [1, 3]}) is None


@pytest.mark.parametrize("members", [8, 9, 13, 17, 22, 31, 40, 64])
def test_groups_are_drawn_again_by_the_page(members):
    numbers = list(range(3, members + 3))
    for seed in range(5):
        for apart in ([], [[3, 4, 5]], [[3, 4], [4, 9], [10, 8]]):
            ours = lot(numbers, seed, pairs_of(apart))
            assert list(map(list, ours)) == document()["groups_of"](numbers, seed, apart)


@pytest.mark.django_db
@pytest.mark.usefixtures("followers_do_not_wait")
def test_the_cards_of_a_duplicate_are_dealt_again_by_the_pages(tmp_path):
    evening = Evening(8, duplicate=True, rounds=2, deals_per_round=2)
    evening.play_all()
    path = tmp_path / "records.jsonl"
    call_command("export_deals", out=str(path))
    records = {row["deal"]: row for row in map(json.loads, path.read_text().splitlines())}
    compared = 0
    for number in (1, 2):
        certificate = (
            Client().get(f"/tournaments/{evening.id}/rounds/{number}/certificate.json").json()
        )
        for deal in (1, 2):
            address = f"/tournaments/{evening.id}/rounds/{number}/deals/{deal}.json"
            comparison = browser(evening.people[0]).get(address).json()
            secret = document()["secret_of_deal"](comparison)
            assert secret == comparison["secret"] is not None
            draws = certificate["draws"]
            assert document()["place_of"](draws[-1], deal) == comparison["place"]
            seeds = document()["seeds_of_deal"](secret)
            _dice, deck = page.program()["shuffle"](secret, seeds)
            starter = document()["starter_of"](deal)
            for table in comparison["tables"]:
                record = records[table["deal"]]
                started = next(e for e in record["events"] if e["name"] == "deal.started")
                assert (record["secret"], record["seeds"]) == (secret, seeds)
                assert started["starter"] == starter and started["stock"] == deck[81:]
                for seat in range(4):
                    dealt = deck[(seat - starter) % 4 : 80 : 4] + deck[80:81] * (seat == starter)
                    assert sorted(started["hands"][seat]) == sorted(dealt)
                compared += 1
        assert document()["seeds_of"](certificate)[-1] == certificate["seed"]
    assert compared == 8
    forged = {**comparison, "link": "00" * 32}
    assert document()["secret_of_deal"](forged) is None
