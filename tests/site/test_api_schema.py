"""The API's description is drawn once a language and form, and is what it would be if it were drawn anew."""

import json

import pytest
from django.conf import settings
from django.test import Client
from drf_spectacular.views import SpectacularAPIView
from rest_framework.test import APIRequestFactory

from tests.support.play_pages import browser, member
from tusac_site.api import schema

pytestmark = pytest.mark.django_db
JSON = "application/vnd.oai.openapi+json"
YAML = "application/vnd.oai.openapi"


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """The languages and forms that were drawn since; nothing is kept before."""
    seen = []
    made = schema.SchemaView._draw

    def draw(view, request, language, form):
        seen.append((language, form))
        return made(view, request, language, form)

    monkeypatch.setattr(schema, "_kept", {})
    monkeypatch.setattr(schema.SchemaView, "_draw", draw)
    return seen


def get(client: Client, accept: str = JSON, **query: str):
    answer = client.get("/api/schema/", query, headers={"Accept": accept})
    assert answer.status_code == 200
    return answer


def test_it_is_drawn_once_for_everybody(drawn):
    first = get(Client())
    assert get(browser(member("an"))).content == first.content == get(Client()).content
    assert drawn == [("en", "json")]
    assert first["Content-Type"].startswith(JSON) and "Tusac.json" in first["Content-Disposition"]


def test_it_is_what_it_would_be_anew():
    request = APIRequestFactory().get("/api/schema/", HTTP_ACCEPT=JSON)
    anew = SpectacularAPIView.as_view()(request)
    anew.render()
    assert json.loads(get(Client()).content) == json.loads(anew.content)


def test_each_language_and_form_is_one_of_its_own(drawn):
    words = {get(Client(), lang=one).content for one, _name in settings.LANGUAGES}
    assert len(words) == len(settings.LANGUAGES) == len(drawn)
    told = get(Client(headers={"Accept-Language": "fr"})).content
    assert told == get(Client(), lang="fr").content and len(drawn) == len(settings.LANGUAGES)
    yaml = get(Client(), YAML)
    assert yaml.content.startswith(b"openapi:") and yaml["Content-Type"].startswith(YAML)
    assert drawn[-1] == ("en", "yaml")


def test_no_language_that_there_is_not_is_drawn_or_kept(drawn):
    for odd in ("xx", "a" * 500, "\x00", "VI", "../vi"):
        assert get(Client(), lang=odd).content == get(Client()).content
    assert drawn == [("en", "json")] and list(schema._kept) == [("en", "json")]
