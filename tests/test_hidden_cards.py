"""No viewer learns what is hidden: the attack on pages, API, stream, logs, cache, errors, admin, tasks and exports.

The proof is by difference. A running deal is changed in everything that a viewer may not know (`tests/worlds.py`), and
the viewer asks every address of the site (`tests/sightseeing.py`) before and after: not a byte may differ.
"""

import io
import logging
import re
import sys
from datetime import timedelta
from random import Random

import pytest
import structlog
import time_machine
from django.core.management import CommandError, call_command
from django.core.signals import got_request_exception
from django.test import Client
from django.views.debug import get_exception_reporter_class

from games import commands, queries
from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves, to_move
from games.engine.evolve import fold as folded
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.models import DealSeat, DealSecret, Player, Table
from tests.games import deals
from tests.sightseeing import CHANGING, Tour
from tests.worlds import OTHER_SECRET, changed_for
from tournaments import commands as tournaments
from tusac_site import logs

pytestmark = pytest.mark.django_db

LATER = deals.NOW + timedelta(seconds=20)
PEOPLE = ("an", "binh")


class Club:
    """Two people at a table with two bots, and everybody else who might look."""

    def __init__(self):
        self.people = [Player.objects.create_user(name) for name in PEOPLE]
        director = Player.objects.create_user("director", is_director=True)
        self.viewers = {
            "anonymous": None,
            "spectator": Player.objects.create_user("spectator"),
            "director": director,
            "referee": Player.objects.create_user("referee", is_referee=True, is_staff=True),
            "superuser": Player.objects.create_superuser("root", is_director=True, is_referee=True),
            "South": self.people[0],
            "East": self.people[1],
        }
        tournaments.create(
            by=director,
            name="Friday",
            rules="vinagames",
            rounds=1,
            deals_per_round=1,
            entry_fee=0,
            prize_shares=(100,),
            seconds_per_move=30,
            filler="bot:greedy",
            now=deals.NOW,
        )

    def seat(self, viewer):
        return {"South": 0, "East": 1}.get(viewer)

    def deal(self, rules, seed):
        deal = deals.prepared_deal(rules, seed, self.people)
        for player in self.people:
            commands.get_ready(by=player, deal_id=deal.pk, seed="", now=deals.NOW)
        return deal

    def play(self, deal, random, until):
        """Random legal moves of the people, until the deal is as wished; whether it came to that."""
        for step in range(400):
            commands.play_bots(deal_id=deal.pk, clock=lambda: deals.NOW)
            state = queries.load_state(deal.pk)
            deal.refresh_from_db()
            if state.phase is Phase.OVER:
                return False
            if until(state):
                return True
            seat = next(seat for seat in to_move(state) if seat < len(self.people))
            commands.submit_move(
                by=self.people[seat],
                deal_id=deal.pk,
                move=random.choice(legal_moves(state, seat)),
                move_id=f"step-{state.version}-{step}",
                expected_version=state.version,
                now=deals.NOW,
            )
        return False


@pytest.fixture
def club(settings, caplog):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    caplog.set_level(logging.DEBUG)
    with time_machine.travel(LATER, tick=False):
        yield Club()


def differences(club, deal, viewer, caplog, *, whole):
    """The addresses at which the viewer can tell the two worlds apart; and what it was told in both."""
    told = []
    tours = [Tour(deal, club.viewers[viewer]) for _ in range(2)]
    told.append(tours[0].go(caplog, whole=whole))
    with changed_for(deal, club.seat(viewer), Random(deal.version)) as changed:
        assert changed
        told.append(tours[1].go(caplog, whole=whole))
    assert told[0].keys() == told[1].keys()
    if told[0] != told[1]:
        # Something may be made at the first asking of a process only: what lasts is what counts.
        told[0] = tours[0].go(caplog, whole=whole)
    return [where for where in told[0] if told[0][where] != told[1][where]], tours


def stock_orders(deal):
    """The undealt cards in their order, written in the ways that a page or a log might."""
    state = queries.load_state(deal.pk)
    names = [CARD_NAMES[card] for card in state.setup.stock[state.drawn :][:4]]
    return [joint.join(names) for joint in (" ", ", ", '", "', "', '", "")]


SITUATIONS = {
    "vinagames, just dealt": (VINAGAMES, 4, lambda state: True),
    "vinagames, in the middle": (VINAGAMES, 5, lambda state: state.stock < 22),
    "vinagames, near the end": (VINAGAMES, 6, lambda state: state.stock < 14),
    "4sac, in the middle": (FOURSAC, 7, lambda state: state.stock < 24),
    "4sac, claims are open": (FOURSAC, 8, lambda state: state.phase is Phase.CLAIMS),
}
WHOLE = "vinagames, in the middle"
"""Where the tour takes in every address of the site; elsewhere only those of tables and deals."""


def situation(club, name):
    rules, seed, until = SITUATIONS[name]
    for attempt in range(20):
        deal = club.deal(rules, seed + 100 * attempt)
        if club.play(deal, Random(seed), until):
            return deal
        Table.objects.filter(pk=deal.table_id).update(closed_at=deals.NOW)
    raise AssertionError("no deal came to that")


@pytest.mark.parametrize("name", SITUATIONS)
def test_nobody_can_tell_apart_what_differs_only_in_hidden_cards(name, club, caplog):
    deal = situation(club, name)
    secret = DealSecret.objects.get(deal=deal).secret
    stock = stock_orders(deal)
    for viewer in club.viewers:
        told_apart, tours = differences(club, deal, viewer, caplog, whole=name == WHOLE)
        assert told_apart == [], viewer
        for text in tours[0].raw:
            assert secret not in text
            assert not any(order in text for order in stock)
        assert not any(OTHER_SECRET in text for text in tours[1].raw)


def test_the_tour_asks_every_address_of_the_site(club):
    tour = Tour(situation(club, "vinagames, just dealt"), None)
    asked = set(tour.addresses(whole=True))
    assert {f"/tables/{tour.deal.table_id}/", f"/api/v1/deals/{tour.deal.pk}/"} <= asked
    assert not [address for address in asked if re.search(r"[<>()^$?\\]", address)]
    with pytest.raises(AssertionError, match="how to fill <colour>"):
        tour.fill("cards/<str:colour>/")


def see_another_seat(state, viewer):
    from games.engine import sight

    return sight.see(state, 3 if viewer is None else viewer)


def test_the_attack_finds_a_hand_that_leaks(club, caplog, monkeypatch):
    deal = situation(club, "vinagames, in the middle")
    monkeypatch.setattr("games.queries.sight", _Leaky())
    told_apart, _tours = differences(club, deal, "spectator", caplog, whole=False)
    assert f"GET /tables/{deal.table_id}/" in told_apart
    assert f"GET /api/v1/deals/{deal.pk}/" in told_apart


class _Leaky:
    """A sight that shows a spectator the hand of the last seat."""

    def __getattr__(self, name):
        from games.engine import sight

        return see_another_seat if name == "see" else getattr(sight, name)


def test_the_attack_finds_a_card_in_a_log_line_alone(club, caplog, monkeypatch):
    deal = situation(club, "4sac, in the middle")

    def talkative(history):
        state = folded(history)
        logging.getLogger("games").debug("folded %s", state.setup.stock)
        return state

    monkeypatch.setattr("games.queries.fold", talkative)
    told_apart, _tours = differences(club, deal, "South", caplog, whole=False)
    assert told_apart


# --- what leaves by other ways --------------------------------------------------------------------


class Listener:
    """A Redis that hears what is published."""

    def __init__(self):
        self.heard = []

    def publish(self, channel, message):
        self.heard.append((channel, message))


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)
def test_messages_and_tasks_carry_names_and_numbers_alone(
    rules, club, monkeypatch, settings, django_capture_on_commit_callbacks
):
    redis, sent = Listener(), []
    settings.TUSAC_LIVE = True
    monkeypatch.setattr("games.stream._client", redis)
    monkeypatch.setattr(
        "games.bell.current_app.send_task", lambda name, **options: sent.append((name, options))
    )
    with django_capture_on_commit_callbacks(execute=True):
        deal = club.deal(rules, 11)
        club.play(deal, Random(11), lambda state: False)
    assert redis.heard
    assert {channel for channel, _topic in redis.heard} == {"tusac:moved"}
    assert all(re.fullmatch(r"(table|tournament)-\d+|lobby", topic) for _, topic in redis.heard)
    assert sent
    for _name, options in sent:
        assert set(options) <= {"args", "countdown", "retry", "producer", "headers"}
        assert set(options.get("headers", {})) <= {"request_id"}
        assert all(type(argument) is int for argument in options["args"])
        # How long a bot waits must not tell what it holds.
        assert options.get("countdown", 0) == 0


@pytest.mark.parametrize("debug", [False, True])
def test_an_error_report_tells_nothing(debug, club, caplog, monkeypatch, settings):
    deal = situation(club, "vinagames, in the middle")
    settings.DEBUG = debug
    reports: list[str] = []

    def report(sender, request, **kwargs):
        reporter = get_exception_reporter_class(request)(  # type: ignore[operator]  # a class, the stubs forget
            request, *sys.exc_info(), is_email=True
        )
        reports.extend((reporter.get_traceback_text(), reporter.get_traceback_html()))

    def fail(state, viewer):
        assert state.setup.stock  # it is there, in this frame
        raise RuntimeError("the page could not be drawn")

    def everything_said():
        reports.clear()
        caplog.clear()
        formatter = _formatter()
        client = Client(raise_request_exception=False)
        client.force_login(club.people[0])
        pages = []
        for address in (f"/tables/{deal.table_id}/", f"/api/v1/deals/{deal.pk}/"):
            answer = client.get(address)
            assert answer.status_code == 500
            pages.append(answer.content.decode())
        lines = [formatter.format(record) for record in caplog.records]
        assert any("could not be drawn" in line for line in lines)
        assert len(reports) == 4
        return [CHANGING.sub("…", text) for text in (*pages, *reports, *lines)]

    monkeypatch.setattr("games.queries.sight.moves_of", fail)
    got_request_exception.connect(report)
    try:
        before = everything_said()
        with changed_for(deal, 0, Random(1)):
            assert everything_said() == before
    finally:
        got_request_exception.disconnect(report)


def _formatter():
    before = structlog.get_config()
    settings = logs.configure(as_json=True, level="DEBUG")["formatters"]["lines"]
    structlog.configure(**before)  # loggers that were used keep the processors that they had then
    return settings.pop("()")(**settings)


def test_what_stands_for_a_row_in_a_log_line_tells_nothing(club):
    deal = situation(club, "4sac, in the middle")

    def told():
        rows = [
            deal,
            deal.table,
            DealSecret.objects.get(deal=deal),
            *DealSeat.objects.filter(deal=deal),
        ]
        return [text for row in rows for text in (str(row), repr(row))]

    before = told()
    with changed_for(deal, None, Random(1)):
        assert told() == before


def test_an_export_leaves_a_running_deal_out(club, tmp_path):
    deal = situation(club, "vinagames, in the middle")
    out, said = io.StringIO(), io.StringIO()
    call_command("export_deals", stdout=out, stderr=said)
    assert f'"{deal.stream}"' not in out.getvalue()
    with pytest.raises(CommandError) as refused:
        call_command("export_deals", deal=[deal.pk], stdout=out, stderr=said)
    hidden = stock_orders(deal)
    assert not any(order in str(refused.value) + said.getvalue() for order in hidden)


def test_the_settings_log_no_sql():
    # The parameters of an INSERT into the log are the cards themselves.
    for as_json in (False, True):
        configured = logs.configure(as_json=as_json, level="INFO")
        assert "django.db.backends" not in configured["loggers"]
        assert configured["root"]["level"] == "INFO"
