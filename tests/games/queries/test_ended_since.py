"""A deal that ends between the reading of its row and of its log is as closed as its row will say."""

from typing import Any

import pytest

from games import queries
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, Player, Table
from games.queries.play import rows
from replays.queries.replay import get_replay
from tests.support import deals
from tests.support.deals import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(f"player{number}") for number in range(4)]


@pytest.fixture
def stale(people: list[Player]) -> Deal:
    """A duplicate's deal as its row was before the last move, which the log has."""
    deal = deals.running_deal(VINAGAMES, 5, people, moves=4)
    Table.objects.filter(pk=deal.table_id).update(secrets=["of its round"])
    Deal.objects.filter(pk=deal.pk).update(sealed=True)
    read = queries.get_deal(deal.pk)
    deals.play_on(deal.pk, now=NOW)
    assert read.ended_at is None
    return read


def refused(deal: Deal, viewer: Player | None) -> str:
    with pytest.raises(Refused) as refusal:
        queries.see_deal(deal, viewer)
    return refusal.value.code


def test_a_sealed_deal_shows_nobody_its_hands(stale, people):
    assert refused(stale, None) == refused(stale, people[0]) == "deal.sealed"


def test_where_nobody_looks_on_a_stranger_sees_no_end_before_the_row_says_it(stale):
    stale.sealed = False
    assert refused(stale, None) == "table.duplicate"
    Table.objects.filter(pk=stale.table_id).update(secrets=[], spectators=False)
    stale.table.refresh_from_db()
    assert refused(stale, None) == "table.unwatched"
    stale.refresh_from_db()
    Deal.objects.filter(pk=stale.pk).update(sealed=False)
    assert queries.see_deal(queries.get_deal(stale.pk), None).view.ending is not None


def test_the_table_is_read_anew_and_tells_its_players_how_it_ended(stale, people, monkeypatch):
    found: Any = rows.RUNNING
    answers = [stale]

    class Running:
        @staticmethod
        def first(table: int) -> Any:
            return answers.pop() if answers else found.first(table)

    monkeypatch.setattr(rows, "RUNNING", Running)
    seen = queries.see_table(stale.table_id, people[0])
    assert answers == []
    assert seen.sealed is not None
    assert seen.sealed.deal == stale.pk
    assert seen.last is None


def test_a_replay_is_refused_that_was_asked_for_just_before_the_end(stale, monkeypatch):
    ended = queries.get_deal(stale.pk).ended_at
    Deal.objects.filter(pk=stale.pk).update(ended_at=None)
    told = queries.history

    def history(deal_id: int) -> Any:
        Deal.objects.filter(pk=deal_id).update(ended_at=ended)
        return told(deal_id)

    monkeypatch.setattr(queries, "history", history)
    with pytest.raises(Refused) as refusal:
        get_replay(stale.pk)
    assert refusal.value.code == "deal.sealed"
