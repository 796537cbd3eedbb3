"""The club makes one analysis at a time, however many are asked for, and none is lost."""

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, Player
from replays import tasks
from replays.analysis import whole
from replays.commands import analysing
from replays.commands.analysing import ask_for_analysis
from replays.models import Analysis
from tests.support.deals import stored_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def deals(four, monkeypatch) -> list[Deal]:
    monkeypatch.setattr(whole, "EFFORT", whole.Effort(decision=6, deal=2, draw=2, choice=2))
    return [stored_deal(VINAGAMES, seed, four, name=f"Bàn {seed}") for seed in (4, 5, 6)]


@pytest.fixture
def queue(monkeypatch) -> list[int]:
    """The deals whose task waits for a worker."""
    waiting: list[int] = []
    monkeypatch.setattr(
        analysing,
        "enqueue",
        lambda _task, deal: transaction.on_commit(lambda: waiting.append(deal)),
    )
    return waiting


def ask(deals: list[Deal]) -> None:
    now = timezone.now()
    for second, deal in enumerate(deals):
        ask_for_analysis(deal_id=deal.pk, now=now + timedelta(seconds=second))


def whole_ones() -> list[int]:
    return [row.pk for row in Analysis.objects.order_by("pk") if row.is_whole]


def test_however_many_are_asked_for_one_task_waits_and_they_are_made_in_order(
    deals, queue, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        ask(deals)
        ask(deals)
    order: list[int] = []
    while queue:
        assert len(queue) == 1
        with django_capture_on_commit_callbacks(execute=True):
            tasks.analyse(queue.pop())
        order += [deal for deal in whole_ones() if deal not in order]
    assert order == [deal.pk for deal in deals]
    assert not Analysis.objects.filter(asked_at__isnull=False).exists()


def test_the_page_says_how_many_come_first(deals, queue, client) -> None:
    ask(deals)
    comes_first = [
        " ".join(re.findall(r"earlier (?:analysis|analyses) to finish", page(client, deal)))
        for deal in deals
    ]
    assert comes_first == [
        "",
        "earlier analysis to finish",
        "earlier analyses to finish",
    ]
    assert "2 earlier analyses" in page(client, deals[2])


def page(client: Client, deal: Deal) -> str:
    client.force_login(Player.objects.get(username="an"))
    return client.get(f"/replays/{deal.pk}/analysis/").content.decode()


def test_a_message_about_a_deal_that_is_not_first_does_nothing(deals, queue) -> None:
    ask(deals)
    tasks.analyse(deals[1].pk)
    assert Analysis.objects.get(pk=deals[1].pk).done == 0 and queue == []


def test_a_deal_that_cannot_be_read_leaves_the_line_to_the_next(
    deals, queue, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    ask(deals[:2])
    made = analysing._whole

    def refuse(deal_id: int) -> whole.WholeAnalysis:
        if deal_id == deals[0].pk:
            raise Refused("deal.not-over")
        return made(deal_id)

    monkeypatch.setattr(analysing, "_whole", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.analyse(deals[0].pk)
    assert queue == [deals[1].pk]
    assert Analysis.objects.get(pk=deals[0].pk).asked_at is None


def test_a_task_that_the_broker_lost_is_sent_again_though_nobody_asks(
    deals, queue, django_capture_on_commit_callbacks
) -> None:
    ask(deals)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.find_lost_analyses()
    assert queue == [], "it was asked for just now"
    Analysis.objects.update(touched_at=timezone.now() - timedelta(minutes=5))
    with django_capture_on_commit_callbacks(execute=True):
        tasks.find_lost_analyses()
        tasks.find_lost_analyses()
    assert queue == [deals[0].pk]
