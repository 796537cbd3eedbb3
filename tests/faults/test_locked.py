"""SQLite has one writer. Whoever cannot have its lock is told so by a clear 503, and nothing is written."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from games import commands, queries
from games.engine.deal import legal_moves, to_move
from games.engine.recording.notation import move_text
from games.log.models import Event
from games.models import Deal, Player
from tests.support.play_pages import browser, dealt, member

pytestmark = [pytest.mark.only_on("sqlite3"), pytest.mark.django_db(transaction=True)]


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Somebody else writes, and the tests' own connection waits only for a moment."""
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 20")
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@pytest.fixture
def deal() -> Deal:
    """A deal in which it is the member's turn."""
    player = member("an")
    deal = dealt(player)
    commands.play_bots(deal_id=deal.pk, clock=lambda: deal.changed_at)
    assert to_move(queries.load_state(deal.pk)) == (0,)
    return deal


def of_the_page(deal: Deal, **headers: str) -> Callable[[], Any]:
    """Return the move that is sent from the page, each time the same form."""
    state = queries.load_state(deal.pk)
    verb, _, cards = move_text(legal_moves(state, 0)[-1]).partition(" ")
    form = {
        "deal": deal.pk,
        "expected_version": state.version,
        "move_id": uuid4(),
        "move": verb,
        "cards": cards,
    }
    client = browser(Player.objects.get(username="an"))
    return lambda: client.post(f"/tables/{deal.table_id}/move", form, headers=headers)


def of_the_api(deal: Deal) -> Callable[[], Any]:
    """Return the same over the API."""
    state = queries.load_state(deal.pk)
    said = {
        "move": move_text(legal_moves(state, 0)[-1]),
        "move_id": str(uuid4()),
        "expected_version": state.version,
    }
    client = browser(Player.objects.get(username="an"))
    return lambda: client.post(
        f"/api/v1/deals/{deal.pk}/moves/", said, content_type="application/json"
    )


@pytest.mark.parametrize(
    ("sender", "taken"),
    [
        (of_the_page, 303),
        (lambda deal: of_the_page(deal, **{"HX-Request": "true"}), 200),
        (of_the_api, 200),
    ],
    ids=["page", "htmx", "api"],
)
def test_a_lock_that_cannot_be_had_is_a_503_with_a_sentence_and_the_next_try_works(
    deal: Deal, sender: Callable[[Deal], Callable[[], Any]], taken: int
) -> None:
    send = sender(deal)
    before = list(Event.objects.values_list("stream", "version"))
    row = Deal.objects.filter(pk=deal.pk).values().get()
    with locked():
        answer = send()
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
        assert "The table is busy. Nothing was changed; try again in a moment." in answer.text
        assert list(Event.objects.values_list("stream", "version")) == before
        assert Deal.objects.filter(pk=deal.pk).values().get() == row
    assert send().status_code == taken
    assert Event.objects.count() > len(before)
    assert queries.load_state(deal.pk).version > row["version"]


def test_who_only_looks_does_not_wait_for_who_writes(deal: Deal) -> None:
    client = browser(Player.objects.get(username="an"))
    with locked():
        assert client.get(f"/tables/{deal.table_id}/").status_code == 200
        assert client.get(f"/api/v1/deals/{deal.pk}/").status_code == 200


def test_a_login_that_cannot_be_written_is_a_503_and_not_an_error_page(deal: Deal) -> None:
    client, said = Client(), {"username": "an", "password": "not a secret"}
    with locked():
        answer = client.post("/accounts/login/", said)
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
    assert client.post("/accounts/login/", said).status_code == 302
