"""The site of documents (`make docs`): every document is in its menu, and reads as on the club's pages."""

import importlib.util

import pytest
import yaml
from PIL import Image

from tests.support.documents import DOCUMENTS, text_of
from tests.support.running_site import PROJECT

_spec = importlib.util.spec_from_file_location("docs_site", PROJECT / ".ci/docs_site.py")
assert _spec is not None and _spec.loader is not None
site = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(site)


class _Loader(yaml.SafeLoader):
    """Reads over the one tag by which MkDocs names a function."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_said: None)
CONFIGURATION = yaml.load(text_of("mkdocs.yml"), _Loader)


def entries(nav):
    for entry in nav:
        if isinstance(entry, dict):
            (entry,) = entry.values()
        yield from [entry] if isinstance(entry, str) else entries(entry)


def test_the_menu_has_every_document_but_single_decisions() -> None:
    decisions = "docs/decisions/"
    expected = {name for name in DOCUMENTS if not name.startswith(decisions)}
    listed = list(entries(CONFIGURATION["nav"]))
    assert len(set(listed)) == len(listed)
    assert set(listed) == {
        *expected,
        f"{decisions}README.md",
        "CHANGELOG.md",
        "SECURITY.md",
    }


def test_ci_builds_it_and_a_lost_link_or_heading_ends_it() -> None:
    assert "timed make docs" in text_of(".ci/run")
    assert "mkdocs build --quiet --strict" in text_of("Makefile")
    assert set(CONFIGURATION["validation"]["links"].values()) == {"warn"}


@pytest.mark.parametrize(
    ("place", "button"),
    [("docs/guides/member.md", "**My account**"), ("docs/guides/member.fr.md", "**Mon compte**")],
)
def test_a_document_names_a_button_in_its_own_language(place: str, button: str) -> None:
    assert button in site.for_readers("Open [[My account]].", place)
    assert "[[" not in site.for_readers(text_of(place), place)


def test_a_chapter_of_the_rules_is_found_by_its_number() -> None:
    assert '<span id="s10"></span>' in site.for_readers(text_of("docs/rules.md"), "docs/rules.md")


def test_a_picture_that_only_the_club_draws_is_told_by_its_caption() -> None:
    drawn = "![The table](../../templates/games/guides/table.html)"
    assert site.for_readers(drawn, "docs/guides/member.md") == "*The table*"


def test_the_picture_that_moves_is_small_and_stands_still_for_those_who_ask() -> None:
    picture = PROJECT / "docs/deal.webp"
    assert picture.stat().st_size < 400_000
    with Image.open(picture) as opened:
        assert getattr(opened, "n_frames", 1) > 10
    first_screen = text_of("README.md").partition("\n## ")[0]
    still, moving = (first_screen.index(f'"docs/{name}"') for name in ("table.png", "deal.webp"))
    assert "(prefers-reduced-motion: reduce)" in first_screen[:still] and still < moving
    assert len([line for line in first_screen.splitlines() if line.startswith("- ")]) == 5
