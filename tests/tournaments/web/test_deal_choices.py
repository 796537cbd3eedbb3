"""One page says what can be done to a result and what each changes; the table, the deal and Corrections lead to it."""

import re
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from games.models import Player
from tests.support.cardboard import V4, Table
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments import commands
from tournaments.engine.decisions import final
from tournaments.engine.real_cards.events import Lay
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    made = Table(player("director", is_director=True))
    made.enter_confirmed(1)
    return made


def shown(who: Player, page: str) -> str:
    return " ".join(browser(who).get(page).content.decode().split())


def door(table: Table) -> str:
    return f"/tournaments/{table.id}/corrections/deals/{table.score().deal_id}"


def winner(table: Table) -> str:
    return str(table.seats[1].shown_name)


def press(table: Table, act: str, **sent: Any) -> int:
    told = {"act": act, "idempotency_key": str(uuid4()), "reason": "Miscounted.", **sent}
    return int(browser(table.director).post(door(table), told).status_code)


def rows(page: str) -> dict[str, tuple[str, str]]:
    """Return who is moved: their line now, and afterwards."""
    found = re.findall(r"<bdi>([^<]+)</bdi></th><td>([^<]+)</td> <td>([^<]+)</td>", page)
    return {name: (before.replace("−", "-"), after) for name, before, after in found}


def test_the_table_the_deal_and_corrections_lead_to_one_page(table):
    deal = table.score().deal_id
    pages = (
        table.page,
        table.page.replace("/result", "/decide"),
        f"/replays/{deal}/",
        f"/tournaments/{table.id}/corrections/",
    )
    for page in pages:
        assert f'href="{door(table)}"' in shown(table.director, page), page
        assert f'href="{door(table)}"' not in shown(table.seats[0], page), page
    assert f'href="/replays/{deal}/"' in shown(table.director, f"/tournaments/{table.id}/")


def test_it_says_what_each_choice_changes_before_it_is_pressed(table):
    page = shown(table.director, door(table))
    heads = re.findall(r"<h2[^>]*>([^<]+)</h2>", page)
    assert heads == ["Enter the result again", "Void the deal", "Adjust points"]
    assert "Round 1, table 1, deal 1" in page and f"{winner(table)} won with 19 points" in page
    assert rows(page)[winner(table)] == (
        "place 1 with +162 points",
        "place 1 with 0 points",
    )
    assert len(rows(page)) == 4
    assert f"/decide?correct={table.score().deal_id}#entry" in page
    assert press(table, "void") == 303
    page = shown(table.director, door(table))
    heads = re.findall(r"<h2[^>]*>([^<]+)</h2>", page)
    assert heads == [
        "Enter the result again",
        "Play it again",
        "Let the deal count again",
        "Adjust points",
    ]
    assert rows(page)[winner(table)] == (
        "place 1 with 0 points",
        "place 1 with +162 points",
    )
    assert press(table, "take-back") == 303
    assert table.score().net == (-54, 162, -54, -54)


def test_what_it_says_is_what_then_happens(table):
    table.enter(table.director, Lay(0, V4.sets), deal=2)
    said = rows(shown(table.director, door(table)))
    assert press(table, "void") == 303
    after = {row.standing.participant: row.standing for row in final(table.state)}
    names = {f"player:{one.pk}": one.shown_name for one in table.seats}
    for label, row in after.items():
        words = said[names[label]][1].replace("−", "-")
        assert words == f"place {row.place} with {row.points:+} points".replace("+0", "0")


def test_a_contradicted_result_can_be_let_stand_or_entered_again(table):
    table.contradict(table.seats[3], "No khui!")
    page = shown(table.director, door(table))
    assert f"{table.seats[3].shown_name} says that it is wrong: No khui!" in page
    heads = re.findall(r"<h2[^>]*>([^<]+)</h2>", page)
    assert heads[:2] == ["Keep the result", "Enter the result again"]


def test_after_the_closing_it_says_whose_prize_changes(table):
    table.enter(table.director, Lay(None), deal=2)
    commands.close(by=table.director, tournament_id=table.id, now=timezone.now())
    page = shown(table.director, door(table))
    assert "prize 40" in page and "Play it again" not in page
    assert rows(page)[winner(table)][0] == "place 1 with +162 points, prize 40"


def test_a_deal_that_is_played_on_has_no_choices_and_one_that_is_not_there_is_404(table):
    base = f"/tournaments/{table.id}/corrections/deals/"
    assert browser(table.director).get(f"{base}999999").status_code == 404
    referee = player("referee", is_referee=True)
    page = shown(referee, door(table))
    assert "Enter the result again" not in page and "Void the deal" in page


def test_a_result_that_is_entered_again_is_among_what_was_corrected(table):
    page = f"/tournaments/{table.id}/"
    assert "What was corrected" not in shown(table.director, page)
    score = table.score()
    commands.correct_result(
        by=table.director,
        tournament_id=table.id,
        deal_id=score.deal_id,
        revision=score.paper.revision,
        lay=Lay(0, V4.sets),
        reason="The winner sat in the south.",
        now=timezone.now(),
    )
    page = shown(table.seats[0], page)
    told = page.partition("What was corrected")[2].partition("</section>")[0]
    south = table.seats[0].shown_name
    assert f"{south} won, points of the hand: 19" in told
    assert "The winner sat in the south." in told and "Director" in told
    # A tournament of an older release did not count it; the migration does, as the log makes it.
    row = Tournament.objects.filter(pk=table.id)
    made = row.get().corrections
    assert row.update(corrections=0) == made == 1
    import_module("tournaments.migrations.0028_count_corrected_results").count(
        apps, SimpleNamespace(connection=connection)
    )
    assert row.get().corrections == 1
