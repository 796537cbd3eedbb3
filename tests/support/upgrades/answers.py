"""What the club of a kept dump says to people and programs: JSON of the API, words of pages, bytes of exports."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from html import unescape
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.test import Client

from tests.support.play_pages import browser
from tests.support.upgrades.dump import Rows

VIEWERS = {"API": ("lan", "dinh"), "page": ("hai",), "file": ("", "dinh")}
"""Who asks for what, by name: nobody, a member of a running deal, a director and a referee."""

_DEAL = ("", "events/", "moves/", "disputes/", "record/")
_TOURNAMENT = ("", "log/", "conduct/", "seats/", "invitations/")
_SHEETS = ("standings", "draws", "results", "ledger")


def ids(tables: Rows, table: str, column: str = "id") -> list[Any]:
    """Return what the rows of a kept table have in this column."""
    kept = tables[table]
    return sorted({row[kept["columns"].index(column)] for row in kept["rows"]})


def of_the_api(tables: Rows) -> Iterator[str]:
    """Yield the addresses of the API that are read."""
    yield from ("tables/", "rule-sets/", "calls/", "ratings/", "deals/", "deals/search/", "nights/")
    yield from ("staff/acts/", "account/", "account/statement/", "notices/", "notices/turns/")
    yield from ("tournaments/", "tournaments/series/", "tournaments/templates/")
    yield from (f"tables/{one}/" for one in ids(tables, "games_table"))
    yield from (f"ratings/{one}/" for one in ids(tables, "games_rating"))
    yield from (f"deals/{one}/{part}" for one in ids(tables, "games_deal") for part in _DEAL)
    for one in ids(tables, "tournaments_tournament"):
        yield from (f"tournaments/{one}/{part}" for part in _TOURNAMENT)
        yield f"tournaments/{one}/rounds/1/tables/1/results/"


def of_pages(tables: Rows) -> Iterator[str]:
    """Yield the addresses of the pages that are read."""
    yield from ("/", "/house/", "/house/rule-sets/", "/club/staff/", "/club/flows/", "/ratings/")
    yield from ("/account/", "/notices", "/log/", "/referee/calls", "/replays/", "/tournaments/")
    yield from ("/replays/casebook/", "/tournaments/templates")
    yield from (f"/tables/{one}/" for one in ids(tables, "games_table"))
    yield from (f"/replays/{one}/" for one in ids(tables, "games_deal"))
    for one in ids(tables, "tournaments_tournament"):
        yield from (
            f"/tournaments/{one}/{part}" for part in ("", "log", "entries/", "corrections/")
        )


def of_files(tables: Rows) -> Iterator[str]:
    """Yield the addresses of files that people save and programs read."""
    yield from ("/replays/casebook/cases.csv", "/replays/casebook/cases.json")
    yield from (f"/replays/{one}/record.json" for one in ids(tables, "games_deal"))
    for one in ids(tables, "tournaments_tournament"):
        at = f"/tournaments/{one}/"
        yield from (f"{at}{sheet}.{form}" for sheet in _SHEETS for form in ("csv", "json"))
        yield from (f"{at}records-{people}.jsonl" for people in ("named", "masked"))
        yield from (f"{at}calendar.ics", f"{at}rounds/1/certificate.json")


def _client(name: str) -> Client:
    from games.models import Player

    return browser(Player.objects.get(username=name) if name else None)


def answers(tables: Rows) -> Iterator[tuple[str, Any]]:
    """Yield all that is said, each with who asks and where."""
    for viewer in VIEWERS["API"]:
        client = _client(viewer)
        for address in of_the_api(tables):
            answer = client.get(f"/api/v1/{address}")
            yield f"API, {viewer}: {address}", [answer.status_code, json.loads(answer.content)]
    for viewer in VIEWERS["page"]:
        client = _client(viewer)
        for address in of_pages(tables):
            answer = client.get(address)
            yield f"page, {viewer}: {address}", [answer.status_code, words(answer.content.decode())]
    for viewer in VIEWERS["file"]:
        client = _client(viewer)
        for address in of_files(tables):
            answer = client.get(address)
            content = b"".join(answer) if answer.streaming else answer.content
            said = sha256(content) if answer.status_code == 200 else ""
            yield f"file, {viewer}: {address}", [answer.status_code, said]
    yield from exports(tables)


def exports(tables: Rows) -> Iterator[tuple[str, str]]:
    """Yield the digest of each exported record, and of all together, with people in each way."""
    kept = tables["games_deal"]
    ended, version = (kept["columns"].index(name) for name in ("ended_at", "version"))
    for row in kept["rows"]:
        if row[ended] is not None and row[version]:  # with real cards there are no events of it
            deal = row[kept["columns"].index("id")]
            yield f"export of deal {deal}", sha256(_exported("--deal", str(deal)))
    for people in ("numbers", "named", "masked"):
        yield f"export of all, {people}", sha256(_exported("--people", people))


def _exported(*options: str) -> bytes:
    written = StringIO()
    call_command("export_deals", *options, stdout=written, stderr=StringIO())
    return written.getvalue().encode()


def sha256(content: bytes) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(content).hexdigest()


def words(html: str) -> list[str]:
    """Return what a page says to its reader, an element a line."""
    html = re.sub(r"(?s)<(script|style|svg|template)\b.*?</\1>", " ", html)
    texts = (re.sub(r"\s+", " ", unescape(text)).strip() for text in re.split(r"<[^>]*>", html))
    return [text for text in texts if text]
