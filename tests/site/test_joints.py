"""What stands between the words of a page is of the reader's language: no half-width punctuation in Japanese."""

import re
from html.parser import HTMLParser

import pytest
from django.core.cache import cache as shared_cache
from django.db import transaction
from django.test import Client
from django.utils.translation import override

from games.common.joints import listed, said_of, with_brackets
from games.models import Player
from tests.support.security.addresses import ADDRESSES
from tests.support.security.club import VIEWERS, Club, built

BLOCKS = frozenset(
    re.split(
        r"\s+",
        """br button caption dd div dl dt fieldset figcaption form h1 h2 h3 h4 label legend li ol option p section
        summary table td th title tr ul""",
    )
)
ATTRIBUTES = (
    "alt",
    "aria-description",
    "aria-label",
    "content",
    "data-label",
    "placeholder",
    "title",
)
JAPANESE = "\u3040-\u30ff\u4e00-\u9fff々"
HALF_WIDTH = re.compile(rf"[{JAPANESE}」』）] ?[,:;!?()]|[,:;!?()] ?[{JAPANESE}「『（]")
OF_DJANGO = ("admin/", "accounts/password_change/")
"""Their forms have labels of Django's own catalogue."""
FORMULA = re.compile(r"\w\(\w(?:, \w)?\)：?|\d+(?:\.\d+)?:\d+")


class Blocks(HTMLParser):
    """The texts of a page by its blocks, each whole, whatever stands in italics within; and those of attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts = [""]
        self._silent = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Begin a block, and note the texts of attributes."""
        self._silent += tag in ("script", "style")
        self.texts[-1:-1] = [value for name, value in attrs if name in ATTRIBUTES and value]
        if tag in BLOCKS:
            self.texts.append("")

    def handle_endtag(self, tag):
        """End a block."""
        self._silent -= tag in ("script", "style")
        if tag in BLOCKS:
            self.texts.append("")

    def handle_data(self, data):
        """Go on with a block."""
        if not self._silent:
            self.texts[-1] += data


def half_width(club: Club, viewer: str, route: str) -> list[str]:
    """Return the Japanese texts of a page in which half-width punctuation stands."""
    client = Client(headers={"accept-language": "ja"})
    client.force_login(Player.objects.get(username=viewer))
    shared_cache.clear()
    with transaction.atomic():
        answer = client.get(club.address(route))
        transaction.set_rollback(True)
    if "html" not in answer.headers.get("Content-Type", ""):
        return []
    body = answer.getvalue() if answer.streaming else answer.content
    texts = {" ".join(FORMULA.sub("", text).split()) for text in Blocks(body.decode()).texts}
    return [f"{route}: {text}" for text in sorted(texts) if HALF_WIDTH.search(text)]


@pytest.mark.django_db
def test_a_japanese_page_has_no_half_width_punctuation():
    club = built()
    found, read = [], 0
    for route in ADDRESSES:
        if route.startswith(("api", *OF_DJANGO)):
            continue
        answers = dict(zip(VIEWERS, ADDRESSES[route][0].split(), strict=False))
        viewer = next(
            (one for one in ("director", "referee", "owner", "an") if answers.get(one) == "200"),
            None,
        )
        if viewer:
            read += 1
            found += half_width(club, viewer, route)
    assert found == []
    assert read > 90


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("Lan, Minh", "Director: Lan", "Lan (north)")),
        ("vi", ("Lan, Minh", "Director: Lan", "Lan (north)")),
        ("fr", ("Lan, Minh", "Director\u00a0: Lan", "Lan (north)")),
        ("ja", ("Lan、Minh", "Director：Lan", "Lan（north）")),
    ],
)
def test_each_language_joins_words_in_its_way(language, texts):
    with override(language):
        said = (listed(["Lan", "Minh"]), said_of("Director", "Lan"), with_brackets("Lan", "north"))
    assert said == texts
