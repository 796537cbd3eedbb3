"""What a process remembers of a deal never differs from what the log says."""

from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import commands, queries
from games.engine.deal import legal_moves, to_move
from games.engine.evolve import fold
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.log import stream_version
from games.log.aggregates import forget_all
from games.models import Deal, Player
from games.queries.club.house import house_rules
from tests.support.deals import NOW, running_deal
from tests.support.kept import keep

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


def move(deal: Deal, people: list[Player], move_id: str) -> int:
    state = queries.load_state(deal.pk)
    seat = to_move(state)[0]
    return commands.submit_move(
        by=people[seat],
        deal_id=deal.pk,
        move=legal_moves(state, seat)[-1],
        move_id=move_id,
        expected_version=state.version,
        now=NOW,
    )


def test_a_remembered_deal_goes_on_with_the_news_alone(people, django_assert_num_queries):
    deal = running_deal(VINAGAMES, 3, people)
    queries.current(deal.pk)
    for number in range(12):
        move(deal, people, f"move-{number:04}")
        with django_assert_num_queries(1):
            told = queries.current(deal.pk)
        assert told.state == queries.load_state(deal.pk)
        assert list(told.rows) == queries.history(deal.pk)
        assert fold([row.event for row in told.rows]) == told.state


def test_a_move_that_was_rolled_back_is_forgotten(people):
    deal = running_deal(VINAGAMES, 3, people)
    before = queries.current(deal.pk)
    with transaction.atomic():
        move(deal, people, "move-0001")
        assert queries.current(deal.pk).state != before.state
        transaction.set_rollback(True)
    assert queries.current(deal.pk).state == before.state == queries.load_state(deal.pk)
    with transaction.atomic():
        move(deal, people, "move-0002")
    assert queries.current(deal.pk).state == queries.load_state(deal.pk)


def test_an_id_used_again_for_another_move_stores_nothing_and_leaves_the_row(people):
    deal = running_deal(VINAGAMES, 3, people)
    # One seat discards and, four turns later at the latest, is asked again: the same id for another wish.
    move(deal, people, "move-0001")
    first = queries.load_state(deal.pk)
    mine = (first.turn - 1) % 4
    for number in range(40):
        state = queries.load_state(deal.pk)
        if to_move(state) == (mine,):
            break
        move(deal, people, f"other-{number:04}")
    at = stream_version(deal.stream)
    with pytest.raises(Refused) as refused:
        move(deal, people, "move-0001")
    assert refused.value.code == "move.id-used"
    deal.refresh_from_db()
    assert deal.version == stream_version(deal.stream) == at
    assert queries.current(deal.pk).state == queries.load_state(deal.pk)


def test_a_move_asks_the_log_for_the_news_and_not_for_its_end_again(people):
    deal = running_deal(VINAGAMES, 3, people)
    queries.current(deal.pk)
    with CaptureQueriesContext(connection) as captured:
        version = move(deal, people, "move-0001")
    log = [
        query["sql"]
        for query in captured
        if '"log_event"' in query["sql"] or " log_event" in query["sql"]
    ]
    # The test's own look at the state, the news, and the append; SQLite looks at the end once more.
    assert len(log) == {"postgresql": 3, "sqlite": 4}[connection.vendor]
    assert stream_version(deal.stream) == version


def test_a_move_is_folded_once_and_the_page_after_it_folds_nothing(
    people, monkeypatch, django_capture_on_commit_callbacks
):
    deal = running_deal(VINAGAMES, 3, people)
    queries.current(deal.pk)
    with django_capture_on_commit_callbacks(execute=True):
        move(deal, people, "move-0001")
    known = queries.load_state(deal.pk)
    monkeypatch.setattr("games.queries.finished.histories.evolve", None)
    monkeypatch.setattr("games.queries.finished.histories.fold", None)
    told = queries.current(deal.pk)
    assert told.state == known
    assert list(told.rows) == queries.history(deal.pk)


def test_a_deal_that_is_no_longer_kept_is_saved_all_the_same(people):
    deal = running_deal(VINAGAMES, 3, people)
    before = queries.current(deal.pk)
    forget_all()
    assert move(deal, people, "move-0001") == stream_version(deal.stream) > before.state.version
    assert queries.current(deal.pk).state == queries.load_state(deal.pk)


def test_what_was_decided_on_another_history_is_refused_as_stale(people, monkeypatch):
    deal = running_deal(VINAGAMES, 3, people)
    told = queries.current(deal.pk)
    other = replace(told, head=replace(told.head, hash="5" * 64))  # as after a restore
    monkeypatch.setattr("games.commands.deal.deal_work.current", lambda deal_id: other)
    with pytest.raises(Refused) as refusal:
        move(deal, people, "move-0001")
    assert refusal.value.code == "deal.stale"
    assert queries.load_state(deal.pk) == told.state
    deal.refresh_from_db()
    assert deal.version == told.state.version


def test_a_deal_without_events_is_unknown(db):
    with pytest.raises(Refused) as refusal:
        queries.current(4711)
    assert refusal.value.code == "deal.unknown"


def test_a_stream_that_is_gone_is_asked_for_like_one_that_never_was(django_assert_num_queries):
    with transaction.atomic():
        keep(tables=1)
        assert house_rules().table_replays_kept
        transaction.set_rollback(True)
    for _look in range(2):
        assert not house_rules().table_replays_kept
    with django_assert_num_queries(2):
        house_rules()
