"""Titles and descriptions for search engines and messengers: in the reader's language, of open pages, without names."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override

from games.web.documents import DOCUMENTS
from games.web.views.lobby import ABOUT, WELCOME
from tests.support.tournament_pages import announced, player
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
LOCALES = {"en": "en_US", "vi": "vi_VN", "fr": "fr_FR", "ja": "ja_JP"}


def preview(address: str, language: str = "en", client: Client | None = None) -> dict[str, str]:
    """Return a page's title and what it tells messengers, by the names of Open Graph."""
    answer = (client or Client()).get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    html = answer.content.decode()
    found = dict(
        re.findall(r'<meta (?:property|name)="((?:og:|desc)[^"]+)" content="([^"]*)"', html)
    )
    [found["title"]] = re.findall(r"<title>([^<]*)</title>", html)
    return {name: unescape(text) for name, text in found.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_open_pages_say_what_they_are_in_the_readers_language(language):
    with override(language):
        told = {"/": (str(WELCOME), str(ABOUT))}
        for name, address in (("rulebook", "/rules/"), ("member-guide", "/guides/member/")):
            told[address] = (str(DOCUMENTS[name].title), str(DOCUMENTS[name].about))
        told["/tournaments/"] = (
            gettext("Tournaments"),
            gettext("The club's tournaments: when they begin, who is playing, and the standings."),
        )
    for address, (title, about) in told.items():
        found = preview(address, language)
        assert found["title"].startswith(f"{title} · "), address
        assert (found["og:title"], found["og:description"]) == (title, about)
        assert found["description"] == about
        assert found["og:locale"] == LOCALES[language]
        assert found["og:url"] == f"http://testserver{address}"
        assert found["og:image"].startswith("http://testserver/static/icons/icon-512")


def test_a_tournament_is_told_by_its_day_rounds_and_description_and_names_nobody():
    director = player("trong", is_director=True)
    made = announced(director, player("an"), rounds="3", description="Bring\n\n tea.")
    found = preview(f"/tournaments/{made}/")
    assert found["og:title"] == Tournament.objects.get(pk=made).name
    assert found["og:description"].endswith("3 rounds · 1 player. Bring tea.")
    assert not {"Trong", "An"} & {*re.findall(r"\w+", " ".join(found.values()))}
    Tournament.objects.filter(pk=made).update(description="x" * 999)
    assert len(preview(f"/tournaments/{made}/")["og:description"]) < 250
