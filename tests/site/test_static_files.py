"""Static files are served outside of Django, with the headers that its middleware would have given them."""

import contextlib
from io import BytesIO
from pathlib import Path
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from servestatic import ServeStatic

from tusac_site.static_files import static_files


@pytest.fixture
def site(settings: Any, tmp_path: Path) -> ServeStatic:
    """The site with two collected files; what is not one of them reaches an application that says so."""
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "base.0123456789ab.css").write_text("a {}")
    (tmp_path / "css" / "base.css").write_text("a {}")
    settings.STATIC_ROOT = tmp_path
    settings.SECURE_HSTS_SECONDS = 31536000

    def page(environ: dict[str, Any], start: Any) -> BytesIO:
        start("418 a page", [])
        return BytesIO()

    return ServeStatic(page, **static_files())


def get(site: ServeStatic, path: str) -> tuple[str, dict[str, str]]:
    """Status and headers of an answer."""
    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    environ["PATH_INFO"] = path
    told: list[tuple[str, dict[str, str]]] = []
    answer = site(environ, lambda status, headers, *_: told.append((status, dict(headers))))
    with contextlib.closing(answer):
        assert all(isinstance(chunk, bytes) for chunk in answer)
    return told[0]


def test_a_file_with_its_hash_in_the_name_is_kept_for_ever(site: ServeStatic) -> None:
    """Its address changes with its content."""
    status, headers = get(site, "/static/css/base.0123456789ab.css")
    assert status.startswith("200")
    assert "immutable" in headers["Cache-Control"]
    assert "immutable" not in get(site, "/static/css/base.css")[1]["Cache-Control"]


def test_a_file_has_the_headers_of_a_page(site: ServeStatic) -> None:
    """No guessing of types, TLS from now on, and no other site may read it."""
    headers = get(site, "/static/css/base.css")[1]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert "Access-Control-Allow-Origin" not in headers


def test_what_is_no_file_is_a_page_and_nothing_outside_is_served(site: ServeStatic) -> None:
    """Also an address that climbs out of the folder."""
    for path in ("/", "/static/css/none.css", "/static/../secret", "/static/%2e%2e/secret"):
        assert get(site, path)[0].startswith("418")
