"""An older club plays, rules and signs on after the upgrade, by the pages and the API that its members use."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone
from django.utils.module_loading import import_string

from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Deal, Player, Table
from tests.support.api_client import get, post_to
from tests.support.deals import get_ready, play_on, play_to_the_end
from tests.support.play_pages import browser
from tests.support.upgrades import dump
from tests.support.upgrades.scenes import FOLLOWERS
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("upgraded")

KEY = {"idempotency_key": "00000000-0000-4000-8000-00000000000a"}
"""What a program sends with a wish, so that it is carried out once."""


@pytest.fixture(autouse=True)
def _sound_at_the_end(upgraded: None) -> Iterator[None]:
    """Whatever was done, log and ledger are whole, and the rows are those that the log makes."""
    yield
    for task in FOLLOWERS:
        import_string(task)()
    for command in ("verify_log", "check_ledger"):
        said = StringIO()
        try:
            call_command(command, stdout=said)
        except CommandError:
            pytest.fail(said.getvalue())
    before = dump.all_rows()
    call_command("rebuild", "games", "tournaments", stdout=StringIO())
    after = dump.all_rows()
    lines = {f"{table}: {row}" for table in before for row in {*before[table]} ^ {*after[table]}}
    assert lines == set()


def who(name: str) -> Player:
    return Player.objects.get(username=name)


def deal_at(table: str) -> Deal:
    return Deal.objects.filter(table__name=table).order_by("pk")[0]


def tournament(name: str) -> int:
    return Tournament.objects.get(name=name).pk


def chips(name: str) -> int:
    return balance(member_account(who(name).pk))


class _Forms(HTMLParser):
    """The forms of a page: where each goes, what it sends by itself, and which buttons it has."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str], set[tuple[str, str]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append((said.get("action", ""), {}, set()))
        elif self.found and tag == "button":
            self.found[-1][2].add((said.get("name", ""), said.get("value", "")))
        elif self.found and tag == "input":
            kind, name, value = (
                said.get("type", "text"),
                said.get("name", ""),
                said.get("value", ""),
            )
            if kind == "submit":
                self.found[-1][2].add((name, value))
            elif kind == "hidden":
                self.found[-1][1][name] = value


def press(by: Player, address: str, button: str, **filled: str) -> None:
    """Open a page, fill its form that has this button, and press it."""
    client = browser(by)
    page = client.get(address, follow=True)
    assert page.status_code == 200, page.status_code
    forms = _Forms()
    forms.feed(page.content.decode())
    for action, hidden, buttons in forms.found:
        for name, value in buttons:
            if button in (name, value):
                sent = {**hidden, name: value or "1", **filled}
                answer = client.post(action or page.wsgi_request.get_full_path(), sent)
                assert answer.has_header("Location"), answer.content.decode()
                return
    raise AssertionError(f"{address} has no button {button}: {forms.found}")


def asked(by: Player, path: str, **body: Any) -> Any:
    """Ask the API for something, and return what it answers."""
    answer = post_to(by, path, body)
    assert answer.status_code // 100 == 2, answer.content
    return answer.json()


# --- deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["Claims", "Moves", "tournament"])
def test_a_running_deal_takes_a_move_and_is_played_to_its_end(table: str) -> None:
    if table == "tournament":
        rows = Deal.objects.filter(ended_at=None, started_at__isnull=False)
        deal = rows.get(table__origin__startswith="tournament-")
    else:
        deal = deal_at(table)
    if table == "Moves":
        call = f"calls/{deal.table.calls.get().pk}/"
        asked(who("mot"), f"{call}take/")
        asked(who("mot"), f"{call}answer/", words="It is.")
    for seat in deal.seats.exclude(player=None):
        may = get(seat.player, f"deals/{deal.pk}/moves/").json()
        if may["moves"]:
            break
    else:
        pytest.fail("nobody can move")
    body = {"move": may["moves"][-1], "move_id": uuid4().hex, "expected_version": may["version"]}
    assert post_to(seat.player, f"deals/{deal.pk}/moves/", body).status_code == 200
    deal.refresh_from_db()
    assert deal.version > may["version"]
    play_to_the_end(deal, now=timezone.now())
    import_string("games.tasks.finish_deal")(deal.pk)
    deal.refresh_from_db()
    assert deal.ended_at is not None and deal.settled_version == deal.owed_version


# --- disputes on screens --------------------------------------------------------------------------


def desk(deal: Deal) -> str:
    return f"/admin/replays/dispute/{deal.disputes.get().pk}/change/"


def said_of(deal: Deal) -> dict[str, Any]:
    (dispute,) = get(who("hai"), f"deals/{deal.pk}/disputes/").json()
    return dict(dispute)


def test_a_filed_dispute_is_ruled_on() -> None:
    deal = deal_at("Filed")
    ruling = {"section": "§10.3", "reason": "As computed.", "decision": "upheld"}
    press(who("hai"), desk(deal), "rule", **ruling)
    assert said_of(deal)["status"] == "upheld"


def test_a_ruling_is_appealed_and_another_referee_rules() -> None:
    deal = deal_at("Ruled")
    asked(who("anh"), f"deals/{deal.pk}/appeal/", reason="It was a stain.")
    ruling = {"section": "§10.3", "reason": "A stain.", "decision": "upheld"}
    press(who("hai"), desk(deal), "rule", **ruling)
    assert said_of(deal)["appealed"]


def test_a_proposed_ruling_is_signed_and_pays() -> None:
    deal = deal_at("Proposed")
    press(who("hai"), desk(deal), "sign")
    assert said_of(deal)["status"] == "voided"
    import_string("games.tasks.finish_deal")(deal.pk)
    assert {seat.net for seat in deal.seats.all()} == {0}


# --- disputes at tables with real cards -----------------------------------------------------------


class Result:
    """The first result at the only table of a tournament with real cards."""

    def __init__(self, name: str) -> None:
        self.tournament = tournament(f"Real cards, {name}")
        self.path = f"tournaments/{self.tournament}/rounds/1/tables/1/results/"
        self.deal = self.now["deal_id"]

    @property
    def now(self) -> dict[str, Any]:
        return dict(get(who("hai"), self.path).json()[0])

    @property
    def page(self) -> str:
        place = f"/tournaments/{self.tournament}/rounds/1/tables/1"
        return f"{place}/deals/{self.deal}/ruling"

    def ask(self, by: Player, what: str, **body: Any) -> None:
        asked(by, f"{self.path}{self.deal}/{what}/", revision=self.now["revision"], **KEY, **body)

    def rule(self, by: Player) -> None:
        self.ask(by, "ruling", penalty=False, void=False, section="10.3", reason="It was safe.")


def test_a_filed_dispute_of_real_cards_is_ruled_on_and_the_tournament_closes() -> None:
    result = Result("filed")
    result.rule(who("hai"))
    if result.now["dispute"]["proposed"]:  # one referee moves one chip alone
        press(who("mot"), result.page, "sign")
    assert not result.now["dispute"]["open"] and len(result.now["dispute"]["rulings"]) == 1
    with time_machine.travel(timezone.now() + timedelta(hours=11), tick=False):
        import_string("tournaments.tasks.follow")()
    assert Tournament.objects.get(pk=result.tournament).status == "closed"


def test_a_ruling_of_real_cards_is_appealed_and_another_referee_rules() -> None:
    result = Result("ruled")
    result.ask(who("an-ruled"), "appeal", reason="It was safe.")
    assert result.now["dispute"]["open"]
    result.rule(who("hai"))
    assert len(result.now["dispute"]["rulings"]) == 2 or result.now["dispute"]["proposed"]


def test_a_proposed_ruling_of_real_cards_is_signed() -> None:
    result = Result("proposed")
    assert result.now["dispute"]["proposed"]
    press(who("hai"), result.page, "sign")
    assert not result.now["dispute"]["open"]


def test_an_entered_result_is_confirmed_and_the_next_one_entered() -> None:
    result = Result("entered")
    for name in ("an", "binh", "chi", "dung"):
        player = who(f"{name}-entered")
        body = {"revision": result.now["revision"], "right": True, "idempotency_key": str(uuid4())}
        post_to(player, f"{result.path}{result.deal}/", body)  # who entered it is refused
    assert result.now["status"] == "confirmed"
    asked(who("an-entered"), result.path, deal=2, winner=None, **KEY)
    assert len(get(who("hai"), result.path).json()) == 2


# --- tournaments ----------------------------------------------------------------------------------


def test_a_round_is_played_to_its_end_and_the_next_one_is_drawn() -> None:
    running = tournament("Running evening")
    tables = Table.objects.filter(origin__startswith=f"tournament-{running}/", closed_at=None)
    for deal in Deal.objects.filter(table__in=tables, ended_at=None):
        if deal.started_at is None:
            people = [seat.player for seat in deal.seats.order_by("number") if seat.player]
            get_ready(deal, people, [f"seed-{one.pk}" for one in people], now=timezone.now())
        play_on(deal.pk, now=timezone.now())
        import_string("games.tasks.finish_deal")(deal.pk)
    import_string("tournaments.tasks.follow")()
    said = get(who("dinh"), f"tournaments/{running}/").json()
    assert (said["rounds_closed"], said["rounds_drawn"]) == (2, 3)


# --- what waits for a second person ---------------------------------------------------------------


def test_a_waiting_grant_is_confirmed() -> None:
    before = chips("lan")
    press(who("dinh"), "/club/staff/", "confirm")
    assert chips("lan") == before + 15_000


def test_raised_limits_are_signed() -> None:
    press(who("omar"), "/house/", "sign")
    page = browser().get("/house/").content.decode()
    assert "20,000" in page or "20000" in page


def test_a_waiting_correction_of_paid_prizes_is_signed() -> None:
    paid = tournament("Paid evening")
    asked(who("dinh"), f"tournaments/{paid}/corrections/waiting/1/signature/", **KEY)
    first = get(who("dinh"), f"tournaments/{paid}/").json()["standings"][0]
    assert first["points"] > 4_000 and first["prize"] == 60


def test_a_saved_template_announces_a_tournament_and_the_clubs_own_rules_open_a_table() -> None:
    (template,) = get(who("dinh"), "tournaments/templates/").json()
    asked(who("dinh"), f"tournaments/templates/{template['id']}/announcement/", **KEY)
    assert Tournament.objects.get(name="Tuesday").terms.least_members == 8
    table = asked(who("son"), "tables/", name="Own rules", rules="Nhà mình", seats=4)
    assert "Nhà mình" in str(table["rules"])
