"""A program enters members from a list: what becomes of each line, the fee of who asked, all or nobody."""

from typing import Any
from uuid import uuid4

import pytest

from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_a_program_enters_a_list_once_and_hears_of_each_line():
    director, binh = player("director", is_director=True), player("binh")
    tournament = announced(director, player("an"), entry_fee=20)

    def send(by: Player = director, **said: Any) -> Any:
        body = {"names": "an\nbinh\nnobody", "idempotency_key": str(uuid4()), **said}
        address = f"/api/v1/tournaments/{tournament}/entry-list/"
        return browser(by).post(address, body, "application/json")

    assert send().json()["code"] == "tournament.list-unasked"
    answer = send(agreed=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "tournament.list-wrong")
    lines = answer.json()["lines"]
    assert [(one["line"], one["player"], one["wrong"]) for one in lines][1:] == [
        (2, binh.pk, False),
        (3, None, True),
    ]
    assert lines[0]["detail"] == "has entered already" and Entry.objects.count() == 1
    key = str(uuid4())
    for _twice in range(2):
        assert send(agreed=True, partly=True, idempotency_key=key).status_code == 200
    assert Entry.objects.count() == 2 and balance(member_account(binh.pk)) == 980
    assert send(agreed=True, names="").json()["code"] == "tournament.list-unreadable"
    assert send(binh, agreed=True).json()["code"] == "tournament.not-director"
    assert send(names=["an"]).status_code == 422
