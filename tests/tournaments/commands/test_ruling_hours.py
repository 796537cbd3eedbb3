"""The terms say in how many hours a referee is to rule, on screens and with real cards alike (decision 0249)."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from games.checks.log import differing_rows
from games.club.house_rules import HouseRules
from games.commands import set_house_rules
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, FiledDispute, Player
from replays.commands import rulings
from tests.support.api_client import client_of
from tests.support.cardboard import Table
from tests.support.deals import NOW, penalty_seed, stored_deal, taken_in
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player
from tournaments import commands, projections, queries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def director() -> Player:
    return player("dora", is_director=True)


def house(hours: int) -> None:
    owner = player("owner", is_superuser=True)
    set_house_rules(by=owner, rules=HouseRules(ruling_hours=hours), now=NOW)


def disputed_on_screen(director: Player, **terms: Any) -> Any:
    four = [player(name) for name in ("an", "binh", "chi", "dung")]
    tournament = announced(director, *four, **terms)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    deal = stored_deal(VINAGAMES, penalty_seed(), four)
    deal.table.origin = queries.origin_of(tournament, 9, 9)
    deal.table.save()
    at = taken_in(deal).version
    return rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=at, reason="why", now=NOW)


@pytest.mark.parametrize("minutes", [0, 30])
def test_the_terms_come_before_the_rule_of_the_house(director, minutes):
    house(72)
    row = disputed_on_screen(director, ruling_hours=5, appeal_minutes=minutes)
    assert row.rule_by == NOW + 5 * HOUR


def test_where_the_terms_say_nothing_the_rule_of_the_house_holds(director):
    house(72)
    assert disputed_on_screen(director).rule_by == NOW + 72 * HOUR


def disputed_of_real_cards(director: Player, **terms: Any) -> Table:
    table = Table(director, deals=1, appeal_minutes=10, **terms)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    table.dispute(table.seats[2])
    return table


def case() -> FiledDispute:
    return FiledDispute.objects.get()


def test_a_dispute_with_real_cards_and_its_appeal_say_it_and_its_pages_too(director):
    now = timezone.now()
    table = disputed_of_real_cards(director, ruling_hours=5)
    first = case().rule_by
    assert first is not None and now + 5 * HOUR <= first <= timezone.now() + 5 * HOUR
    deal = table.score().deal_id
    page = table.page.replace("/result", f"/deals/{deal}/discard")
    said = "A referee has to rule by"
    assert said in browser(table.seats[0]).get(page, headers=ENGLISH).content.decode()
    with time_machine.travel(now + 6 * HOUR, tick=False):
        late = browser(table.seats[0]).get(page, headers=ENGLISH).content.decode()
    assert said not in late and "The ruling is overdue" in late
    log = browser(table.seats[0]).get(f"/tournaments/{table.id}/log", headers=ENGLISH)
    assert said in log.content.decode()
    table.rule(player("trong", is_referee=True))
    assert said not in browser(table.seats[0]).get(page, headers=ENGLISH).content.decode()
    commands.appeal_ruling(by=table.seats[1], reason="No.", **table._on(1))
    again = case().rule_by
    assert again is not None and again > first
    assert said in browser(table.seats[0]).get(page, headers=ENGLISH).content.decode()
    kept = list(FiledDispute.objects.values())
    projections.rebuild(table.id)
    assert list(FiledDispute.objects.values()) == kept
    assert list(differing_rows()) == []


def test_the_rule_of_the_house_holds_for_real_cards_too_and_the_desk_says_since_when(director):
    house(1)
    disputed_of_real_cards(director)
    assert case().rule_by is not None
    referee = player("trong", is_referee=True, is_staff=True)
    html = browser(referee).get("/admin/replays/dispute/", headers=ENGLISH).content.decode()
    assert "ruling due by" in html and "overdue since" not in html
    with time_machine.travel(timezone.now() + 2 * HOUR, tick=False):
        html = browser(referee).get("/admin/replays/dispute/", headers=ENGLISH).content.decode()
    assert "overdue since" in html and "queue__late" in html


def test_without_a_term_and_a_rule_nothing_is_said(director):
    disputed_of_real_cards(director)
    assert (case().rule_by, case().asked_at, case().asked_version) == (None, None, None)


def test_the_form_takes_it_and_page_and_api_say_it(director):
    client = browser(director)
    form = {**GOOD, "ruling_hours": "48", "idempotency_key": str(uuid4())}
    assert client.post("/tournaments/new", form).status_code == 303
    row = Tournament.objects.get()
    assert row.terms.ruling_hours == 48
    page = client.get(f"/tournaments/{row.pk}/", headers=ENGLISH).content.decode()
    assert "within 48 hours of a dispute or an appeal" in " ".join(page.split())
    assert client_of(director).get(f"/api/v1/tournaments/{row.pk}/").json()["ruling_hours"] == 48
    refused = client.post(
        "/tournaments/new", {**form, "ruling_hours": "721", "idempotency_key": str(uuid4())}
    )
    assert refused.status_code == 422 and Tournament.objects.count() == 1


@pytest.mark.parametrize("hours", [-1, 721, True, "5"])
def test_hours_that_cannot_be_are_refused_in_words(director, hours):
    with pytest.raises(Refused) as refused:
        announced(director, ruling_hours=hours)
    assert refused.value.code == "tournament.ruling-out-of-range"
    assert "from 0 to 720" in str(refused.value.sentence)
    assert not Tournament.objects.exists()


def test_it_is_corrected_to_the_end_and_moves_nothing_that_was_said(director):
    row = disputed_on_screen(director, ruling_hours=5)
    tournament = Tournament.objects.get()
    commands.correct_settings(
        by=director, tournament_id=tournament.pk, settings={"ruling_hours": 9},
        reason="Few referees.", now=NOW,
    )  # fmt: skip
    tournament.refresh_from_db()
    row.refresh_from_db()
    assert (tournament.terms.ruling_hours, row.rule_by) == (9, NOW + 5 * HOUR)
    page = browser(director).get(f"/tournaments/{tournament.pk}/", headers=ENGLISH)
    assert "Time for a ruling, in hours: 9 instead of 5" in page.content.decode()
    assert Deal.objects.filter(pk=row.deal_id).exists()
