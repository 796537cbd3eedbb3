"""How templates and views are written: short lines, htmx by its own means, and no doubt about what is installed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

PROJECT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted((PROJECT / "templates").rglob("*.html"))
APPS = ("games", "tournaments", "replays", "notices", "tusac_site")
LONGEST = 140

MAYBE_INSTALLED = re.compile(
    r"{% url [^%]* as (?P<address>\w+) %}"
    r"(?=.*?({% (el)?if (?P=address)\b(?! [!=<>])|\band (?P=address)\b|(?P=address)\|default))",
    re.DOTALL,
)
"""A link that is left out, or leads elsewhere, where its address is unknown."""
BY_HAND = re.compile(
    r"headers\.get\(\s*[\"']HX-|META\[?\(?.{0,8}HTTP_HX_|\[[\"']HX-|[\"']HX-[\w-]+[\"']:"
)
INLINE = re.compile(r"<style\b|<script(?![^>]*\ssrc=)|\sstyle=|\son[a-z]+=|\shx-on\b|javascript:")


def named(path: Path) -> str:
    return str(path.relative_to(PROJECT))


def sources() -> Iterator[Path]:
    for app in APPS:
        yield from (PROJECT / app).rglob("*.py")


def test_every_line_of_a_template_can_be_read_without_scrolling() -> None:
    lines = [
        f"{named(path)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert len(TEMPLATES) > 30
    assert not lines


def test_the_page_of_a_failure_says_so_in_every_language_without_asking_for_one() -> None:
    """What has failed may be what translates, or the database that knows the reader."""
    html = get_template("500.html").render()
    assert re.findall(r'<(?:html|div) lang="(\w+)"', html) == ["en", "vi", "fr", "ja"]
    assert {code for code, _ in settings.LANGUAGES} == {"en", "vi", "fr", "ja"}
    assert html.lstrip().startswith("<!DOCTYPE html>")


def test_a_link_does_not_ask_whether_its_page_is_installed() -> None:
    """All apps always are: a misspelt name fails at once instead of leaving the link out."""
    assert not [named(path) for path in TEMPLATES if MAYBE_INSTALLED.search(path.read_text())]


def test_styles_and_scripts_are_files_of_their_own() -> None:
    assert not [named(path) for path in TEMPLATES if INLINE.search(path.read_text())]


def test_what_htmx_asks_and_is_told_goes_through_django_htmx() -> None:
    assert not [named(path) for path in sources() if BY_HAND.search(path.read_text())]


@pytest.mark.parametrize(
    "line",
    [
        "{% url 'replays' as x %}{% if x %}<a href=\"{{ x }}\">",
        "{% url 'logout' as x %}{% if user and x %}",
        "{% url 'lobby' as x %}<a href=\"{{ x|default:'/' }}\">",
    ],
)
def test_a_guarded_link_would_be_found(line: str) -> None:
    assert MAYBE_INSTALLED.search(line)


@pytest.mark.parametrize(
    "line",
    [
        'request.headers.get("HX-Request") == "true"',
        'answer["HX-Reswap"] = "none"',
        'HttpResponse(headers={"HX-Redirect": address})',
        'request.META["HTTP_HX_REQUEST"]',
    ],
)
def test_a_header_by_hand_would_be_found(line: str) -> None:
    assert BY_HAND.search(line)
