"""The guides for three readers: alike in every language, with the buttons' own words, and where they are needed."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override, pgettext

from games.common.document_marks import LABEL
from games.presenters.outcomes import OUTCOME_WORDS
from games.web.documents import FILES, GUIDES
from tests.support.catalogues import LOCALE, read
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db

DOCS = Path(settings.BASE_DIR) / "docs"
CODED = re.compile(r"`([^`]+)`")
LONGEST = {"member-guide": 550, "director-guide": 1000, "referee-guide": 650}
"""The most English words of a guide: with more it no longer fits on its paper."""


def written(guide: str, language: str) -> str:
    return (DOCS / FILES[language][guide]).read_text(encoding="utf-8")


def shown(guide: str, language: str) -> str:
    answer = Client(headers={"accept-language": language}).get(reverse(guide))
    assert answer.status_code == 200
    return answer.content.decode()


def outline(text: str) -> list[object]:
    """Return, chapter by chapter, the buttons, cards, steps, rows and pictures that a guide has."""
    return [
        (
            Counter(LABEL.findall(chapter)),
            CODED.findall(chapter),
            re.findall(r"^\d+\. ", chapter, re.MULTILINE),
            len(re.findall(r"^ *- ", chapter, re.MULTILINE)),
            len(re.findall(r"^\| ", chapter, re.MULTILINE)),
            re.findall(r"\((\S+\.html)\)", chapter),
        )
        for chapter in text.split("\n## ")
    ]


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_only_words_of_pages_and_the_same_ones_in_each_language(guide):
    known = {entry.key for entry in read(LOCALE / "vi" / "LC_MESSAGES" / "django.po")}
    named = LABEL.findall(written(guide, "en"))
    assert len(named) > 15 and {*named} <= known, {*named} - known
    for language in FILES:
        assert outline(written(guide, language)) == outline(written(guide, "en")), language


@pytest.mark.parametrize("language", sorted(FILES))
@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_shows_buttons_and_pictures_in_the_readers_language(guide, language):
    html = shown(guide, language)
    article = html.split('<article class="panel book guide"')[1].split("</article>")[0]
    assert article.startswith(f' lang="{language}"')
    with override(language):
        for context, msgid in LABEL.findall(written(guide, "en")):
            said = pgettext(context, msgid) if context else gettext(msgid)
            start = said.partition("%(")[0]
            assert f'<b class="press">{start}' in article.replace("&#x27;", "'"), msgid
    assert "[[" not in article and "<img" not in article and "%(" not in article
    figures = re.findall(r"!\[([^\]]+)\]\(", written(guide, language))
    assert article.count("guide__picture") == len(figures)
    for caption in figures:
        assert f'role="img" aria-label="{caption}"' in article
    assert {*re.findall(r"cards\.svg#(\w\w)", article)} >= {
        *re.findall("[A-Z][a-z]", "".join(CODED.findall(written(guide, "en"))))
    }
    for link in re.findall(r'<a href="([^"#]+)', article):
        assert Client().get(link).status_code == 200, link


def test_the_referees_guide_names_each_outcome_of_a_dispute():
    named = {msgid for _context, msgid in LABEL.findall(written("referee-guide", "en"))}
    outcomes = {name for words in OUTCOME_WORDS.values() for name in words.name}
    assert outcomes <= named, outcomes - named


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_has_no_more_words_than_its_paper(guide):
    assert len(LABEL.sub("x", written(guide, "en")).split()) <= LONGEST[guide]


def test_each_reader_finds_their_guide_where_they_need_it():
    guest, an = Client(), browser(member("an"))
    for page in ("/", "/rules/"):
        assert 'href="/guides/member/"' in guest.get(page).content.decode()
    assert 'href="/guides/member/"' in an.get("/account/").content.decode()
    assert "/guides/director/" not in an.get("/tournaments/").content.decode()
    director = browser(member("dao", is_director=True))
    assert 'href="/guides/director/"' in director.get("/tournaments/").content.decode()
    referee = browser(member("ngoc", is_referee=True))
    assert 'href="/guides/referee/"' in referee.get(reverse("desk")).content.decode()
