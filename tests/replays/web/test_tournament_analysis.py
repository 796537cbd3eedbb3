"""All deals of a tournament are analysed at a press: one chain of tasks, stopped at a press, and how far it is."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, Player, Table
from replays import tasks
from replays.analysis import whole
from replays.commands import analysing, analysing_tournaments
from replays.commands.analysing import analyse_now, ask_for_analysis
from replays.commands.analysing_tournaments import analyse_tournament, stop_analysing
from replays.models import Analysis, TournamentAnalysis
from replays.queries.analyses import progress_of
from tests.support.deals import running_deal, stored_deal
from tests.support.play_pages import browser
from tests.support.tournament_pages import friday
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_rollouts(monkeypatch):
    """Each part is the same work, only less of it."""
    monkeypatch.setattr(whole, "EFFORT", whole.Effort(decision=6, deal=2, draw=2, choice=2))
    monkeypatch.setattr(analysing, "SLICE", 12)


@pytest.fixture
def tournament(director: Player) -> Tournament:
    return friday(director)


def of(tournament: Tournament, deal: Deal, table: int) -> Deal:
    origin = f"tournament-{tournament.pk}/1/{table}"
    Table.objects.filter(pk=deal.table_id).update(origin=origin)
    return deal


@pytest.fixture
def two(four, tournament) -> list[Deal]:
    """The tournament's deals that are over; another one is played, one was called off."""
    called_off = of(tournament, stored_deal(VINAGAMES, 6, four, name="Bàn 3"), 3)
    Deal.objects.filter(pk=called_off.pk).update(cancelled=True)
    of(tournament, running_deal(VINAGAMES, 1, four, moves=6, name="Bàn 4"), 4)
    stored_deal(VINAGAMES, 7, four, name="Bàn 5")
    return [
        of(tournament, stored_deal(VINAGAMES, seed, four, name=f"Bàn {seed}"), seed)
        for seed in (4, 5)
    ]


@pytest.fixture
def sent(monkeypatch) -> list[tuple[int, int]]:
    """The tasks of runs that wait in the queue: which tournament, which step."""
    queue: list[tuple[int, int]] = []
    monkeypatch.setattr(
        analysing_tournaments,
        "enqueue",
        lambda _task, *args, countdown=0.0: transaction.on_commit(lambda: queue.append(args)),
    )
    return queue


def work(sent, capture, *, most: int = 1000) -> int:
    """Let the worker do what waits, and what comes of it; how many tasks it did."""
    done = 0
    while sent and done < most:
        with capture(execute=True):
            tasks.analyse_tournament(*sent.pop(0))
        assert len(sent) <= 1, "one task of a run waits at a time"
        done += 1
    return done


def press(player: Player, tournament: Tournament, act: str = "start") -> int:
    return browser(player).post(f"/replays/tournaments/{tournament.pk}/", {"act": act}).status_code


def shown(client: Client, tournament: Tournament, **asked: str) -> str:
    answer = client.get(f"/replays/tournaments/{tournament.pk}/", asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_director_starts_it_and_everybody_sees_how_far_it_is(
    four, director, tournament, two, sent, django_capture_on_commit_callbacks
):
    member = browser(four[0])
    before = shown(member, tournament)
    assert (
        "0 of 2 deals have been analysed." in before
        and "<button" not in before.partition("<main")[2]
    )
    with django_capture_on_commit_callbacks(execute=True):
        for _twice in range(2):
            assert press(director, tournament) == 303
    assert len(sent) == 1
    running = shown(browser(director), tournament)
    assert "one deal at a time" in running and "Stop the analyses" in running
    assert 'data-look="2" data-look-most="60"' in running and "Asked for by chu." in running
    done = []
    while sent:
        assert work(sent, django_capture_on_commit_callbacks, most=1) == 1
        done.append(progress_of(tournament.pk).done)
    assert done == sorted(done) and {0, 1, 2} <= set(done)
    assert {row.pk for row in Analysis.objects.all() if row.is_whole} == {one.pk for one in two}
    after = shown(member, tournament)
    assert "2 of 2 deals have been analysed." in after and "data-look-most" not in after
    with django_capture_on_commit_callbacks(execute=True):
        assert press(director, tournament) == 303
    assert not sent, "there is nothing left to be done"


def test_it_stops_at_a_press_and_goes_on_where_it_was(
    director, tournament, two, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        press(director, tournament)
    work(sent, django_capture_on_commit_callbacks, most=2)
    (waiting,) = sent
    assert press(director, tournament, "stop") == 303
    parts = sum(len(row.parts) for row in Analysis.objects.all())
    assert parts and work(sent, django_capture_on_commit_callbacks) == 1
    assert sum(len(row.parts) for row in Analysis.objects.all()) == parts
    assert "It was stopped." in shown(browser(director), tournament)
    with django_capture_on_commit_callbacks(execute=True):
        assert press(director, tournament, "stop") == 303
        assert press(director, tournament) == 303
    assert len(sent) == 1 and sent != [waiting]
    work(sent, django_capture_on_commit_callbacks)
    assert progress_of(tournament.pk).done == 2


def test_told_to_go_on_while_another_chain_works_there_is_one_chain(
    director, tournament, two, sent, django_capture_on_commit_callbacks
):
    now = timezone.now()

    def start(at: datetime) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            analyse_tournament(by=director, tournament_id=tournament.pk, now=at)

    start(now)
    first = sent.pop()
    start(now + timedelta(seconds=10))
    assert sent == [], "it was heard of just now"
    start(now + timedelta(seconds=40))
    (second,) = sent
    with django_capture_on_commit_callbacks(execute=True):
        tasks.analyse_tournament(*first)  # the broker had not lost it after all
        tasks.analyse_tournament(*first)
    assert sent == [second] and not Analysis.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        for _twice in range(2):
            tasks.analyse_tournament(*second)
    assert len(sent) == 2 and sent[0] == second
    sent.remove(second)
    work(sent, django_capture_on_commit_callbacks)
    assert progress_of(tournament.pk).done == 2


def test_a_task_that_is_overtaken_while_it_makes_parts_has_no_next(
    director, tournament, two, sent, monkeypatch, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        press(director, tournament)
    (first,) = sent
    made = analysing.add_parts

    def slowly(**asked):
        made(**asked)
        stop_analysing(by=director, tournament_id=tournament.pk, now=timezone.now())
        analyse_tournament(by=director, tournament_id=tournament.pk, now=timezone.now())

    monkeypatch.setattr(analysing_tournaments, "add_parts", slowly)
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tasks.analyse_tournament(*first)
    assert len(sent) == 1 and sent != [first]


def test_a_deal_that_a_member_asked_about_comes_before_the_tournament(
    four, director, tournament, two, sent, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(analysing, "enqueue", lambda *_args: None)
    ask_for_analysis(deal_id=two[0].pk, now=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        press(director, tournament)
    work(sent, django_capture_on_commit_callbacks, most=20)
    assert len(sent) == 1 and progress_of(tournament.pk).done == 0
    while not Analysis.objects.get(pk=two[0].pk).is_whole:
        tasks.analyse(two[0].pk)
    work(sent, django_capture_on_commit_callbacks)
    assert progress_of(tournament.pk).done == 2


def test_a_tournament_waits_for_another_one_that_was_asked_for_earlier(
    director, tournament, two, sent, django_capture_on_commit_callbacks
):
    now = timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        press(director, tournament)
    asked = {"asked_at": now - timedelta(hours=1), "touched_at": now}
    earlier = TournamentAnalysis.objects.create(tournament=tournament.pk + 1, **asked)
    work(sent, django_capture_on_commit_callbacks, most=5)
    assert len(sent) == 1 and progress_of(tournament.pk).done == 0
    earlier.state = TournamentAnalysis.State.FINISHED
    earlier.save()
    work(sent, django_capture_on_commit_callbacks)
    assert progress_of(tournament.pk).done == 2


def test_what_cannot_be_analysed_is_passed_over_and_counted(
    director, tournament, two, sent, monkeypatch, django_capture_on_commit_callbacks
):
    made = analysing.add_parts

    def refuse(**asked):
        if asked["deal_id"] == two[0].pk:
            raise Refused("deal.not-over")
        made(**asked)

    monkeypatch.setattr(analysing_tournaments, "add_parts", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        press(director, tournament)
    work(sent, django_capture_on_commit_callbacks)
    assert TournamentAnalysis.objects.get().state == "finished"
    html = shown(browser(director), tournament)
    assert "1 of 2 deals have been analysed." in html and "1 deal cannot be analysed" in html


def test_a_page_that_shows_the_same_already_is_told_nothing(four, tournament, two):
    client = browser(four[0])
    address = f"/replays/tournaments/{tournament.pk}/"
    htmx = {"HX-Request": "true"}
    part = client.get(address, headers=htmx).content.decode()
    assert "<html" not in part and 'id="acts" hx-swap-oob="true"' in part
    seen = "0-2-000"
    assert client.get(address, {"seen": seen}, headers=htmx).status_code == 204
    analyse_now(deal_id=two[0].pk, now=timezone.now)
    assert client.get(address, {"seen": seen}, headers=htmx).status_code == 200
    assert client.get(address, {"seen": seen}).status_code == 200, "a page by itself is whole"


def test_nobody_else_starts_or_stops_it_and_nothing_is_stored(four, tournament, two, sent):
    address = f"/replays/tournaments/{tournament.pk}/"
    assert Client().get(address).status_code == 302
    assert Client().post(address).status_code == 302
    for act in ("start", "stop"):
        refused = browser(four[0]).post(address, {"act": act})
        assert refused.status_code == 403
        assert "Only a director or an owner can have a whole tournament" in refused.content.decode()
    assert not TournamentAnalysis.objects.exists() and not sent


def test_there_is_nothing_to_analyse_before_a_deal_is_over_nor_of_no_tournament(
    director, tournament, sent
):
    client = browser(director)
    refused = client.post(f"/replays/tournaments/{tournament.pk}/")
    assert refused.status_code == 409 and "No deal of this tournament" in refused.content.decode()
    for number in ("4711", str(2**63), "9" * 30):
        for answer in (
            client.get(f"/replays/tournaments/{number}/"),
            client.post(f"/replays/tournaments/{number}/"),
            client.get(f"/api/v1/tournaments/{number}/analysis/"),
        ):
            assert answer.status_code == 404
    assert not TournamentAnalysis.objects.exists() and not sent


def test_the_tournaments_page_leads_there_and_has_the_button_for_who_runs_the_club(
    four, director, tournament, two
):
    Tournament.objects.filter(pk=tournament.pk).update(status="closed")
    address = f"/replays/tournaments/{tournament.pk}/"
    member = browser(four[0]).get(f"/tournaments/{tournament.pk}/").content.decode()
    assert f'href="{address}"' in member and f'action="{address}"' not in member
    owner = Player.objects.create_superuser("owner", password="an-owner-of-the-club")
    for one in (director, owner):
        html = browser(one).get(f"/tournaments/{tournament.pk}/").content.decode()
        assert f'action="{address}"' in html and "Analyse all deals" in html
    assert address not in Client().get(f"/tournaments/{tournament.pk}/").content.decode()


def test_programs_do_the_same(four, director, tournament, two, sent):
    path = f"/api/v1/tournaments/{tournament.pk}/analysis/"
    client = browser(director)
    assert client.get(path).json() == {"done": 0, "total": 2, "state": ""}

    def act(said: str, by: Client = client):
        return by.post(path, {"act": said}, content_type="application/json")

    assert act("start").json() == {"done": 0, "total": 2, "state": "running"}
    assert act("stop").json()["state"] == "stopped"
    assert act("dance").status_code == 422
    assert act("start", browser(four[0])).status_code == 403
    assert TournamentAnalysis.objects.get().state == "stopped"
