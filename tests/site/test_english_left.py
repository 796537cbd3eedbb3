"""No English is left on a page: not of a template, not of the code, not of Django's own catalogues.

Each page is read in English and in another language. What is the same in both has words of that language alone.
"""

import re
from copy import copy
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from zoneinfo import available_timezones

import django
import pytest
from django.conf import settings
from django.core.cache import cache as shared_cache
from django.db import transaction
from django.test import Client
from django.utils.translation import get_language_info

from games.models import Player
from tests.support.catalogues import LOCALE, read
from tests.support.security.addresses import ADDRESSES
from tests.support.security.club import VIEWERS, Club, built
from tests.support.sightseeing import CHANGING

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
CATALOGUES = ("conf", "contrib/admin", "contrib/auth", "contrib/humanize")
"""Django's own, by their folders."""
ATTRIBUTES = ("alt", "aria-description", "aria-label", "data-label", "placeholder", "title")
WORD = re.compile(r"[^\W\d_]{2,}")
NO_WORDS = re.compile(r"https?://\S+|/static/\S+|\b(?=\w*\d)\w+(?:-\w+)*\b|§\S+|\S*\*{4,}\S*")
"""Addresses, digests, names with a number in them, and a password as Django hides it."""
OF_MACHINES = {"md5", "manage", "python", "py", "json", "venv", "bin", "restore", "tusac", "verify"}
OF_MACHINES |= {
    "key",
    "receipt",
    "deals",
    "vinagames",
    "peterneumann",
    "svg",
    "png",
    "sqlite",
    "postgresql",
}
"""What is typed into a computer, and names of files and formats."""
DOCUMENTS = ("rules/", "fairness/", "guides/", "compare-rules/", "offline/")
"""Books, which quote Vietnamese and English words; one page is in all languages at once."""


class Page(HTMLParser):
    """The texts of a page, with what is read aloud or shown when pointed at."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self._silent = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Note the texts of attributes."""
        self._silent += tag in ("script", "style")
        values = dict(attrs)
        for name in ATTRIBUTES:
            self._note(values.get(name) or "")
        if tag == "input" and values.get("type") in ("submit", "button"):
            self._note(values.get("value") or "")

    def handle_endtag(self, tag):
        """Hear the page again after what is for machines."""
        self._silent -= tag in ("script", "style")

    def handle_data(self, data):
        """Note a text."""
        if not self._silent:
            self._note(data)

    def _note(self, text: str) -> None:
        self.texts.add(" ".join(text.split()))


@cache
def words_of(language: str) -> frozenset[str]:
    """Return all words that the translations into a language use, the club's and Django's."""
    folders = [LOCALE, *(Path(django.__file__).parent / name / "locale" for name in CATALOGUES)]
    entries = [
        entry
        for folder in folders
        if (po := folder / language / "LC_MESSAGES" / "django.po").exists()
        for entry in read(po)
        if "fuzzy" not in entry.flags
    ]
    texts = " ".join(text for entry in entries for text in entry.translated)
    return frozenset(word.casefold() for word in WORD.findall(texts))


@cache
def zones() -> frozenset[str]:
    """Return the names of time zones, for which the whole folder of them is read."""
    return frozenset(available_timezones())


def given() -> set[str]:
    """Return the words that the club's people have written, and names that are nobody's to translate."""
    written = [*Player.objects.values_list("username", flat=True), *zones()]
    written += ["Friday", "I paid too much", "Mistakes", "Vinagames", "Miền Nam", "North Dakota"]
    written += [get_language_info(code)["name_local"] for code in ("en", *LANGUAGES)]
    written += ["EN", "VI", "FR", "JA", "Argentina", "Bàn"]
    return {word.casefold() for text in written for word in WORD.findall(text)} | OF_MACHINES


_there: dict[str, Client] = {}
"""A viewer's client in this test."""


@pytest.fixture(autouse=True)
def each_logs_in_anew():
    """Forget the clients of the test before."""
    _there.clear()


def logged_in(language: str, viewer: str) -> Client:
    """Return a client in a language; each viewer has logged in once in the test, and what a page did is undone."""
    if viewer not in _there:
        _there[viewer] = Client()
        _there[viewer].force_login(Player.objects.get(username=viewer))
    client = Client(headers={"accept-language": language})
    client.cookies, client.handler = copy(_there[viewer].cookies), _there[viewer].handler
    return client


def read_in(language: str, club: Club, viewer: str, route: str, form=None) -> set[str]:
    """Return the texts of a page, or of the answer to a form; nothing that it does stays."""
    client = logged_in(language, viewer)
    shared_cache.clear()
    with transaction.atomic():
        address = club.address(route)
        answer = client.get(address) if form is None else client.post(address, form, follow=True)
        transaction.set_rollback(True)
    if "html" not in answer.headers.get("Content-Type", ""):
        return set()
    body = answer.getvalue() if answer.streaming else answer.content
    return Page(CHANGING.sub("", body.decode())).texts


def english_in(club: Club, viewer: str, route: str, form=None) -> list[str]:
    """Return the texts of a page that stay English, each with its language."""
    english = read_in("en", club, viewer, route, form)
    left, written = [], given()
    for language in LANGUAGES:
        known = words_of(language) | written
        for text in sorted(english & read_in(language, club, viewer, route, form)):
            words = {word.casefold() for word in WORD.findall(NO_WORDS.sub("", text))}
            if words - known:
                left.append(f"{language} {route}: {text}")
    return left


def routes_of(viewer: str) -> list[str]:
    """Return the pages of a director, and those that only referees or owners open."""

    def answered(route: str, whom: str) -> str:
        return ADDRESSES[route][0].split()[VIEWERS.index(whom)]

    return [
        route
        for route in ADDRESSES
        if not route.startswith(("api", *DOCUMENTS))
        and answered(route, viewer) == "200"
        and (viewer == "director" or answered(route, "director") != "200")
    ]


@pytest.mark.parametrize("viewer", ["director", "referee", "owner"])
def test_a_page_has_no_english_left(viewer):
    club = built()
    routes = routes_of(viewer)
    assert len(routes) > {"director": 80, "referee": 1, "owner": 8}[viewer]
    assert [text for one in [*routes, "no/such"] for text in english_in(club, viewer, one)] == []


@pytest.mark.parametrize(
    ("route", "form"),
    [
        ("admin/games/player/", {"action": "reset_second_factor", "_selected_action": ["1"]}),
        ("admin/games/player/", {"action": "reset_second_factor"}),
        ("admin/games/player/<path:object_id>/change/", {"username": ""}),
        ("admin/games/player/<path:object_id>/change/", {"username": "a b", "email": "x"}),
        ("admin/games/player/<id>/password/", {"password1": "x", "password2": "y", "reason": "z"}),
        ("admin/password_change/", {"new_password1": "abc", "new_password2": "abc"}),
    ],
)
def test_what_the_administration_answers_has_no_english_left(route, form):
    assert english_in(built(), "owner", route, form) == []


def test_the_history_of_an_account_has_no_english_left():
    club = built()
    owner = Client()
    owner.force_login(Player.objects.get(username="owner"))
    player = Player.objects.get(username="chi")
    owner.post(
        "/admin/games/player/",
        {"action": "reset_second_factor", "_selected_action": [player.pk]},
    )
    owner.post(
        f"/admin/games/player/{player.pk}/change/",
        {"username": "chi", "is_active": "on", "display_name": "Chi", "reason": "Asked."},
    )
    route = f"admin/games/player/{player.pk}/history/"
    assert any("Two-step login" in text for text in read_in("en", club, "owner", route))
    assert english_in(club, "owner", route) == []
    assert english_in(club, "owner", "admin/") == []
