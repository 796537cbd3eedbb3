"""No viewer learns what is hidden: the attack on pages, API, stream, logs, cache, errors, admin, tasks and exports.

The proof is by difference. A running deal is changed in everything that a viewer may not know
(`tests/support/worlds.py`), and
the viewer asks every address of the site (`tests/support/sightseeing.py`) before and after: not a byte may differ.
"""

import io
import logging
import re
import sys
from random import Random

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.core.signals import got_request_exception
from django.test import Client
from django.views.debug import get_exception_reporter_class

from games import queries
from games.club.house_rules import HouseRules
from games.engine.cards import CARD_NAMES
from games.engine.evolve import fold as folded
from games.engine.hands.hand import cards_of
from games.engine.rules import PRESETS
from games.models import DealSeat, DealSecret
from games.projections import secret_of
from tests.support import log_lines
from tests.support.deals import secret_in
from tests.support.security.hidden_cards import (
    EVERYWHERE,
    OWN,
    SITUATIONS,
    WHOLE,
    situation,
    viewers_of,
)
from tests.support.sightseeing import CHANGING, Tour
from tests.support.worlds import OTHER_SECRET, changed_for

pytestmark = pytest.mark.django_db


def differences(club, deal, viewer, *, whole, parts=True):
    """The addresses at which the viewer can tell the two worlds apart; and what it was told in both."""
    here = Tour(deal, club.viewers[viewer], parts=parts)
    there = here.again()
    before = here.go(whole=whole)
    with changed_for(deal, club.seat(viewer), Random(deal.version)) as changed:
        assert changed
        after = there.go(whole=whole)
    return here.settle(before, after, whole=whole), (here, there)


def stock_orders(deal):
    """The undealt cards in their order, written in the ways that a page or a log might."""
    state = queries.load_state(deal.pk)
    names = [CARD_NAMES[card] for card in state.setup.stock[state.drawn :][:4]]
    return [joint.join(names) for joint in (" ", ", ", '", "', "', '", "")]


@pytest.mark.parametrize("name", SITUATIONS)
def test_nobody_can_tell_apart_what_differs_only_in_hidden_cards(name, club):
    deal = situation(club, name)
    secret = secret_in(deal)
    stock = stock_orders(deal)
    for viewer in viewers_of(club, name):
        whole = name == WHOLE and viewer in EVERYWHERE
        # What an open page renews is asked for by the rules that clubs choose; by ten others whole pages are.
        parts = name not in OWN
        distinguished, tours = differences(club, deal, viewer, whole=whole, parts=parts)
        assert distinguished == [], viewer
        for text in tours[0].raw:
            assert secret not in text
            assert not any(order in text for order in stock)
        assert not any(OTHER_SECRET in text for text in tours[1].raw)


def test_the_tour_asks_every_address_of_the_site(club):
    tour = Tour(situation(club, "vinagames, just dealt"), None)
    asked = set(tour.addresses(whole=True))
    assert {f"/tables/{tour.deal.table_id}/", f"/api/v1/deals/{tour.deal.pk}/"} <= asked
    assert not [
        address
        for address in asked
        if re.search(r"[<>()^$?\\]", re.sub(r"\?(at|after)=", "", address, count=1))
    ]
    with pytest.raises(AssertionError, match="how to fill <colour>"):
        tour.fill("cards/<str:colour>/")


def see_another_seat(state, viewer):
    from games.engine import sight

    return sight.see(state, 3 if viewer is None else viewer)


def test_the_attack_finds_a_hand_that_leaks(club, monkeypatch):
    deal = situation(club, "vinagames, in the middle")
    monkeypatch.setattr("games.queries.play.seen.sight", _Leaky())
    distinguished, _tours = differences(club, deal, "spectator", whole=False)
    assert f"GET /tables/{deal.table_id}/" in distinguished
    assert f"GET /api/v1/deals/{deal.pk}/" in distinguished


class _Leaky:
    """A sight that shows a spectator the hand of the last seat."""

    def __getattr__(self, name):
        from games.engine import sight

        return see_another_seat if name == "see" else getattr(sight, name)


def test_the_attack_finds_a_card_in_a_log_line_alone(club, monkeypatch):
    deal = situation(club, "4sac, in the middle")

    def talkative(history):
        state = folded(history)
        logging.getLogger("games").debug("folded %s", state.setup.stock)
        return state

    monkeypatch.setattr("games.queries.finished.histories.fold", talkative)
    distinguished, _tours = differences(club, deal, "South", whole=False)
    assert distinguished


# --- what leaves by other ways --------------------------------------------------------------------


class Listener:
    """A Redis that hears what is published."""

    def __init__(self):
        self.heard = []

    def publish(self, channel, message):
        self.heard.append((channel, message))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_messages_and_tasks_carry_names_and_numbers_alone(
    rules, club, monkeypatch, settings, django_capture_on_commit_callbacks
):
    redis, sent = Listener(), []
    settings.TUSAC_LIVE = True
    monkeypatch.setattr("games.live.publish._client", redis)
    monkeypatch.setattr(
        "games.infrastructure.broker.current_app.send_task",
        lambda name, **options: sent.append((name, options)),
    )
    with django_capture_on_commit_callbacks(execute=True):
        deal = club.deal(rules, 11)
        club.play(deal, Random(11), lambda state: False)
    assert redis.heard
    assert {channel for channel, _topic in redis.heard} == {"tusac:moved"}
    assert all(
        re.fullmatch(r"(table|tournament|account)-\d+|lobby", topic) for _, topic in redis.heard
    )
    assert sent
    for name, options in sent:
        assert set(options) <= {"args", "countdown", "retry", "producer", "headers"}
        assert set(options.get("headers", {})) <= {"request_id"}
        assert all(type(argument) is int for argument in options["args"])
        # How long a bot waits must not tell what it holds, and a window is as long whoever is asked (§6.10).
        window = name == "games.tasks.close_window"
        assert options.get("countdown", 0) == (HouseRules().claim_seconds if window else 0)


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
        formatter = log_lines.formatter(as_json=True, level="DEBUG")
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

    monkeypatch.setattr("games.queries.play.seen.sight.moves_of", fail)
    got_request_exception.connect(report)
    try:
        before = everything_said()
        with changed_for(deal, 0, Random(1)):
            assert everything_said() == before
    finally:
        got_request_exception.disconnect(report)


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
        configured = log_lines.logging_settings(as_json=as_json)
        assert "django.db.backends" not in configured["loggers"]
        assert configured["root"]["level"] == "INFO"


READING = (
    ("verify_log",),
    ("check_ledger",),
    ("rebuild_subtotals",),
    ("checkpoint",),
    ("export_deals",),
)
"""The commands that whoever runs the machine asks about the club."""


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_no_command_prints_a_card_of_a_running_deal(
    command, club, capsys, caplog, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    deal = situation(club, "vinagames, in the middle")
    state = queries.load_state(deal.pk)
    hands = [
        joint.join(CARD_NAMES[card] for card in cards_of(blocks))
        for blocks in state.blocks
        for joint in (" ", ", ", '", "')
    ]
    out, said = io.StringIO(), io.StringIO()
    try:
        call_command(*command, stdout=out, stderr=said)
    except (CommandError, SystemExit) as ended:
        said.write(str(ended))
    printed = "".join((out.getvalue(), said.getvalue(), *capsys.readouterr(), caplog.text))
    printed += "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    secret = secret_of(deal.pk, state)
    assert secret and secret not in printed
    assert DealSecret.objects.get(deal=deal).encrypted not in printed
    assert not any(order in printed for order in (*hands, *stock_orders(deal)))


def test_no_list_of_the_admin_holds_the_log_or_a_secret():
    shown = {model.__name__ for model in admin.site._registry}
    assert shown == {"Player"}
