"""Preferences: kept for a member in the row, for a visitor in a signed cookie, and written on every page."""

import re
from dataclasses import fields

import pytest
from django.test import Client
from django.utils.translation import override

from games.common.preferences import CHOICES, Preferences, read, with_choices
from games.models import Player
from games.presenters.people.preferences import preference_fields
from games.web.preferences import COOKIE
from tests.support.play_pages import browser, member
from tusac_site.security.same_member import mark_of

PAGE = "/account/preferences/"


def on_page(client: Client) -> dict[str, str]:
    """Return the attributes of `<html>`, as style sheets and scripts find them."""
    html = client.get("/rules/words/").content.decode()
    root = re.search(r"<html[^>]*>", html)
    assert root is not None
    return dict(re.findall(r'data-(\w+)="(\w+)"', root[0]))


def test_every_preference_has_choices_and_words_and_a_default_among_them():
    with override("vi"):  # in other languages there is nothing to choose of the words for cards
        shown = preference_fields(Preferences())
    assert list(CHOICES) == [field.name for field in shown]
    assert set(CHOICES) == {field.name for field in fields(Preferences)}
    for name, value in Preferences().on_page.items():
        assert value in CHOICES[name]
    for field in shown:
        assert [option.value for option in field.options] == list(CHOICES[field.name])
        assert sum(option.chosen for option in field.options) == 1


@pytest.mark.parametrize(
    "kept", [None, [], "face", 7, {"face": "odd"}, {"face": ["one"]}, {"face": None}, {"no": "one"}]
)
def test_what_was_kept_unsoundly_is_as_if_nothing_had_been_chosen(kept):
    assert read(kept) == Preferences()


def test_what_can_be_is_taken_and_what_cannot_is_named():
    after, wrong = with_choices(Preferences(), {"face": "one", "size": "giant", "card": "Rr"})
    assert (after, wrong) == (Preferences(face="one"), ("size",))
    assert after.chosen == {"face": "one"} and read(after.chosen) == after


@pytest.mark.django_db
def test_a_member_finds_what_was_chosen_on_every_device_and_nobody_else_does():
    an, binh = member("an"), member("binh")
    answer = browser(an).post(PAGE, {"face": "words", "sound": "off"})
    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    elsewhere = browser(an)
    assert on_page(elsewhere) | {"face": "words", "sound": "off"} == on_page(elsewhere)
    assert on_page(browser(binh)) == Preferences().on_page | {"member": mark_of(binh)}
    assert on_page(Client()) == Preferences().on_page  # a stranger's page bears nobody's mark
    browser(an).post(PAGE, {"size": "large"})
    assert Player.objects.get(pk=an.pk).preferences == {
        "face": "words",
        "size": "large",
        "sound": "off",
    }
    html = browser(an).get(PAGE).content.decode()
    assert re.search(r'name="face" value="words" checked', html)


@pytest.mark.django_db
def test_a_visitor_keeps_them_in_a_cookie_that_nobody_else_can_write():
    client = Client()
    client.post(PAGE, {"contrast": "high", "order": "rank"})
    assert on_page(client)["contrast"] == "high"
    assert client.cookies[COOKIE]["httponly"] and client.cookies[COOKIE]["samesite"] == "Lax"
    for forged in ("contrast=high", client.cookies[COOKIE].value[:-2] + "zz", "\x00", ""):
        other = Client()
        other.cookies[COOKIE] = forged
        assert on_page(other) == Preferences().on_page
    an = member("an")
    client.force_login(an)
    assert on_page(client)["contrast"] == "normal", "a member's own count"


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"face": "odd"}, {"speed": ""}, {"sound": "on\x00"}])
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(wrong):
    an = member("an")
    for client in (browser(an), Client()):
        answer = client.post(PAGE, {"size": "large", **wrong})
        assert answer.status_code == 422
        assert "Choose one of the options in the form" in answer.content.decode()
        assert COOKIE not in client.cookies
    assert Player.objects.get(pk=an.pk).preferences == {}


@pytest.mark.django_db
def test_the_sheet_at_the_table_is_answered_without_a_page():
    client = browser(member("an"))
    headers = {"HX-Request": "true"}
    kept = client.post(PAGE, {"face": "one"}, headers=headers)
    assert (kept.status_code, kept.content) == (204, b"")
    ordered = client.post(PAGE, {"order": "rank"}, headers=headers)
    assert ordered["HX-Refresh"] == "true", "only the server puts cards in another order"


@pytest.mark.django_db
def test_who_chose_at_the_table_comes_back_to_it_but_never_to_another_site():
    client = browser(member("an"))
    assert client.post(PAGE, {"next": "/tables/1/"})["Location"] == "/tables/1/"
    for odd in ("https://example.com/", "//example.com", "javascript:alert(1)", ""):
        assert client.post(PAGE, {"next": odd})["Location"] == PAGE
