"""The admin's lists answer the look-ups that they offer, and no others: no list can be asked about what no page shows.

Django's own lists filter by any column of the row and of what belongs to it, by beginnings and patterns: a token, a
password or the secret of a running deal could be read letter by letter from whether a row is listed.
"""

import re
from html import unescape
from itertools import product
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.core.exceptions import ImproperlyConfigured
from django.http import QueryDict
from django.test import RequestFactory

from games.errors import Refused
from games.model_admin import ClubModelAdmin
from games.models import DealSecret, Player, Seat
from tests.support.play_pages import browser
from tests.support.refused import refused_page
from tests.support.security.club import built
from tests.support.sightseeing import CHANGING

pytestmark = pytest.mark.django_db

LISTS = sorted(admin.site._registry, key=lambda model: model.__name__)
LOOKUPS = ("", "__exact", "__startswith", "__contains", "__regex", "__gt", "__in", "__isnull")
SAID = "This list has no such filter or page."
HIDDEN = re.compile(r"password|digest|prefix|secret|email|session|logentry|last_login")


@pytest.fixture
def club():
    return built()


def paths(model, depth=3, before=()):
    """Every column that Django can reach from a model through so many relations, hidden ones (`+`) too."""
    for column in model._meta.get_fields(include_hidden=True):
        path = (*before, column.name)
        if not column.is_relation:
            yield "__".join(path)
        elif column.related_model is not None:
            yield "__".join(path)
            if depth > 1:
                yield from paths(column.related_model, depth - 1, path)


def lookups(model):
    """What a list could be asked: each near column by every look-up, each far one by one of them in turn."""
    near = dict.fromkeys(paths(model, depth=2))
    far = [path for path in dict.fromkeys(paths(model)) if path not in near]
    yield from (path + lookup for path, lookup in product(near, LOOKUPS))
    yield from (path + LOOKUPS[number % len(LOOKUPS)] for number, path in enumerate(far))


def address(model, query=""):
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/{query and '?'}{query}"


OFFERED = {
    "Player": {
        f"{column}__exact" for column in ("is_director", "is_referee", "is_bot", "is_active")
    },
}
"""What the links of each list's filters carry; beside these, whether there is something at all."""


def offered(model):
    """Everything by which a list may be asked."""
    names = OFFERED[model.__name__]
    return names | {name.removesuffix("__exact") + "__isnull" for name in names}


@pytest.mark.parametrize("model", LISTS)
def test_no_column_can_be_asked_about_that_the_list_does_not_offer(
    model, club, django_assert_num_queries
):
    here = admin.site._registry[model]
    request = RequestFactory().get(address(model))
    request.user = club.viewers["owner"]
    names = [name for name in lookups(model) if name not in offered(model)]
    assert len(names) > 900
    answered, refusals = [], set()
    with django_assert_num_queries(0):  # so no answer depends on what there is
        for name in names:
            request.GET = QueryDict(f"{quote(name)}=1")
            try:
                here.get_changelist_instance(request)
                answered.append(name)
            except Refused as refused:
                refusals.add((refused.code, refused.status))
    assert answered == []
    assert refusals == {("list.filter", 400)}


@pytest.mark.parametrize("model", LISTS)
def test_what_no_page_shows_is_refused_in_the_same_words_whatever_is_guessed(model, club):
    token = club.viewers["seat"].api_tokens.get()
    secret = DealSecret.objects.get(deal=club.running).encrypted
    guesses = [token.digest[0], token.prefix, secret[0], "pbkdf2", "no such value", "[]", "\0"]
    there = browser(club.viewers["owner"])
    hidden = list(dict.fromkeys(path for path in paths(model) if HIDDEN.search(path)))
    assert len(hidden) > 10
    hidden = hidden[
        :: 1 + len(hidden) // 100
    ]  # from near and far; the test above asks for each path
    answers = set()
    for number, path in enumerate(hidden):
        lookup = LOOKUPS[1 + number % (len(LOOKUPS) - 1)]
        answer = there.get(
            address(model, f"{quote(path + lookup)}={quote(guesses[number % len(guesses)])}")
        )
        said = re.sub(r'name="next" value="[^"]*"', "", answer.content.decode())
        answers.add((answer.status_code, CHANGING.sub("…", said)))
    assert [status for status, _page in answers] == [400]
    assert SAID in answers.pop()[1]


QUERIES = (
    "auth_token__key__startswith=a",
    "api_tokens__digest__startswith=a",
    "username__regex=[]",
    "username__regex=%5B",
    "username=an",
    "password__startswith=p",
    "pk__in=1,x",
    "id__gt=x",
    "nothing=1",
    "is_active__exact=perhaps",
    "is_active__exact=1&is_active__exact=%00",
    "is_active__exact=1&password__startswith=p",
    "is_active__exact__regex=[]",
    "e=1&username__regex=[]",
    "q=an&api_tokens__prefix=a",
    "_facets=True&email__startswith=a",
    "_to_field=password",
    "_to_field=id",
    "_popup=1&_to_field=username",
    "p=0&username__gt=a",
)


def test_a_list_refuses_and_neither_fails_nor_sends_elsewhere(club):
    there = browser(club.viewers["owner"])
    for query in QUERIES:
        for answer in (
            there.get(f"/admin/games/player/?{query}"),
            there.post(f"/admin/games/player/?{query}", {"action": "reset_second_factor"}),
        ):
            assert answer.status_code == 400, query
            assert SAID in answer.content.decode()


@pytest.mark.parametrize("model", LISTS)
def test_every_link_of_a_list_is_answered(model, club, monkeypatch):
    monkeypatch.setattr(admin.site._registry[model], "list_per_page", 1)
    there = browser(club.viewers["owner"])
    for number in range(3):
        Player.objects.create_user(f"more{number}")
    to_ask: list[str] = ["?"]
    seen: set[str] = set()
    while to_ask and len(seen) < 40:
        query = to_ask.pop(0)
        seen.add(query)
        answer = there.get(address(model) + query)
        assert answer.status_code == 200, query
        links = {
            unescape(link) for link in re.findall(r'href="(\?[^"]*)"', answer.content.decode())
        }
        to_ask += sorted(links - seen - set(to_ask))
    asked = {name for query in seen for name in QueryDict(query[1:])}
    counts = admin.site._registry[model].show_facets is not admin.ShowFacets.NEVER
    assert {*OFFERED[model.__name__], "o", *(["_facets"] * counts)} <= asked
    assert asked <= {*offered(model), "o", "p", "q", "all", *(["_facets"] * counts)}


@pytest.mark.parametrize("model", LISTS)
def test_a_search_and_an_order_go_by_what_people_see(model):
    here = admin.site._registry[model]
    for path in (*here.search_fields, *(here.ordering or ())):
        assert not re.search(r"password|token|secret|session|digest", path)
    shown = {name for _title, part in here.fieldsets or () for name in part["fields"]}
    shown |= {
        *here.list_display,
        *(here.fields or ()),
        "deal__table__name",
        "table__name",
        "reason",
    }
    assert set(here.search_fields) <= shown


def test_no_choice_of_rows_for_another_form_is_answered(club):
    for field in ("player", "opened_by"):
        model = "seat" if field == "player" else "table"
        asked = {"app_label": "games", "model_name": model, "field_name": field, "term": "a"}
        there = browser(club.viewers["owner"])
        assert there.get("/admin/autocomplete/", asked).status_code == 403


@pytest.mark.parametrize("what", ["change", "delete", "history"])
def test_a_row_is_found_by_its_key_alone_and_no_fault_is_logged(what, club, caplog):
    member = club.viewers["member"]
    there = browser(club.viewers["owner"])
    for field in ("password", "id", "nothing"):
        for ask in (there.get, there.post):
            answer = ask(f"/admin/games/player/{member.pk}/{what}/?_to_field={field}")
            assert answer.status_code in ((400,) if what != "history" else (200,)), field
    assert not [line for line in caplog.records if line.exc_info or line.levelname == "ERROR"]


def test_an_action_on_rows_that_cannot_be_is_refused(club):
    there = browser(club.viewers["owner"])
    for chosen in ("x", "9" * 40, "-1", "", "\0", "1.5"):
        said = {"action": "reset_second_factor", "_selected_action": [chosen]}
        refused_page(there, "list.row", "post", "/admin/games/player/", data=said)


def test_the_site_takes_no_list_without_these_bounds():
    class Unbounded(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
        pass

    for unbounded in (None, Unbounded):
        with pytest.raises(ImproperlyConfigured, match="Seat needs an admin that is"):
            admin.site.register(Seat, unbounded)
    assert not admin.site.is_registered(Seat)
    assert all(isinstance(here, ClubModelAdmin) for here in admin.site._registry.values())
