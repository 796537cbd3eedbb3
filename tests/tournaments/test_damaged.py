"""A tournament whose record cannot be read: its own pages say so, and the club goes on without it."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.commands.deal.clock import Steady, is_behind, keep_time
from games.engine.rules import VINAGAMES
from games.log import aggregates, read_named
from games.models import Deal, Player, ServiceClock
from tests.support.deals import NOW, running_deal
from tests.support.forger import forge
from tests.support.play_pages import browser
from tests.support.refused import code_in
from tests.support.tournament_pages import announced, player, score
from tournaments import commands
from tournaments.commands.club_tables import set_tables
from tournaments.models import RoundTable, Tournament
from tournaments.reactions import follow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

DAMAGES = [
    "schema = 99",
    "name = 'tournament.of-a-later-release'",
    "payload = '{}'",
    "payload = '{'",
]


def damage(what: str, stream: str, where: str = "version = 3") -> None:
    forge(f"UPDATE log_event SET {what} WHERE stream = %s AND {where}", stream)
    aggregates.forget_all()


def played(director: Player, names: str, **options: Any) -> int:
    tournament = announced(
        director, *(player(name) for name in names), appeal_minutes=30, **options
    )
    commands.start(by=director, tournament_id=tournament, now=NOW)
    set_tables(lambda: NOW)
    score(tournament)
    return tournament


@pytest.fixture
def director() -> Player:
    return player("dora", is_director=True)


def waiting_deal() -> Deal:
    deal = running_deal(VINAGAMES, 2, [player("y"), player("z")])
    assert deal.deadline is not None
    return deal


@pytest.mark.parametrize("what", DAMAGES)
def test_the_club_s_clock_goes_on_and_lost_time_is_given_back_once(director, what):
    bad = played(director, "abcd")
    healthy = waiting_deal()
    ServiceClock.objects.all().delete()
    keep_time(now=NOW, steady=Steady("x", 100.0))
    damage(what, f"tournament-{bad}")
    before = healthy.version
    for seconds in range(60, 120, 3):
        keep_time(now=NOW + timedelta(seconds=seconds), steady=Steady("x", 100.0 + seconds))
    healthy.refresh_from_db()
    assert not is_behind(now=NOW + timedelta(seconds=120))
    assert healthy.version == before + 1
    (given_back,) = read_named(healthy.stream, "deal.clock-extended")
    assert given_back.payload["seconds"] == 60


@pytest.mark.parametrize("what", DAMAGES)
def test_a_step_of_the_system_s_clock_is_followed_once(director, what):
    bad = played(director, "abcd")
    healthy = waiting_deal()
    ServiceClock.objects.all().delete()
    keep_time(now=NOW, steady=Steady("x", 100.0))
    damage(what, f"tournament-{bad}")
    for seconds in (3, 6, 9):
        stepped = NOW + timedelta(hours=1, seconds=seconds)
        keep_time(now=stepped, steady=Steady("x", 100.0 + seconds))
    assert len(read_named(healthy.stream, "deal.clock-extended")) == 1
    assert len(read_named("club", "club.clock-stepped")) == 1


def test_a_clock_of_another_app_that_fails_stops_no_beat(settings, caplog):
    settings.TUSAC_CLOCKS = ("tests.tournaments.test_damaged.failing",)
    keep_time(now=NOW)
    keep_time(now=NOW + timedelta(minutes=1))
    assert not is_behind(now=NOW + timedelta(minutes=1))
    assert "could not bring its clocks along" in caplog.text


def failing(**_told: Any) -> int:
    raise LookupError("damaged")


def test_a_step_that_no_alarm_can_be_raised_of_leaves_a_beat(monkeypatch, caplog):
    def unreadable(*_args: Any, **_told: Any) -> None:
        raise ValueError("damaged")

    keep_time(now=NOW, steady=Steady("x", 100.0))
    monkeypatch.setattr("games.commands.club.club_work.record", unreadable)
    keep_time(now=NOW + timedelta(hours=1), steady=Steady("x", 103.0))
    assert not is_behind(now=NOW + timedelta(hours=1))
    assert "no alarm of the clock's step" in caplog.text


def test_a_damaged_deal_does_not_stop_the_clock_of_the_others():
    bad, healthy = (running_deal(VINAGAMES, 2, [player(a), player(b)]) for a, b in ("ab", "cd"))
    keep_time(now=NOW)
    damage("payload = '{'", bad.stream, "version = 2")
    keep_time(now=NOW + timedelta(minutes=1))
    assert len(read_named(healthy.stream, "deal.clock-extended")) == 1
    assert not is_behind(now=NOW + timedelta(minutes=1))


@pytest.mark.parametrize("what", DAMAGES)
def test_the_prizes_of_the_others_are_paid(director, what):
    bad, good = played(director, "abcd"), played(director, "efgh")
    damage(what, f"tournament-{bad}")
    follow(lambda: NOW + timedelta(days=30))
    assert Tournament.objects.get(pk=good).status == "closed"
    assert Tournament.objects.get(pk=bad).status == "running"


def test_the_tables_of_the_others_are_opened(director):
    bad, duplicate, good = (
        announced(director, *(player(name) for name in names), duplicate=len(names) == 8)
        for names in ("abcd", "efghijkl", "mnop")
    )
    for tournament in (bad, duplicate, good):
        commands.start(by=director, tournament_id=tournament, now=NOW)
    for tournament in (bad, duplicate):
        damage("payload = '{}'", f"tournament-{tournament}")
    follow(lambda: NOW + timedelta(minutes=10))
    assert RoundTable.objects.get(tournament=good).games_table_id is not None
    opened = RoundTable.objects.filter(tournament=duplicate, games_table_id__isnull=False)
    assert not opened.exists()


@pytest.mark.parametrize("what", DAMAGES)
def test_its_pages_and_commands_answer_a_sentence(director, what):
    bad = played(director, "abcd")
    damage(what, f"tournament-{bad}")
    look = browser(director)
    found = {
        at: look.get(at).status_code
        for at in ("/tournaments/", f"/tournaments/{bad}/", f"/tournaments/{bad}/standings/")
    }
    assert 500 not in found.values(), found
    key = {"idempotency_key": str(uuid4())}
    for act, asked in (
        ("time", {**key, "act": "resume"}),
        ("close", key),
        ("cancel", {**key, "reason": "Rain."}),
    ):
        answer = look.post(f"/tournaments/{bad}/{act}", asked)
        assert code_in(answer, "tournament.damaged"), act
