"""A pile of score sheets is typed in: lines are checked, sums compared, all is saved or nothing."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.models import Deal, Player
from tests.support.cardboard import V4, Table, minutes_over
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.commands import club_tables
from tournaments.engine.real_cards.events import Lay
from tournaments.errors import refusal

pytestmark = pytest.mark.django_db
FIRST = {"t1d1-winner": "1", "t1d1-points": "19", "t1d1-quan-1": "1", "t1d1-khui-1": "1"}
SECOND = {"t1d2-winner": "0", "t1d2-points": "5", "t1d2-khap-2": "1"}
SUMS = {"t1-sum-0": "0", "t1-sum-1": "+141", "t1-sum-2": "−66", "t1-sum-3": "-75"}
"""V4 and V5 of §9, one below the other."""


@pytest.fixture
def table() -> Table:
    return Table(player("director", is_director=True))


def page_of(tournament: int, number: int = 1) -> str:
    return f"/tournaments/{tournament}/rounds/{number}/sheets"


def send(who: Player, tournament: int, act: str = "save", **sent: Any) -> Any:
    told = {"act": act, "idempotency_key": str(uuid4()), **sent}
    return browser(who).post(page_of(tournament), told)


def test_the_fields_stand_in_the_order_of_the_printed_columns(table):
    page = browser(table.director).get(page_of(table.id)).content.decode()
    names = re.findall(r'<(?:input|select) name="t1d1-([a-z]+(?:-\d)?)"', page)
    seats = [f"{kind}-{seat}" for seat in range(4) for kind in ("quan", "khui", "khap")]
    assert names == ["winner", "points", "offender", *seats]
    printed = browser().get(f"/tournaments/{table.id}/sheets").content.decode()
    heads = [re.findall(r"<th scope=\"col[^>]*>\s*([^<]*)", one) for one in (page, printed)]
    assert heads[0] == heads[1] and len(heads[0]) == 25


def test_a_sheet_is_saved_at_once_where_its_sums_are_those_of_the_engine(table):
    answer = send(table.director, table.id, **FIRST, **SECOND, **SUMS)
    assert answer.status_code == 303
    assert table.score(1).net == (-54, 162, -54, -54) and table.score(2).net == (54, -21, -12, -21)
    assert table.score(2).paper.lay.counted is not None and table.score(2).paper.decided
    assert table.state.rounds[0].closed
    page = browser(table.director).get(page_of(table.id)).content.decode()
    assert (
        "All deals of these tables are entered" in page and "<select" not in page.split("<main")[1]
    )


def test_checking_computes_and_saves_nothing(table):
    answer = send(table.director, table.id, "check", **FIRST)
    page = answer.content.decode()
    assert answer.status_code == 200 and "+162" in page and 'value="19"' in page
    assert not Deal.objects.filter(entered__isnull=False).exists()


def test_other_sums_are_refused_until_the_director_says_that_the_sheet_is_wrong(table):
    wrong = {**SUMS, "t1-sum-3": "-57"}
    said = refusal("tournament.sheets-sum", table=1, sums="").sentence.partition(" up to")[0]
    for sums in (wrong, {"t1-sum-1": "0"}, {**SUMS, "t1-sum-0": "nought"}):
        answer = send(table.director, table.id, **FIRST, **SECOND, **sums)
        page = answer.content.decode()
        assert answer.status_code == 422 and said in page and "Nothing has been saved yet." in page
        assert "t1-wrong" in page and not table.state.rounds[0].tables[0].scores
    answer = send(table.director, table.id, **FIRST, **SECOND, **wrong, **{"t1-wrong": "1"})
    assert answer.status_code == 303 and len(table.state.rounds[0].tables[0].scores) == 2


def test_only_the_sums_that_are_filled_in_are_compared(table):
    assert send(table.director, table.id, **FIRST, **{"t1-sum-1": "+162"}).status_code == 303
    checked = send(table.director, table.id, "check", **SECOND, **{"t1-sum-1": "1"})
    assert "Nothing has been saved yet." not in checked.content.decode()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({**FIRST, "t1d2-winner": "0"}, "Deal 2: Enter the points"),
        ({**FIRST, "t1d2-points": "7"}, "Deal 2: Choose the winner"),
        ({**FIRST, "t1d2-winner": "0", "t1d2-points": "6"}, "Deal 2: A winning hand can have"),
        ({"t1d1-winner": "0", "t1d1-points": "7", "t1d1-khui-0": "6"}, "0 quan and 6 khui"),
        (SECOND, "Deal 2: The next deal of this table is deal 1"),
        ({}, "The sheet is still empty"),
        ({"t1d1-winner": "none", "t1d1-quan-2": "1"}, "Nobody won, so nobody pays"),
    ],
)
def test_one_wrong_line_saves_none(table, sent, words):
    answer = send(table.director, table.id, **sent)
    assert answer.status_code == 422 and words in answer.content.decode()
    assert not Deal.objects.filter(entered__isnull=False).exists()


def test_a_pile_sent_twice_is_entered_once(table):
    key = {"idempotency_key": str(uuid4())}
    for _ in range(2):
        assert send(table.director, table.id, **FIRST, **key).status_code == 303
    assert len(table.state.rounds[0].tables[0].scores) == 1


def test_what_a_table_has_entered_itself_meanwhile_is_not_overwritten(table):
    table.enter(table.seats[0], Lay(None))
    answer = send(table.director, table.id, **FIRST, **SECOND)
    page = answer.content.decode()
    assert answer.status_code == 409 and "Somebody has already entered deal 1" in page
    assert len(table.state.rounds[0].tables[0].scores) == 1
    assert 't1d1-winner"' not in page and 'value="5"' in page


def test_a_director_who_plays_types_in_a_pile_that_the_tables_confirm(table):
    assert browser(table.seats[0]).get(page_of(table.id)).status_code == 403
    playing = table.seats[2]
    playing.is_director = True
    playing.save()
    assert (
        "a player at the table has to confirm each result you enter"
        in browser(playing).get(page_of(table.id)).content.decode()
    )
    assert send(playing, table.id, **FIRST).status_code == 303
    assert table.score(1).paper.alone and not table.state.rounds[0].closed
    assert browser(table.director).get(page_of(table.id, 2)).status_code == 404
    assert send(table.director, table.id, "burn", **FIRST).status_code == 422


def test_a_pile_is_entered_in_a_pause(table):
    told = {"by": table.director, "tournament_id": table.id}
    commands.pause_all(**told, now=timezone.now(), reason="Tea.")
    assert send(table.director, table.id, **FIRST, **SECOND).status_code == 303
    assert len(table.state.rounds[0].tables[0].scores) == 2


def test_after_the_minutes_of_the_round_a_sheet_counts_as_far_as_it_is_filled():
    table = Table(player("director", is_director=True), deals=4, round_minutes=20)
    minutes_over()
    assert send(table.director, table.id, **FIRST, **SECOND).status_code == 303
    assert len(table.state.rounds[0].tables[0].scores) == 2
    assert table.row.stopped == 2 and table.state.rounds[0].closed


def test_more_tables_than_a_form_holds_follow_later(monkeypatch):
    director = player("director", is_director=True)
    people = [player(f"m{number}") for number in range(8)]
    made = announced(director, *people, rounds=1, deals_per_round=2)
    commands.mark_tables(
        by=director, tournament_id=made, table=None, cardboard=True, now=timezone.now()
    )
    commands.start(by=director, tournament_id=made, now=timezone.now())
    club_tables.set_tables(timezone.now)
    monkeypatch.setattr("tournaments.presenters.cardboard.written_sheets.MOST_LINES", 3)
    page = browser(director).get(page_of(made)).content.decode()
    assert "t1d2-winner" in page and "t2d1-winner" not in page
    assert "1 more table appears after you save these" in page
    answer = send(director, made, **FIRST, **SECOND)
    page = browser(director).get(answer["Location"]).content.decode()
    assert "t2d1-winner" in page and "after you save these" not in page
    assert len(queries.current(made).state.rounds[0].tables[0].scores) == 2
    assert V4.winner == 1


def test_the_sheet_of_a_table_of_three_has_three_seats_printed_and_typed_in():
    director = player("director", is_director=True)
    people = [player(name) for name in ("an", "binh", "chi")]
    table = Table(director, people=people, odd="threes")
    page = browser(director).get(page_of(table.id)).content.decode()
    printed = browser().get(f"/tournaments/{table.id}/sheets").content.decode()
    row = printed.partition("<tbody>")[2].partition("</tr>")[0]
    assert row.count("<td") == 4 + 3 * 4 and "West" not in page + printed
    wrong = {**FIRST, "t1-sum-0": "-54", "t1-sum-1": "+107", "t1-sum-2": "-54"}
    refused = send(director, table.id, **wrong)
    assert refused.status_code == 422 and "+108" in refused.content.decode()
    assert send(director, table.id, **{**wrong, "t1-sum-1": "+108"}).status_code == 303
    assert table.score().net == (-54, 108, -54)
    nobody = send(director, table.id, **{"t1d2-winner": "none"})
    assert nobody.status_code == 303 and table.score(2).net == (0, 0, 0)
    assert browser(director).get(page_of(table.id)).status_code == 200


def test_a_table_of_three_enters_the_points_of_its_deal():
    director = player("director", is_director=True)
    table = Table(director, people=[player(name) for name in ("an", "binh", "chi")], odd="threes")
    by = browser(table.seats[0])
    assert "West" not in by.get(f"{table.page}?by=points").content.decode()
    told = {"act": "enter", "by": "points", "deal": "1", "idempotency_key": str(uuid4())}
    numbers = {"winner": "1", "points": "19", "quan-1": "1", "khui-1": "1"}
    assert by.post(table.page, {**told, **numbers}).status_code == 303
    assert table.score().net == (-54, 108, -54)
    assert "West" not in by.get(table.page).content.decode()
