"""Nobody but who is asked learns who could claim (§6.10): two deals that differ only in offers and answers are one.

The issue's attack: the phase, the versions and the ticks of the stream told 23 of 25 windows with claims from those
without, and the time until the window closed told bots from people.
"""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction
from django.test import Client

from games import commands, queries
from games.club.house_rules import HouseRules
from games.commands.deal.deal_work import DealWork
from games.engine.deal import to_move
from games.engine.events import CardMelded, SeatGone
from games.engine.moves import Pass
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.models import Deal, Player
from tests.support.claims import asked_otherwise, in_a_window, window_of
from tests.support.security.hidden_cards import situation
from tests.support.security.tries import answers
from tests.support.sightseeing import Tour

pytestmark = pytest.mark.django_db


MIXED = {
    "wins": replace(FOURSAC, key="A", khap_claim="forced", pair_claim="forced"),
    "sets": replace(FOURSAC, key="A", win_claim="forced"),
}
"""Rules by which only wins are claimed, or only sets (§13.5)."""
VIEWERS = ("superuser", "East")
"""From no seat by the one before whom every page opens, and from a seat; South is the one who discards."""


def differences(deal, viewer, seat):
    here = Tour(deal, viewer)
    before = here.go(whole=False)
    with asked_otherwise(deal, seat, Random(deal.pk)) as more:
        after = here.again().go(whole=False)
    return here.settle(before, after, whole=False), more


@pytest.mark.parametrize("name", ["4sac, in the middle", "4sac, claims are open"])
def test_nobody_can_tell_apart_deals_that_differ_in_offers_and_answers(name, club):
    deal = situation(club, name)
    for viewer in VIEWERS:
        distinguished, more = differences(deal, club.viewers[viewer], club.seat(viewer))
        assert distinguished == [], viewer
        assert more


@pytest.mark.parametrize("asked", [True, False])
def test_an_open_window_looks_the_same_whether_anybody_is_asked(asked, club):
    deal, _state = in_a_window(club.people, 40, asked=asked)
    for viewer in VIEWERS:
        distinguished, more = differences(deal, club.viewers[viewer], club.seat(viewer))
        assert distinguished == [], viewer
        assert more


@pytest.mark.parametrize(
    ("mixed", "asked", "waiting"),
    [
        ("wins", True, False),
        ("wins", False, True),
        ("sets", True, False),
    ],
)
def test_an_open_window_looks_the_same_whether_anybody_is_asked_or_a_forced_set_waits(
    mixed, asked, waiting, club
):
    rules = MIXED[mixed]
    deal, _state = in_a_window(club.people, 40, asked=asked, rules=rules, waiting=waiting)
    for viewer in VIEWERS:
        distinguished, more = differences(deal, club.viewers[viewer], club.seat(viewer))
        assert distinguished == [], viewer
        assert more
    for seat, player in enumerate(club.people):
        before = answers(deal, player, seat)
        with asked_otherwise(deal, seat, Random(5)):
            assert answers(deal, player, seat) == before


@pytest.mark.parametrize("waiting", [True, False])
def test_what_is_forced_waits_as_long_as_a_window_in_which_nothing_is(waiting, club, ticks):
    deal, state = in_a_window(club.people, 40, asked=False, rules=MIXED["wins"], waiting=waiting)
    ticks.clear()
    assert window_of(deal) - deal.changed_at == timedelta(seconds=HouseRules().claim_seconds)
    assert commands.play_bots(deal_id=deal.pk, clock=lambda: deal.changed_at) == 0
    assert commands.time_out(deal_id=deal.pk, now=deal.changed_at) == 0
    assert ticks == [] and queries.load_state(deal.pk) == state
    assert commands.close_window(deal_id=deal.pk, now=window_of(deal))
    assert state.active is not None
    melded = [row.event for row in queries.history(deal.pk) if isinstance(row.event, CardMelded)]
    assert state.active is not None
    assert bool(melded and melded[-1].forced and melded[-1].active == state.active.card) == waiting
    assert ticks == [deal.table_id]


@pytest.mark.parametrize("asked", [True, False])
def test_a_pause_in_a_window_and_who_comes_back_in_it_tell_nobody_either(asked, club):
    deal, _state = in_a_window(club.people, 40, asked=asked)
    south, east = club.people
    work = DealWork.on(deal.pk, now=deal.changed_at)
    work.add((SeatGone(club.seat("East")),))
    work.save()
    now = deal.changed_at
    assert commands.ask_pause(by=south, deal_id=deal.pk, resume=False, now=now)
    commands.come_back(by=east, deal_id=deal.pk, now=now)
    assert not commands.ask_pause(by=south, deal_id=deal.pk, resume=True, now=now)
    deal.refresh_from_db()
    for viewer in VIEWERS:
        distinguished, more = differences(deal, club.viewers[viewer], club.seat(viewer))
        assert distinguished == [], viewer
        assert more


@pytest.mark.parametrize("asked", [True, False])
def test_no_refusal_in_a_window_tells_whether_anybody_is_asked(asked, club):
    deal, _state = in_a_window(club.people, 40, asked=asked)
    for seat, player in enumerate(club.people):
        before = answers(deal, player, seat)
        with asked_otherwise(deal, seat, Random(5)):
            assert answers(deal, player, seat) == before
        assert len(before) > 50


def test_the_attack_finds_a_window_of_those_asked_alone(club, monkeypatch):
    monkeypatch.setattr("games.engine.sight.in_window", lambda state: state)
    deal, _state = in_a_window(club.people, 40, asked=True)
    distinguished, _more = differences(deal, None, None)
    assert f"GET /tables/{deal.table_id}/" in distinguished


def test_the_attack_finds_the_logs_own_versions(club, monkeypatch):
    deal = situation(club, "4sac, in the middle")
    monkeypatch.setattr("games.engine.sight.numbers", lambda shown: list(range(1, len(shown) + 1)))
    distinguished, _more = differences(deal, Player.objects.get(username="spectator"), None)
    assert f"GET /api/v1/deals/{deal.pk}/" in distinguished


# --- what comes of a window, in time ----------------------------------------------------------------


def spectators(deal):
    """All that a spectator is told, and the row that the admin and the sweep read."""
    row = {**Deal.objects.values().get(pk=deal.pk), "version": "the log's"}
    return Tour(deal, Player.objects.get(username="spectator")).go(whole=False), row


def test_a_hidden_answer_changes_nothing_for_others_and_does_not_tick(club, ticks):
    deal = situation(club, "4sac, claims are open")
    state = queries.load_state(deal.pk)
    seat = next(seat for seat in (0, 1) if state.offers[seat].kinds)
    before = spectators(deal)
    ticks.clear()
    version = queries.see_deal(deal, club.people[seat]).view.version
    answer = {
        "by": club.people[seat],
        "deal_id": deal.pk,
        "move_id": "my-answer",
        "expected_version": version,
        "now": deal.changed_at,
    }
    assert commands.submit_move(**answer, move=Pass(seat)) == version + 1
    assert commands.submit_move(**answer, move=Pass(seat)) == version + 1  # sent twice
    assert ticks == []
    assert spectators(deal) == before
    deal.refresh_from_db()
    assert commands.close_window(deal_id=deal.pk, now=window_of(deal))
    assert ticks == [deal.table_id]


@pytest.mark.parametrize("asked", [True, False])
def test_a_window_closes_for_all_at_its_time_and_ticks_once(asked, club, ticks):
    deal, _state = in_a_window(club.people, 40, asked=asked)
    ticks.clear()
    early = window_of(deal).replace(microsecond=0)
    assert not commands.close_window(deal_id=deal.pk, now=early - (early - deal.changed_at) / 2)
    assert commands.play_bots(deal_id=deal.pk, clock=lambda: early) == 0
    assert commands.time_out(deal_id=deal.pk, now=early) == 0
    assert ticks == []
    assert commands.close_window(deal_id=deal.pk, now=window_of(deal))
    assert not commands.close_window(deal_id=deal.pk, now=window_of(deal))
    assert ticks == [deal.table_id]


def test_a_window_in_which_all_decline_leaves_no_moment_behind(club):
    """A page's notice of a turn is named by the moment of the row: it told a declined claim from none."""
    deal = situation(club, "4sac, claims are open")
    before, known = deal.changed_at, len(queries.see_deal(deal, None).events)
    for seat in to_move(queries.load_state(deal.pk)):
        commands.submit_move(
            by=club.people[seat],
            deal_id=deal.pk,
            move=Pass(seat),
            move_id=f"declined-{seat}",
            expected_version=queries.see_deal(deal, club.people[seat]).view.version,
            now=before,
        )
    deal.refresh_from_db()
    assert commands.close_window(deal_id=deal.pk, now=window_of(deal))
    deal.refresh_from_db()
    assert len(queries.see_deal(deal, None).events) == known
    assert deal.changed_at == before


def test_who_was_late_with_a_claim_is_known_to_that_seat_alone_until_the_end(club):
    deal = situation(club, "4sac, claims are open")
    state = queries.load_state(deal.pk)
    seat = next(seat for seat in (0, 1) if state.offers[seat].kinds)
    with transaction.atomic():
        commands.close_window(deal_id=deal.pk, now=window_of(deal))
    names = {row.event.__class__.__name__ for row in queries.history(deal.pk)}
    assert "TimeRanOut" in names
    if queries.load_state(deal.pk).phase is not Phase.OVER:
        for viewer in (*club.people, None):
            seen = queries.see_deal(Deal.objects.get(pk=deal.pk), viewer).events
            known = any(row.event.__class__.__name__ == "TimeRanOut" for row in seen)
            assert known == (viewer == club.people[seat])


def test_a_spectator_counts_no_gap(club):
    deal = situation(club, "4sac, in the middle")
    client = Client()
    client.force_login(Player.objects.get(username="spectator"))
    said = client.get(f"/api/v1/deals/{deal.pk}/events/").json()
    versions = [event["version"] for event in said["events"]]
    assert versions == list(range(1, said["version"] + 1))
    assert said["version"] < queries.load_state(deal.pk).version
    seen = client.get(f"/api/v1/deals/{deal.pk}/").json()
    if seen["active"]:
        named = said["events"][seen["active"]["version"] - 1]
        assert named["payload"]["card"] == seen["active"]["card"]
