"""Every term that a tournament's row repeats is compared with its events: tables are opened by the row."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.tournament_pages import create
from tests.support.tournaments import OPTIONS
from tournaments.checks.log import check_log
from tournaments.engine.terms import TERMS, plain_terms, terms_from
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def other(value: Any) -> Any:
    """Another value of the same column."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case list():
            return [*value, 1]
        case _:
            return 1


def test_a_term_that_is_not_what_was_announced_is_named() -> None:
    director = Player.objects.create_user("an", is_director=True)
    left_out = ("known_", "director")
    told = {name: value for name, value in OPTIONS.items() if not name.startswith(left_out)}
    made = create(by=director, now=timezone.now(), **told)
    assert list(check_log()) == []
    rows = Tournament.objects.filter(pk=made.pk)
    stored = rows.get().stored_terms
    every = plain_terms(terms_from(stored))
    for term in TERMS:
        rows.update(stored_terms={**stored, term: other(every[term])})
        assert any(f" {term}" in said for said in check_log()), term
    rows.update(stored_terms=stored)
    for column in Tournament.TERMS_WITH_COLUMN:
        rows.update(**{column: other(every[column])})
        assert any(f" {column}" in said for said in check_log()), column
        rows.update(**{column: every[column]})
    assert list(check_log()) == []
