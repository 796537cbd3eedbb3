"""The tables of work name tasks that exist and events that are stored, and are what is enqueued."""

import pytest
from celery import current_app
from django.conf import settings
from django.test.utils import override_settings

from games.club.calls import NAMES as CALLS
from games.club.chips import NAMES as MEMBERS
from games.club.events import NAMES as CLUB
from games.engine.notation import NAMES
from games.infrastructure import outbox
from tournaments.engine.events import REGISTERED
from tusac_site.operations.task_schedule import SUBSCRIPTIONS, beat_schedule


def test_every_task_of_the_tables_is_registered() -> None:
    current_app.loader.import_default_modules()
    named = {one.task for one in SUBSCRIPTIONS} | {entry.task for entry in outbox.OUTBOX}
    assert named <= set(current_app.tasks)


def test_every_event_that_is_subscribed_to_is_one_that_is_stored() -> None:
    assert settings.TUSAC_SUBSCRIPTIONS is SUBSCRIPTIONS
    subscribed = {name for one in SUBSCRIPTIONS for name in one.after}
    assert subscribed <= {
        *NAMES.values(),
        *(row.name for row in REGISTERED),
        *CALLS.values(),
        *MEMBERS.values(),
        *CLUB.values(),
    }
    assert subscribed


def test_all_of_the_table_runs_by_the_clock_as_well() -> None:
    scheduled = {line["task"]: line["schedule"].seconds for line in beat_schedule().values()}
    assert scheduled == {one.task: one.every for one in SUBSCRIPTIONS}
    assert current_app.conf.beat_schedule == beat_schedule()


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (["deal.won", "deal.secret-published"], ["tournaments.tasks.follow"]),
        (["deal.won", "deal.ruling-given"], ["tournaments.tasks.follow"]),
        (["tournament.round-drawn"], ["tournaments.tasks.follow"]),
        (["deal.card-drawn"], []),
        ([], []),
    ],
)
def test_an_event_enqueues_who_subscribes_to_it_once(
    names: list[str], wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    enqueued: list[str] = []
    monkeypatch.setattr(outbox, "enqueue", enqueued.append)
    outbox.enqueue_subscribers(names)
    assert enqueued == wanted


def test_without_subscriptions_nothing_is_enqueued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "enqueue", lambda task: pytest.fail(task))
    with override_settings(TUSAC_SUBSCRIPTIONS=()):
        outbox.enqueue_subscribers(NAMES.values())
