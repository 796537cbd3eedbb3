"""Nobody else learns that a seat lets pairs go (§13.6): two deals that differ in the switch alone are one to others."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from games import commands, queries
from games.commands.deal.deal_work import DealWork
from games.engine.deal import may_turn_waiver
from games.engine.events import SeatGone, WaiverTurned
from games.engine.recording.verification import verify
from games.engine.rules import MIEN_NAM, VINAGAMES
from games.errors import Refused
from games.log.aggregates import forget_all
from games.models import Deal, Player, Table
from tests.support import deals
from tests.support.play_pages import browser
from tests.support.sightseeing import Tour

pytestmark = pytest.mark.django_db

OTHERS = ("superuser", "East")


@pytest.fixture
def deal(club):
    """A deal of the southern rules in which South waits to win, and is not about to discard."""
    for seed in range(60):
        found = club.deal(MIEN_NAM, seed)
        if club.play(found, Random(seed), lambda state: may_turn_waiver(state, 0)):
            found.refresh_from_db()
            return found
        Table.objects.filter(pk=found.table_id).update(closed_at=deals.NOW)
    raise AssertionError("no deal came to that")


def version_of(deal, player):
    return queries.see_deal(Deal.objects.get(pk=deal.pk), player).view.version


def turn(deal, player, on=True, **other):
    said = {"expected_version": version_of(deal, player), "now": deal.changed_at, **other}
    return commands.let_pairs_go(by=player, deal_id=deal.pk, on=on, **said)


def told(deal, player):
    forget_all()
    row = {**Deal.objects.values().get(pk=deal.pk), "version": "the log's"}
    return Tour(deal, player).go(whole=False), row


def test_no_page_no_program_and_no_message_tells_others_of_it(deal, club, ticks):
    for viewer in OTHERS:
        told(deal, club.viewers[viewer])  # some things are made at the first asking alone
    before = {viewer: told(deal, club.viewers[viewer]) for viewer in OTHERS}
    south = club.people[0]
    version = version_of(deal, south)
    for on in (True, False):
        later = deal.changed_at + timedelta(seconds=7)
        version += 1
        ticks.clear()
        assert turn(deal, south, on, now=later) == version == version_of(deal, south)
        assert ticks == []
        for viewer in OTHERS:
            tour, row = told(deal, club.viewers[viewer])
            was, old = before[viewer]
            assert [where for where in was if was[where] != tour.get(where)] == [], viewer
            assert row == old
    assert not queries.see_deal(Deal.objects.get(pk=deal.pk), south).view.lets_pairs_go


def test_spectators_behind_a_delay_learn_no_moment_of_it(deal, club):
    Table.objects.filter(pk=deal.table_id).update(spectator_delay=5)
    before = queries.see_deal(Deal.objects.select_related("table").get(pk=deal.pk), None)
    turn(deal, club.people[0], now=deal.changed_at + timedelta(seconds=2))
    after = queries.see_deal(Deal.objects.select_related("table").get(pk=deal.pk), None)
    assert after.deal.changed_at == before.deal.changed_at
    assert after.view == before.view and after.events == before.events


def test_turned_twice_it_is_turned_once(deal, club):
    south = club.people[0]
    at = version_of(deal, south)
    assert turn(deal, south) == at + 1
    assert turn(deal, south, expected_version=at) == at + 1
    assert turn(deal, south, on=False) == at + 2
    stored = [row.event for row in queries.history(deal.pk)][-2:]
    assert stored == [WaiverTurned(0, on=True), WaiverTurned(0, on=False)]


def test_it_survives_a_restart_and_the_finished_deal_proves_it(deal, club):
    south = club.people[0]
    turn(deal, south)
    forget_all()
    assert queries.see_deal(Deal.objects.get(pk=deal.pk), south).view.lets_pairs_go
    deals.play_to_the_end(deal)
    record = queries.record_of(deal.pk)
    assert verify(record) is None
    assert "WaiverTurned" in {type(event).__name__ for event in record.history}


def test_who_may_not_turn_it_is_told_why(deal, club):
    south = club.people[0]
    with pytest.raises(Refused) as refusal:
        turn(deal, Player.objects.get(username="spectator"), expected_version=1)
    assert refusal.value.code == "seat.none"
    with pytest.raises(Refused) as refusal:
        turn(deal, south, expected_version=10_000)
    assert refusal.value.code == "deal.stale"
    old = version_of(deal, south)
    commands.ask_pause(by=south, deal_id=deal.pk, resume=False, now=deal.changed_at)
    commands.ask_pause(by=club.people[1], deal_id=deal.pk, resume=False, now=deal.changed_at)
    with pytest.raises(Refused) as refusal:
        turn(deal, south, expected_version=old)
    assert refusal.value.code == "deal.paused"
    other = club.deal(VINAGAMES, 3)
    with pytest.raises(Refused) as refusal:
        turn(other, south)
    assert refusal.value.code == "waiver.not-here"


def test_an_absent_seat_lets_no_pair_go(deal, club):
    south = club.people[0]
    turn(deal, south)
    work = DealWork.on(deal.pk, now=deal.changed_at)
    work.add((SeatGone(0),))
    work.save()
    seen = queries.see_deal(Deal.objects.get(pk=deal.pk), south)
    assert not seen.view.lets_pairs_go and not seen.may_let_pairs_go
    with pytest.raises(Refused) as refusal:
        turn(deal, south)
    assert refusal.value.code == "waiver.gone"


def test_a_page_and_a_program_turn_it(deal, club):
    south = club.people[0]
    client = Client()
    client.force_login(south)
    at = {"expected_version": version_of(deal, south)}
    assert (
        client.post(
            f"/tables/{deal.table_id}/pairs", {**at, "on": "yes", "deal": deal.pk}
        ).status_code
        == 303
    )
    said = client.get(f"/api/v1/deals/{deal.pk}/").json()
    assert said["lets_pairs_go"] and said["may_let_pairs_go"]
    answer = client.post(
        f"/api/v1/deals/{deal.pk}/pairs/",
        {"expected_version": said["version"], "on": False},
        content_type="application/json",
    )
    assert answer.status_code == 200 and not answer.json()["lets_pairs_go"]
    wrong = client.post(
        f"/tables/{deal.table_id}/pairs", {"deal": deal.pk, "on": "yes", "expected_version": "x"}
    )
    assert wrong.status_code == 422


def button(who: Player | None, deal: Deal) -> dict[str, str]:
    """Return the form of the button at the table, with what it says of its state; empty where there is none."""
    page = browser(who).get(f"/tables/{deal.table_id}/").content.decode()
    form = re.search(r'<form[^>]* id="pairs".*?</form>', page, re.DOTALL)
    if form is None:
        return {}
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    return fields | dict(re.findall(r'(aria-pressed)="(\w+)"', form[0]))


def test_the_button_at_the_table_turns_it_and_back_without_a_script(deal, club):
    south = club.people[0]
    off = button(south, deal)
    assert (off["aria-pressed"], off["on"]) == ("false", "yes")
    assert browser(south).post(f"/tables/{deal.table_id}/pairs", off).status_code == 303
    on = button(south, deal)
    assert (on["aria-pressed"], on["on"]) == ("true", "no")
    assert browser(south).post(f"/tables/{deal.table_id}/pairs", on).status_code == 303
    assert button(south, deal)["aria-pressed"] == "false"


def test_the_button_is_of_who_waits_alone(deal, club):
    state = DealWork.on(deal.pk, now=deal.changed_at).state
    for seat, who in enumerate(club.people):
        assert bool(button(who, deal)) is may_turn_waiver(state, seat)
    assert not button(club.viewers["spectator"], deal)
