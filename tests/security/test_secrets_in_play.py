"""The secret of a deal is changed in the database while the deal is played."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import commands, tasks
from games.engine.rules import VINAGAMES
from games.infrastructure.encryption import encrypt
from games.log import read_events
from games.models import Deal, DealSecret, Player
from games.queries.club.house import open_alarms
from tests.support.deals import NOW, play_on, prepared_deal, running_deal
from tests.support.play_pages import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def deal() -> Deal:
    """A deal in play, at which the sweep has looked once."""
    players = [member(name) for name in ("an", "binh", "chi", "dung")]
    deal = running_deal(VINAGAMES, 3, players, moves=2)
    tasks.sweep()
    assert not open_alarms()
    return deal


def change(deal: Deal, encrypted: str) -> None:
    DealSecret.objects.filter(deal=deal).update(encrypted=encrypted)


def test_it_is_not_published_and_the_log_shows_its_lack(deal: Deal) -> None:
    change(deal, encrypt("ab" * 32, of=deal.stream))
    play_on(deal.pk, now=NOW)
    deal.refresh_from_db()
    names = [event.name for event in read_events(deal.stream)]
    assert deal.ended_at and "deal.secret-published" not in names
    assert len(open_alarms()) == 1
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_log", stdout=out)
    assert "the secret is not published" in out.getvalue()


@pytest.mark.parametrize("value", ["another", "gone", "of another deal", "garbage"])
def test_the_next_sweep_reports_it_once(deal: Deal, value: str, client: Client) -> None:
    other = prepared_deal(VINAGAMES, 1, [member("em"), member("giang")], seats=2, name="Bàn 2")
    text = {
        "another": encrypt("ab" * 32, of=deal.stream),
        "gone": "",
        "of another deal": DealSecret.objects.get(deal=other).encrypted,
        "garbage": "ñ",
    }
    change(deal, text[value])
    for _ in range(2):
        tasks.sweep()
        (alarm,) = open_alarms()
        assert (alarm.raised.kind, alarm.raised.subject) == ("commitment-broken", deal.stream)
    assert client.get("/readyz").json()["checks"]["alarms"]["ok"] is False


def test_an_answer_holds_while_the_deal_is_played_on(deal: Deal) -> None:
    change(deal, "x")
    tasks.sweep()
    (alarm,) = open_alarms()
    owner = Player.objects.create_superuser("owner", password="not a secret")
    commands.answer_alarm(by=owner, alarm=alarm.raised.alarm, reason="A disk.", now=NOW)
    for _ in range(2):
        tasks.sweep()
        assert not open_alarms()


def test_a_deal_that_ends_between_two_sweeps_raises_no_alarm(deal: Deal) -> None:
    play_on(deal.pk, now=NOW)
    tasks.sweep()
    assert not open_alarms()
