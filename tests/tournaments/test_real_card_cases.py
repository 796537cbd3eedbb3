"""The casebook has the final rulings of tables with real cards, told as positions, beside those of screens (§10.8)."""

import csv
import io
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.disputing.outcomes import Outcome
from games.engine.recording.similarity import is_key
from games.models import FiledDispute, Player, Precedent
from games.queries.behalf import real_card_disputes, reported_discards
from replays.queries import casebook
from tests.support.cardboard import MR, Table
from tests.support.kept import keep
from tests.support.notices import tell, words_for
from tests.support.photographs import photograph
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments import commands, projections
from tournaments.commands import timing
from tournaments.models import ReportedDiscard
from tournaments.queries.real_card_effects import effects_of_real_cards

pytestmark = pytest.mark.django_db
HOME = "/replays/casebook/"


@pytest.fixture
def table() -> Table:
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    table.enter(table.seats[1])
    for seat in (0, 2, 3):
        table.confirm(table.seats[seat])
    return table


def ended(table: Table) -> None:
    assert timing.end_one(table.id, now=timezone.now() + timedelta(hours=2))


def final(table: Table, referee: Player, penalty: bool = True, **options: Any) -> FiledDispute:
    """Return the case of a ruling that nobody can appeal any more."""
    table.dispute(table.seats[2])
    table.rule(referee, penalty, **{"reason": "The count says so, An.", **options})
    ended(table)
    return FiledDispute.objects.get(deal=table.score().deal_id)


def shown(who: Player | None = None, address: str = HOME, **asked: Any) -> str:
    answer = browser(who).get(address, asked)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_ruling_is_a_case_once_nobody_can_appeal_it(table, referee):
    table.dispute(table.seats[2])
    case = FiledDispute.objects.get()
    assert (
        is_key(case.precedent.alike) and case.precedent.penalty and f"case-{case.pk}" not in shown()
    )
    table.rule(referee)
    assert f"case-{case.pk}" not in shown()
    assert browser().get(f"{HOME}{case.pk}/").status_code == 404
    ended(table)
    page = shown()
    assert f"case-{case.pk}" in page and "The penalty was upheld." in page
    assert "real cards" in page


def test_a_case_is_found_by_all_that_is_asked_of_the_others(table, referee):
    case = final(table, referee, section="10.5")
    here = f"case-{case.pk}"
    fits = [
        {"words": "count SAYS"},
        {"section": "§10.5"},
        {"outcome": "upheld"},
        {"penalty": "fell"},
        {"rank": "M"},
        {"colour": "r"},
        {"like": case.precedent.alike},
    ]
    for asked in fits:
        assert here in shown(table.seats[0], **asked), asked
    for asked in [
        {"words": "tea"},
        {"outcome": "voided"},
        {"penalty": "absent"},
        {"rank": "P"},
        {"colour": "g"},
        {"like": "P1-3-P1-other"},
        {"unlike": "on"},
    ]:
        assert here not in shown(table.seats[0], **asked), asked


def test_its_page_has_position_count_rule_and_words_and_no_photograph(table, referee):
    deal = table.score().deal_id
    commands.add_photograph(
        by=table.seats[1],
        tournament_id=table.id,
        deal_id=deal,
        file=photograph(),
        now=timezone.now(),
    )
    case = final(table, referee)
    for who in (None, table.seats[0], referee):
        page = shown(who, f"{HOME}{case.pk}/")
        assert "The count says so" in page and "Mr was not the worst." in page
        assert 'id="rule"' in page and "photograph" not in page.lower()
        assert f"/replays/{deal}/" in page
    # Its way to the photographs is the dispute's own page, which asks who it is.
    way = f"/tournaments/{table.id}/rounds/1/tables/1/deals/{deal}/discard"
    assert way in shown(table.seats[0], f"{HOME}{case.pk}/") and way not in shown(
        None, f"{HOME}{case.pk}/"
    )
    assert browser().get(f"{way.removesuffix('discard')}photographs/1").status_code == 302


def test_like_cases_lead_to_each_other_and_unlike_rulings_are_listed(referee):
    both = []
    for number, penalty in enumerate((True, False)):
        other = Table(player(f"director{number}", is_director=True), deals=1, appeal_minutes=10)
        other.enter(other.seats[1])
        for seat in (0, 2, 3):
            other.confirm(other.seats[seat])
        both.append(final(other, referee, penalty))
        for name in ("an", "binh", "chi", "dung"):  # the next table has members of the same names
            Player.objects.filter(username=name).update(username=f"{name}{number}")
    first, second = both
    assert first.precedent.alike == second.precedent.alike
    page = shown(None, unlike="on")
    assert f"case-{first.pk}" in page and f"case-{second.pk}" in page
    assert "ruled differently elsewhere" in page and 'id="differing"' in page
    assert f"{HOME}{second.pk}/" in shown(None, f"{HOME}{first.pk}/")


def test_the_files_have_it_with_its_position(table, referee):
    case = final(table, referee, False, void=True)
    (plain,) = json.loads(shown(None, f"{HOME}cases.json"))
    assert (plain["case"], plain["outcome"], plain["real_cards"]) == (case.pk, "voided", True)
    assert plain["position"]["private"] == list(MR.hand) and plain["discard"] is None
    (line,) = csv.DictReader(io.StringIO(shown(None, f"{HOME}cases.csv").lstrip("\ufeff")))
    assert (line["case"], line["real_cards"], line["card"]) == (str(case.pk), "yes", "Mr")


def test_what_no_worst_card_was_asked_of_is_nobodys_example(table, referee):
    opening = replace(
        MR,
        hand=(*MR.hand, *("Gg",) * 3, *("Ry",) * 3, *("Mw",) * 3, "Ky", "Gy", "My"),
        public=((), (), (), ()),
        dead=(),
    )
    table.dispute(table.seats[2], opening)
    case = FiledDispute.objects.get()
    assert case.precedent.alike == ""
    table.rule(referee, False)
    ended(table)
    case.refresh_from_db()
    assert case.status != FiledDispute.OPEN and case.until is None and not case.provisional
    assert list(casebook.found(casebook.Search(), None, now=timezone.now())) == []


def test_rows_can_be_made_again_from_the_log(table, referee):
    final(table, referee)
    kept = [FiledDispute.objects, Precedent.objects, ReportedDiscard.objects]
    before = [list(one.values()) for one in kept]
    projections.rebuild(table.id)
    assert [list(one.values()) for one in kept] == before


def test_what_waits_is_told_to_the_queue(table, referee):
    table.dispute(table.seats[2])
    (one,) = real_card_disputes(timezone.now())
    assert reported_discards([one.number])[one.number].said[0][2] == "Mr was not the worst."
    assert (one.objecting, one.appealed, one.proposed) == ((2,), False, False)
    assert one.until == table.state.filing_until
    address = reverse("desk")
    page = shown(referee, address)
    effects = effects_of_real_cards(table.id, one.deal_id, now=timezone.now())
    assert effects is not None
    other = [one for one in effects.outcomes if one.outcome is not Outcome.VOIDED]
    most = max(
        max(seat) - min(seat)
        for seat in zip(effects.result.net, *(one.result.net for one in other), strict=True)
    )
    assert one.stake == most > 0
    desk = reverse("desk-real-cards", args=[one.number])
    assert f"<dd>{most} points</dd>" in page and "<small>real cards</small>" in page
    assert f'href="{desk}"' in page and f"Disputed by: {table.seats[2]}" in page
    told = {"act": "rule", "revision": "1", "penalty": "yes", "section": "§10.3", "seen": "1"}
    assert 'value="void"' in shown(referee, desk)
    assert browser(table.director).post(desk, {**told, "reason": "No."}).status_code == 403
    assert browser(table.seats[0]).get(desk).status_code == 403  # members have no desk
    old = table.page.replace("/result", f"/deals/{one.deal_id}/ruling")
    assert browser(referee).get(old).headers["Location"] == desk
    answer = browser(referee).post(desk, {**told, "reason": "As computed."})
    assert (answer.status_code, answer.headers["Location"]) == (303, desk)
    assert "Ruled under §10.3: the penalty must be paid. As computed." in shown(referee, desk)
    assert "<small>real cards</small>" not in shown(referee, address)
    assert real_card_disputes(timezone.now()) == []
    commands.appeal_ruling(
        by=table.seats[1],
        tournament_id=table.id,
        deal_id=one.deal_id,
        revision=2,
        reason="No.",
        now=timezone.now(),
    )
    (again,) = real_card_disputes(
        timezone.now()
    )  # nobody joins an appeal, and who appeals objects to a ruling alone
    assert (again.objecting, again.appealed, again.until) == ((2,), True, None)
    page = shown(player("other", is_referee=True), address)
    assert "appealed: waiting for another referee" in page and "no time limit" in page


@pytest.mark.usefixtures("followers_do_not_wait")
def test_the_referee_whose_ruling_another_replaces_is_told(table, referee):
    table.dispute(table.seats[2])
    table.rule(referee)
    tell()
    assert not any("your ruling" in said for said in words_for(referee))
    other = player("other", is_referee=True)
    commands.appeal_ruling(by=table.seats[1], reason="No.", **table._on(1))
    table.rule(other, penalty=False)
    tell()
    assert words_for(referee)[-1].endswith(
        "table 1: your ruling on deal 1 was appealed. Another referee decided under §10.3 (As computed.)."
    )
    assert not any("your ruling" in said for said in words_for(other))


def test_a_stranger_is_told_no_such_case_while_the_house_keeps_tournaments(table, referee):
    case = final(table, referee)
    address = f"{HOME}{case.pk}/"
    assert f"case-{case.pk}" in shown() and browser().get(address).status_code == 200
    keep(tournaments=1)
    assert f"case-{case.pk}" not in shown() and f"case-{case.pk}" in shown(table.seats[0])
    assert browser().get(address).status_code == 302
    assert browser().get(f"/replays/{case.deal_id}/").status_code == 302
    assert browser(table.seats[0]).get(f"/replays/{case.deal_id}/").status_code == 200
