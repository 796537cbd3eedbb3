"""A refusal, provoked: exactly this code, and nothing in the database is different afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html import unescape
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client

from games.engine.errors import IllegalMove
from games.errors import Refused
from games.errors.refusal import REFUSALS as CLUB
from tournaments.engine.errors import REFUSALS as TOURNAMENT
from tournaments.engine.errors import TournamentRefused
from tournaments.errors import refusal

CODES = frozenset({*CLUB, *TOURNAMENT})
"""Every code that the club can refuse something with."""
OURS = ("games", "log", "ledger", "tournaments", "replays", "notices")


@cache
def _tables() -> tuple[str, ...]:
    """Return the club's own tables, the log's and the ledger's among them."""
    return tuple(
        model._meta.db_table
        for config in apps.get_app_configs()
        if config.label in OURS
        for model in config.get_models()
        if model._meta.managed and not model._meta.proxy
    )


def rows() -> dict[str, list[str]]:
    """Return every row of the club's own tables, by table, as the database has them: quicker than by models."""
    found = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found[table] = sorted(map(repr, cursor.fetchall()))
    return found


@contextmanager
def refused(code: str) -> Iterator[Any]:
    """Expect that what is done in the block is refused with exactly this code, and that no row changes.

    The block gets pytest's ``ExceptionInfo``, for the refusal's sentence.
    """
    assert code in CODES, f"there is no refusal {code}"
    before = rows()
    with pytest.raises((Refused, TournamentRefused, IllegalMove)) as caught:
        yield caught
    assert getattr(caught.value, "code", "") == code
    assert rows() == before


def refused_page(
    client: Client,
    code: str,
    method: str,
    address: str,
    *,
    params: dict[str, int | str] | None = None,
    **asked: Any,
) -> None:
    """Ask for a page and expect this refusal: its status, its sentence in the answer, and no row changed.

    `params` are the facts in the sentence of a tournament's refusal.
    """
    expected = refusal(code, **(params or {})) if code in TOURNAMENT else Refused(code)
    before = rows()
    answer = getattr(client, method)(address, **asked)
    words = " ".join(unescape(answer.content.decode()).split())
    # A page has the section behind a sign.
    sentence = re.sub(r" \(§[^)]*\)$", "", expected.sentence)
    said = (answer.status_code, sentence in words)
    assert said == (expected.status, True), (
        code,
        re.findall("role=.alert.[^<]*<[^<]*<[^<]*", words)[:3],
    )
    assert rows() == before


def code_in(answer: HttpResponseBase, *codes: str) -> str:
    """Return the one of these codes whose status and sentence an answer has; an empty string for none of them."""
    assert isinstance(answer, HttpResponse)
    words = " ".join(unescape(answer.content.decode()).split())
    for code in codes:
        expected = refusal(code) if code in TOURNAMENT else Refused(code)
        if answer.status_code == expected.status and expected.sentence in words:
            return code
    return ""
