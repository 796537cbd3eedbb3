"""The page of an analysis: asked for once, made by the worker in parts, and read by whoever may see the replay."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.engine.rules import VINAGAMES
from games.models import Deal
from replays import tasks
from replays.analysis import whole
from replays.commands import analysing
from replays.commands.analysing import analyse_now, ask_for_analysis
from replays.models import Analysis
from tests.support.deals import running_deal, stored_deal
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_rollouts(monkeypatch):
    """Each part is the same work, only less of it."""
    monkeypatch.setattr(whole, "EFFORT", whole.Effort(decision=24, deal=8, draw=4, choice=4))


def page(client: Client, deal: Deal, **headers: str) -> str:
    answer = client.get(f"/replays/{deal.pk}/analysis/", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def found(html: str) -> str:
    """Return the part of the page that changes while the worker is at it."""
    return html.partition('id="found"')[2].partition("Trash over time")[0]


def make(deal: Deal) -> Analysis:
    analyse_now(deal_id=deal.pk, now=timezone.now)
    return Analysis.objects.get(pk=deal.pk)


def queued(monkeypatch) -> list[int]:
    sent: list[int] = []
    monkeypatch.setattr(
        analysing,
        "enqueue",
        lambda _task, deal_id: transaction.on_commit(lambda: sent.append(deal_id)),
    )
    return sent


def test_a_member_asks_and_the_worker_makes_it_in_parts(
    four, deal, monkeypatch, django_capture_on_commit_callbacks
):
    sent = queued(monkeypatch)
    member = browser(four[0])
    before = page(member, deal)
    assert "Analyse this deal" in before and "data-look" not in found(before)
    assert "Trash over time" in before and "Limits of this analysis" in before
    with django_capture_on_commit_callbacks(execute=True):
        for _twice in range(2):
            answer = member.post(f"/replays/{deal.pk}/analysis/")
            assert (answer.status_code, answer["Location"]) == (
                302,
                f"/replays/{deal.pk}/analysis/",
            )
    assert sent == [deal.pk]
    seen = set()
    while sent:
        running = page(member, deal)
        done = Analysis.objects.get(pk=deal.pk).done
        assert f"{done} of" in running and 'data-look="2"' in running and "Refresh" in running
        seen.add(done)
        with django_capture_on_commit_callbacks(execute=True):
            tasks.analyse(sent.pop())
    row = Analysis.objects.get(pk=deal.pk)
    assert row.is_whole and len(seen) > 2
    after = page(member, deal)
    assert "Luck of the deal" in after and "Compared with the chosen move" in after
    assert "data-look" not in found(after)
    tasks.analyse(deal.pk)
    assert Analysis.objects.get(pk=deal.pk).parts == row.parts
    assert not sent


def test_htmx_asks_for_what_is_found_alone(four, deal):
    part = page(browser(four[0]), deal, **{"HX-Request": "true"})
    assert part.lstrip().startswith('<section id="found"') and "<html" not in part


def test_a_task_that_the_broker_lost_is_brought_again_after_a_while(
    four, deal, monkeypatch, django_capture_on_commit_callbacks
):
    sent = queued(monkeypatch)
    now = timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        ask_for_analysis(deal_id=deal.pk, now=now)
        ask_for_analysis(deal_id=deal.pk, now=now + timedelta(seconds=20))
    assert sent == [deal.pk]
    with django_capture_on_commit_callbacks(execute=True):
        ask_for_analysis(deal_id=deal.pk, now=now + timedelta(seconds=40))
    assert sent == [deal.pk, deal.pk]
    Analysis.objects.update(touched_at=now - timedelta(minutes=5))
    assert 'type="submit">Continue' in page(browser(four[0]), deal)


def test_it_is_the_same_again_and_another_engine_makes_it_anew(four, deal, monkeypatch):
    first = make(deal)
    Analysis.objects.all().delete()
    assert make(deal).parts == first.parts
    monkeypatch.setattr(analysing, "ENGINE", whole.ENGINE + 1)
    monkeypatch.setattr(whole, "ENGINE", whole.ENGINE + 1)
    monkeypatch.setattr("replays.queries.analyses.ENGINE", whole.ENGINE)
    assert "Analyse this deal" in page(browser(four[0]), deal)
    again = make(deal)
    assert again.engine == first.engine + 1 and again.is_whole and again.parts != first.parts


def test_who_may_see_the_replay_may_see_the_analysis_and_members_alone_ask(four, deal):
    stranger = Client()
    assert stranger.get(f"/replays/{deal.pk}/analysis/").status_code == 302
    for player in four:
        assert browser(player).post(f"/replays/{deal.pk}/open/", {"open": "yes"}).status_code == 302
    shown = page(stranger, deal)
    assert "Nobody has asked for this analysis yet" in shown and "<button" not in found(shown)
    answer = stranger.post(f"/replays/{deal.pk}/analysis/")
    assert answer.status_code == 302 and "login" in answer["Location"]
    assert not Analysis.objects.exists()
    make(deal)
    assert "Luck of the draw" in page(stranger, deal)


def test_a_deal_that_is_played_here_or_elsewhere_is_not_analysed(four, deal):
    member = browser(four[0])
    running = running_deal(VINAGAMES, 3, four)
    Deal.objects.filter(pk=deal.pk).update(sealed=True)
    for one, status in ((running, 409), (deal, 403)):
        for answer in (
            member.get(f"/replays/{one.pk}/analysis/"),
            member.post(f"/replays/{one.pk}/analysis/"),
        ):
            assert answer.status_code == status
            assert "Trash over time" not in answer.content.decode()
    assert member.get("/replays/9999/analysis/").status_code == 404
    call_command("analyse_deals")
    assert not Analysis.objects.exists()


def test_the_command_analyses_what_is_not_analysed_yet(four, capsys):
    deals = [stored_deal(VINAGAMES, seed, four) for seed in (4, 5)]
    kept = make(deals[0])
    call_command("analyse_deals")
    assert "2 deals are analysed, 0 cannot be" in capsys.readouterr().out
    assert Analysis.objects.filter(pk__in=[one.pk for one in deals]).count() == 2
    assert Analysis.objects.get(pk=deals[0].pk).touched_at == kept.touched_at


def test_the_table_says_what_the_charts_draw(four, deal):
    html = page(browser(four[0]), deal)
    drawn = html.count('<polyline class="course__line')
    assert drawn == 8
    tables = [table.partition("</table>")[0] for table in html.split("step by step</caption>")[1:]]
    assert len(tables) == 4
    points = html.partition('points="')[2].partition('"')[0].split(" ")
    for rows in tables:
        assert rows.count("<tr>") - 1 == len(points)
    assert '<td class="num">0</td>' in "".join(tables) and " % (" in tables[0]


def test_the_own_seat_stands_first_and_decisions_are_folded_but_those_with_something_better(
    four, deal
):
    make(deal)
    for number, player in enumerate(four):
        html = page(browser(player), deal)
        table = html.partition("points come from</caption>")[2].partition("</table>")[0]
        first = table.partition("<tbody>")[2].partition("</tr>")[0]
        assert "is-own" in first and player.display_name in first, number
        assert table.count("data-label=") == 4 * 7
        weighed = html.partition("<h2>Decisions</h2>")[2].partition("</section>")[0]
        assert '<details class="weighed">' in weighed and 'weighed" open' not in weighed
        assert weighed.count('<details class="panel decisions" open>') == 1


def test_the_api_says_the_same(four, deal):
    member = browser(four[0])
    path = f"/api/v1/deals/{deal.pk}/analysis/"
    assert member.get(path).json()["total"] == 0
    row = make(deal)
    said = member.get(path).json()
    assert said["done"] == said["total"] == row.total and len(said["seats"]) == 4
    for seat in said["seats"]:
        told = seat["deal"]["mean"] + seat["draws"]["mean"] + seat["others"]["mean"]
        told -= seat["discards"]["mean"] + seat["takes"]["mean"]
        assert told + seat["rest"]["mean"] == pytest.approx(seat["result"], abs=0.011)
    assert sum(seat["result"] for seat in said["seats"]) == 0
    assert all(len(each["worth"]) == 4 for each in said["decisions"])
    assert all(
        any(one["move"] == each["chosen"] for one in each["moves"]) for each in said["decisions"]
    )
    assert said["course"][0]["trash"] and said["course"][0]["chances"][0]["unseen"] > 60
