"""The rare choices of a new tournament stand under headings, and what is left empty says its default."""

import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
import time_machine

from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments.models import Tournament
from tournaments.web.forms import CreateForm

pytestmark = pytest.mark.django_db
CHOSEN = {"rules": "vinagames", "filler": "bot:club", "prize_shares": "50, 30, 20"}
"""What a list of the form sends as it stands."""


def once() -> dict[str, str]:
    return {"idempotency_key": str(uuid4())}


@pytest.mark.parametrize("language", ["en", "vi", "fr", "ja"])
def test_three_things_are_asked_and_every_other_choice_stands_once_under_a_legend(language):
    client = browser(player("director", is_director=True))
    html = client.get("/tournaments/new", headers={"Accept-Language": language}).content.decode()
    assert f'<html lang="{language}"' in html
    asked, *folds = html.partition("<form")[2].split('<details class="more">')
    assert re.findall(r'<label for="id_(\w+)"', asked) == ["name", "starts_at", "rounds"]
    assert len(folds) == 8
    for fold in folds:
        assert re.search(r"<summary>[^<]+<small>[^<]+</small></summary>", fold)
    form = CreateForm()
    named = [name for _legend, names in form.groups for name in names]
    assert len(named) == len(set(named))
    for field in form.more_fields:
        assert len(re.findall(rf'id="{field.auto_id}(?:_0)?"', html)) == 1, field.name


def test_a_club_that_played_with_real_cards_is_offered_them_again_in_sight():
    director = player("director", is_director=True)

    def folds() -> list[str]:
        html = browser(director).get("/tournaments/new").content.decode()
        return re.findall(r'<details class="more" open>.*?</details>', html, re.DOTALL)

    assert folds() == []
    for cards in ("on", ""):
        sent = {"name": "Friday", "rounds": "3", "cardboard": cards, **once()}
        browser(director).post("/tournaments/new", {**sent, **CHOSEN})
        shown = folds()
        assert len(shown) == bool(cards)
        assert not shown or re.search(r'name="cardboard"[^>]* checked', shown[0])


def test_a_name_and_the_rounds_are_enough():
    """The other fields are left out, as by a hand that empties them."""
    director = player("director", is_director=True)
    sent = {"name": "Friday", "rounds": "3", **once()}
    assert browser(director).post("/tournaments/new", {**sent, **CHOSEN}).status_code == 303
    terms = Tournament.objects.get().terms
    assert (terms.deals_per_round, terms.entry_fee, terms.seconds_per_move) == (4, 0, 60)
    assert terms.late_until == 2


@pytest.mark.parametrize(
    ("chosen", "late"),
    [
        ({"rounds": "1"}, 0),
        ({"rounds": "2"}, 2),
        ({"format": "fixed"}, 0),
        ({"format": "groups", "rounds": "3", "finalists": "4"}, 2),
        ({"format": "groups", "rounds": "2", "finalists": "4"}, 0),
        ({"late_until": "0"}, 0),
        ({"late_until": "3"}, 3),
    ],
)
def test_late_entry_as_it_is_proposed_yields_to_what_is_chosen(chosen, late):
    director = player("director", is_director=True)
    sent = {"name": "Friday", "rounds": "3", "late_until": "2", **CHOSEN, **once(), **chosen}
    assert browser(director).post("/tournaments/new", sent).status_code == 303
    assert Tournament.objects.get().terms.late_until == late


def test_late_entry_that_was_chosen_is_refused_where_it_cannot_be():
    director = player("director", is_director=True)
    sent = {"name": "Friday", "rounds": "3", "late_until": "4", **CHOSEN, **once()}
    answer = browser(director).post("/tournaments/new", sent)
    assert answer.status_code == 422
    assert "whole number from 0 to 3" in answer.content.decode()


def test_an_end_of_the_check_in_means_that_there_is_one():
    director = player("director", is_director=True)
    sent = {"name": "Friday", "rounds": "3", "check_in_ends": "10", "starts_at": "2099-01-01 19:30"}
    with time_machine.travel(datetime(2098, 12, 1, tzinfo=UTC), tick=False):
        answer = browser(director).post("/tournaments/new", {**sent, **CHOSEN, **once()})
    assert answer.status_code == 303
    terms = Tournament.objects.get().terms
    assert (terms.check_in, terms.check_in_ends) == (True, 10)


def test_fixed_prizes_that_nothing_pays_are_refused_with_what_to_do_and_not_dropped():
    director = player("director", is_director=True)
    sent = {"name": "Friday", "rounds": "3", "prize_sums": "300, 200", **CHOSEN}
    answer = browser(director).post("/tournaments/new", {**sent, **once()})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"prize_sums"}
    html = answer.content.decode()
    assert "Fixed prizes come from the entry fees" in html
    assert html.count('<details class="more" open>') == 1
    assert not Tournament.objects.exists()
    paid = {**sent, "entry_fee": "20", "club_pays": "on", **once()}
    assert browser(director).post("/tournaments/new", paid).status_code == 303
    terms = Tournament.objects.get().terms
    assert (terms.prize_sums, terms.club_pays) == ((300, 200), True)


def test_a_form_of_tables_with_few_rare_choices_needs_no_legend():
    html = browser(player("an")).get("/tables/new").content.decode()
    assert '<details class="more"' in html and "<legend></legend>" not in html


def test_what_is_left_empty_says_its_default():
    director = player("director", is_director=True)
    form = browser(director).get("/tournaments/new").context["form"]
    told = {
        "name": "Friday",
        "rules": "vinagames",
        "rounds": "2",
        "deals_per_round": "4",
        "seconds_per_move": "60",
        "entry_fee": "20",
        "prize_shares": "100",
        "filler": "bot:club",
        "idempotency_key": str(form["idempotency_key"].value()),
    }
    assert browser(director).post("/tournaments/new", told).status_code == 303
    row = Tournament.objects.get()
    assert (row.terms.format, row.terms.least_members, row.terms.late_until, row.terms.fill_to) == (
        "even",
        1,
        2,
        0,
    )
    assert (row.terms.bank_seconds, row.terms.round_minutes, row.terms.wait_minutes) == (0, 0, 0)
