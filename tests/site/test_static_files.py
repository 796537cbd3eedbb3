"""Static files are served outside of Django, with the headers that its middleware would have given them; and small."""

import contextlib
import gzip
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from wsgiref.util import setup_testing_defaults

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from servestatic import ServeStatic

from games.engine.rules import VINAGAMES
from tests.support.felt import drawn, full_table
from tests.support.threads import on_a_loop
from tusac_site.serving.bundles import BUNDLES, SOURCES, bundled
from tusac_site.serving.static_files import (
    StaticFiles,
    StaticFilesOfEachVersion,
    minified,
    static_files,
)


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


def test_a_process_serves_what_the_next_version_collects_while_it_runs(
    site: ServeStatic, tmp_path: Path
) -> None:
    """The page that names the file may be the next version's, and a proxy asks whichever process it likes."""

    async def page(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 418, "headers": []})
        await send({"type": "http.response.body", "body": b"a page"})

    running, base = StaticFilesOfEachVersion(page, **static_files()), "/static/css/base"

    def ask(path: str) -> tuple[int, bytes]:
        told: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            told.append(message)

        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        on_a_loop(lambda: running(scope, None, send))
        return told[0]["status"], b"".join(one.get("body", b"") for one in told)

    newer = "ba9876543210"
    assert ask(f"{base}.{newer}.css") == (418, b"a page")
    (tmp_path / "css" / f"base.{newer}.css").write_text("b {}")
    (tmp_path / "css" / "newer.css").write_text("b {}")
    (tmp_path.parent / f"secret.{newer}.css").write_text("a secret")
    assert ask(f"{base}.{newer}.css") == (418, b"a page")  # it may be half written
    (tmp_path / StaticFiles.stamp).write_text("all of them are there")
    assert ask(f"{base}.{newer}.css") == (200, b"b {}")
    assert ask(f"{base}.0123456789ab.css") == (200, b"a {}")
    for nothing in (
        "/static/css/newer.css",
        f"/static/../secret.{newer}.css",
        f"/static/css/x\0.{newer}.css",
        f"/static//etc/x.{newer}.css",
        f"/css/base.{newer}.css",
    ):
        assert ask(nothing) == (418, b"a page"), nothing


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
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Access-Control-Allow-Origin" not in headers


def test_a_file_asks_browsers_for_as_much_tls_as_a_page_does(
    site: ServeStatic, settings: Any
) -> None:
    def asked() -> str | None:
        anew = ServeStatic(site.application, **static_files())
        return get(anew, "/static/css/base.css")[1].get("Strict-Transport-Security")

    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True
    assert asked() == "max-age=31536000; includeSubDomains; preload"
    settings.SECURE_HSTS_SECONDS = 0
    assert asked() is None


def test_what_is_no_file_is_a_page_and_nothing_outside_is_served(site: ServeStatic) -> None:
    """Also an address that climbs out of the folder."""
    for path in ("/", "/static/css/none.css", "/static/../secret", "/static/%2e%2e/secret"):
        assert get(site, path)[0].startswith("418")


FIRST_VIEW = 60_000
"""Bytes that the first view of a table may take, compressed, without fonts and pictures."""


def first_view() -> dict[str, str]:
    """Return the page of a full table and each style sheet and script that it names, as a club sends them.

    Style sheets for paper and for another shape of screen are loaded after what is shown, and do not delay it.
    """
    page = drawn(full_table(VINAGAMES, 4))
    files = {"page": page}
    at_once = re.sub(r'<link [^>]*media="(?:print|\(orientation)[^>]*>', "", page)
    for name in re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js))"', at_once):
        found = finders.find(name)
        assert found, name
        files[name] = minified(name, Path(found).read_text(encoding="utf-8"))
    return files


@pytest.mark.django_db
@pytest.mark.parametrize(
    "compress",
    [
        pytest.param(lambda data: gzip.compress(data, 5), id="gzip"),
        pytest.param(brotli.compress, id="brotli"),
    ],
)
def test_the_first_view_of_a_table_is_small(compress: Callable[[bytes], bytes]) -> None:
    """With the weakest compression that any proxy of `deploy/` is set to, and at the fullest table."""
    files = first_view()
    sizes = {name: len(compress(text.encode())) for name, text in files.items()}
    assert {"page", *BUNDLES} <= set(sizes)
    assert sum(sizes.values()) < FIRST_VIEW and sizes["page"] < 20_000, sizes


def test_own_files_are_collected_minified(settings: Any, tmp_path: Path) -> None:
    """And nothing else of them is lost; another's file stays as it is."""
    settings.STATIC_ROOT = tmp_path
    storage = StaticFiles(location=tmp_path, base_url="/static/")
    script = (
        '/* What\n   it is. */\n  let a = "http://x // y"; // why\n\n  // a line\n  a = "/* b */";\n'
        "  a = `one\n    two // ${a}`;\n"
    )
    for name in ("js/one.js", "vendor/one.js"):
        storage.save(name, ContentFile(script.encode()))
    kept = 'let a="http://x // y";a="/* b */";a=`one\n    two // ${a}`;'
    assert (tmp_path / "js/one.js").read_text() == kept
    assert (tmp_path / "vendor/one.js").read_text() == script
    sheet = b'/* a */\na, b > c {\n  color: red; /* b */\n  quotes: "a ; b" "{ : }";\n}\n'
    storage.save("css/one.css", ContentFile(sheet))
    assert (tmp_path / "css/one.css").read_text() == 'a,b>c{color:red;quotes:"a ; b" "{ : }"}'


@pytest.mark.parametrize("name", ["css/play.css", "js/page.js", *BUNDLES])
def test_the_file_with_its_hash_in_the_name_holds_what_its_source_does(
    name: str, settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    found = Path(str(finders.find(name)))
    root = found.parents[1]
    storage = StaticFiles(location=tmp_path, base_url="/static/")
    with found.open("rb") as file:
        storage.save(name, ContentFile(file.read()))
    made = list(storage.post_process({name: (FileSystemStorage(root), name)}))
    assert made
    kept = (tmp_path / str(storage.stored_name(name))).read_text(encoding="utf-8")
    assert kept == minified(name, found.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_holds_its_files_in_their_order(name: str) -> None:
    text, at = bundled(name), 0
    for one in BUNDLES[name]:
        source = (SOURCES / name).parent / f"{one}{Path(name).suffix}"
        at = text.index(source.read_text(encoding="utf-8"), at)
    assert Path(str(finders.find(name))).read_text(encoding="utf-8") == text


def test_what_goes_for_paper_alone_stays_so_in_the_bundle() -> None:
    paper = (SOURCES / "css" / "print.css").read_text(encoding="utf-8")
    assert f"@media print {{\n{paper}}}" in bundled("css/site.css")
