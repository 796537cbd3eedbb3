"""The page of a table where only points are entered: one form, the fields of the score sheet, no script."""

import re
from typing import Any
from uuid import uuid4

import pytest

from games.models import Deal, Player
from tests.support.cardboard import V4, Table
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments.engine.real_cards.events import Lay

pytestmark = pytest.mark.django_db
NUMBERS = {"winner": "1", "points": "19", "quan-1": "1", "khui-1": "1"}


@pytest.fixture
def table() -> Table:
    return Table(player("director", is_director=True))


def shown(who: Player, page: str, **asked: Any) -> str:
    return str(browser(who).get(page, asked).content.decode())


def send(who: Player, page: str, act: str = "enter", **sent: Any) -> Any:
    told = {"act": act, "by": "points", "deal": "1", "idempotency_key": str(uuid4()), **sent}
    return browser(who).post(page, told)


def test_a_result_is_entered_with_one_form_and_the_next_deal_opens_the_same_way(table):
    page = shown(table.seats[1], table.page, by="points")
    fields = re.findall(
        r'<(?:input|select)[^>]* name="([a-z]+(?:-\d)?)"', page.split('id="entry"')[1]
    )
    assert {"winner", "points", "quan-0", "khui-3", "khap-2", "offender", "section"} <= {*fields}
    answer = send(table.seats[1], table.page, **NUMBERS, **{"khap-2": "1", "offender": "3"})
    assert (answer.status_code, answer["Location"]) == (303, f"{table.page}?by=points")
    score = table.score()
    assert (score.net, score.penalised) == ((-3, 162, 6, -165), 3)
    assert score.paper.lay.asides == ((), (), ("khap",), ())
    page = shown(table.seats[1], answer["Location"])
    assert "cards not entered" in page and "How did deal 2 end?" in page
    assert "Dispute the penalty" not in page and "That is wrong" in page


def test_who_confirms_is_told_how_the_payment_is_worked_out(table):
    table.enter(table.seats[1])
    how = "(3 + 19 points) × 2 for a quan + 10 = 54 (§9.1)"
    assert how in shown(table.seats[0], table.page)
    drafted = {"winner": "1", "set": V4.sets}
    assert how in shown(table.seats[1], table.page, **drafted)
    part = {"winner": "1", "set": V4.sets[:-1]}
    assert (
        "Each loser owes" not in shown(table.seats[1], table.page, **part).split('id="results"')[0]
    )


def test_yellow_kings_are_asked_for_where_they_are_paid(table):
    assert "entry-kings" not in shown(table.seats[1], table.page, by="points")
    southern = Table(table.director, people=table.seats, rules="mien-nam")
    assert "entry-kings" in shown(southern.seats[1], southern.page, by="points")
    assert "Other players' kongs, khạp and penalty" not in shown(
        southern.seats[1], southern.page, winner="1"
    )
    told = {"winner": "3", "points": "7", "yellow_kings": "1"}
    assert send(southern.seats[1], southern.page, **told).status_code == 303
    assert southern.score().net == (-15, -15, -15, 45)  # H4
    how = "Plain win (tới trơn): 10 + 1 × 5 for yellow kings = 15 (§13.2)"
    assert how in shown(southern.seats[0], southern.page)
    deal = Deal.objects.get(pk=southern.score().deal_id)
    assert how in shown(southern.seats[0], f"/replays/{deal.pk}/")
    wrong = send(southern.seats[1], southern.page, **told | {"deal": "2", "yellow_kings": "5"})
    assert wrong.status_code == 422 and "in the winning hand, 4 at most" in wrong.content.decode()
    sheets = f"/tournaments/{southern.id}/rounds/1/sheets"
    assert "Yellow kings" in shown(table.director, sheets)


def test_nobody_won_is_entered_without_numbers(table):
    assert send(table.seats[0], table.page, winner="none").status_code == 303
    assert table.score().winner is None


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Choose the winner"),
        ({"winner": "1"}, "Enter the points"),
        ({"winner": "1", "points": "8"}, "7 or 9 points, but not 8"),
        ({"winner": "1", "points": "0"}, "1 to 21 points, not 0"),
        ({"winner": "1", "points": "25"}, "1 to 21 points, not 25"),
        ({"winner": "1", "points": "-3"}, "“-3” can&#x27;t be a number"),
        ({"winner": "1", "points": "1_0"}, "“1_0” can&#x27;t be a number"),
        ({"winner": "1", "points": "١٩"}, "“١٩” can&#x27;t be a number"),
        ({"winner": "1", "points": "7", "khap-2": "x"}, "“x” can&#x27;t be a number"),
        ({"winner": "1", "points": "100"}, "“100” can&#x27;t be a number"),
        ({"winner": "1", "points": "37", "khui-1": "6"}, "0 quan and 6 khui"),
        ({"winner": "1", "points": "7", "khap-2": "7"}, "has at most 20 cards"),
        (
            {"winner": "1", "points": "7", "offender": "1"},
            "pay the penalty. Choose another player.",
        ),
        ({"winner": "1", "points": "7", "offender": "2", "section": "§1"}, "Name the section"),
        ({"winner": "none", "points": "7"}, "Nobody won, so nobody pays"),
        ({"winner": "none", "quan-2": "1"}, "Nobody won, so nobody pays"),
    ],
)
def test_what_cannot_be_is_refused_and_stays_in_the_form(table, sent, words):
    answer = send(table.seats[0], table.page, **sent)
    page = answer.content.decode()
    assert answer.status_code == 422 and words in page
    if text := sent.get("points"):
        assert re.search(rf'name="points"[^>]* value="{re.escape(text)}"', " ".join(page.split()))
    assert not Deal.objects.filter(entered__isnull=False).exists()


def test_a_second_person_who_enters_something_else_sees_what_was_entered(table):
    send(table.seats[0], table.page, **NUMBERS)
    answer = send(table.seats[1], table.page, winner="2", points="7")
    assert answer.status_code == 409 and "Somebody has already entered" in answer.content.decode()
    assert table.score().winner == 1


def test_a_director_enters_it_anew_by_numbers_or_with_the_cards(table):
    table.enter(table.seats[1], V4)
    desk, deal = table.page.replace("/result", "/decide"), table.score().deal_id
    page = shown(table.director, desk, correct=deal, by="points")
    assert 'value="19"' in page and re.search(r'name="quan-1"[^>]* value="1"', page)
    told = {"correct": deal, "revision": "1", "reason": "The sheet says so."}
    sent = {**NUMBERS, "points": "21", **told}
    assert send(table.director, desk, "correct", **sent).status_code == 303
    assert table.score().points == 21 and table.score().paper.lay.sets == ()
    page = shown(table.director, desk, correct=deal)  # as it was entered
    assert 'name="by" value="points"' in page and 'value="21"' in page
    assert "Who won?" in shown(table.director, desk, correct=deal, by="sets")
    table.enter(table.director, Lay(None), deal=2)
    page = shown(table.director, desk, correct=table.score(2).deal_id, by="points")
    assert re.search(r'value="none"\s+checked', page)


def test_its_deal_is_marked_and_has_no_sets(table):
    send(table.seats[1], table.page, **NUMBERS)
    deal = shown(table.seats[0], f"/replays/{table.score().deal_id}/")
    assert "cards not entered" in deal and "The winner's sets" not in deal
    assert "entered without cards" in shown(table.director, f"/tournaments/{table.id}/log")
