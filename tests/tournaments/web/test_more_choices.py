"""The rare choices of a new tournament stand under headings, and what is left empty says its default."""

import re

import pytest

from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments.models import Tournament
from tournaments.web.forms import CreateForm

pytestmark = pytest.mark.django_db


def test_every_rare_choice_stands_once_under_a_legend():
    director = player("director", is_director=True)
    html = browser(director).get("/tournaments/new").content.decode()
    more = html.split('<details class="more"')[1].split("</details>")[0]
    before, *sets = more.split("<fieldset>")
    assert 'class="field' not in before
    assert all(part.startswith("<legend>") for part in sets) and len(sets) >= 6
    under = [part.split("</fieldset>") for part in sets]
    assert all('class="field' not in behind for _fields, behind in under)
    form = CreateForm()
    named = [name for _legend, names in form.groups for name in names]
    assert len(named) == len(set(named))
    for field in form.more_fields:
        assert len(re.findall(rf'id="{field.auto_id}(?:_0)?"', more)) == 1, field.name


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
        0,
        0,
    )
    assert (row.terms.bank_seconds, row.terms.round_minutes, row.terms.wait_minutes) == (0, 0, 0)
