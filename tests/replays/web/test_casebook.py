"""The casebook: what is in it, what is found, and where rulings on like positions differ."""

import csv
import io
import json
import re
from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test.utils import CaptureQueriesContext

from games.engine.recording.positions import judge
from games.engine.rules import VINAGAMES
from games.infrastructure.throttling import LIMITS, Limit
from games.log.followers import catch_up
from games.models import Player, Precedent
from replays.commands import rulings
from replays.projections import DISPUTES, rebuild_all
from tests.support.casebook import HOME, listed, ruled, text
from tests.support.deals import penalty_seed, safe_win_seed, stored_deal, taken_in
from tests.support.disputed import LATER
from tests.support.play_pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_after")]


def test_only_final_rulings_are_in_it(four, referee, deal, twice):
    with time_machine.travel(LATER, tick=False):
        row = ruled(deal, four[0], referee)
        assert row.until is not None
        assert listed(browser()) == set(), "it can be appealed"
        assert browser().get(f"{HOME}{row.pk}/").status_code == 404
    with time_machine.travel(row.until - timedelta(seconds=1), tick=False):
        assert listed(browser()) == set()
    with time_machine.travel(row.until, tick=False):
        assert listed(browser()) == {row.pk}
    other = ruled(twice, four[0], referee)
    rulings.appeal_ruling(by=four[1], dispute_id=other.pk, reason="No.", now=LATER)
    assert listed(browser()) == {row.pk}, "an appeal is open"
    second = Player.objects.create_user("hai", is_referee=True)
    rulings.give_ruling(
        by=second,
        dispute_id=other.pk,
        outcome="reversed",
        section="§10.5",
        reason="Yes.",
        now=LATER,
    )
    assert listed(browser()) == {row.pk, other.pk}
    assert "Decided on appeal" in text(browser(), f"{HOME}{other.pk}/")


def test_everybody_finds_it_at_the_foot_of_a_page_and_members_beside_the_replays(four):
    assert f'href="{HOME}"' in text(browser(), "/rules/").partition("site-foot")[2]
    assert f'href="{HOME}"' in text(browser(four[0]), "/replays/").partition("site-foot")[0]
    assert "There is no final ruling yet." in text(browser())


def test_a_case_shows_the_position_as_the_discarder_saw_it_the_verdict_the_rule_and_who_ruled(
    four, referee, deal
):
    row = ruled(deal, four[0], referee)
    html = text(browser(four[2]), f"{HOME}{row.pk}/")
    place = html.partition('id="position"')[2].partition('id="judged"')[0]
    position = Precedent.objects.get(dispute=row).position
    drawn = len(re.findall(r'class="card card--[rygw]', place))
    lying = len(position["face_up"]) + sum(map(len, position["public"]))
    assert drawn == len(position["private"]) + lying
    assert "The penalty was upheld." in html and "So says the count." in html and "trong" in html
    assert "was not a safe discard (§10.3)" in html and "There was a penalty." in html
    assert "Usefulness" in html.partition('id="rule"')[2].partition("</section>")[0]
    assert f"/replays/{deal.pk}/?at={row.discard}" in html and "Why?" in html
    line = text(browser(four[2])).partition(f'id="case-{row.pk}"')[2].partition("</article>")[0]
    assert len(re.findall(r'class="card card--[rygw]', line)) == drawn + 1


def test_the_cases_can_be_searched(four, referee, deal):
    safe = stored_deal(VINAGAMES, safe_win_seed(), four, name="Bàn 2")
    fell = ruled(deal, four[0], referee, reason="The rook was alone.")
    none = ruled(
        safe,
        four[0],
        referee,
        outcome="reversed",
        section="§10.5",
        reason="It was the PAWN. Không ĐỀN.",
    )
    cards = {one: Precedent.objects.get(dispute=one).card for one in (fell, none)}
    client = browser()
    assert listed(client) == {fell.pk, none.pk}
    for query, which in (
        ("?section=%C2%A710.5", {none.pk}),
        ("?outcome=upheld", {fell.pk}),
        ("?outcome=shared", set()),
        ("?words=pawn", {none.pk}),
        ("?words=100%25", set()),
        ("?words=PAWN++%C4%91%E1%BB%81n", {none.pk}),
        ("?words=rook+pawn", set()),
        ("?penalty=fell", {fell.pk}),
        ("?penalty=absent", {none.pk}),
        ("?penalty=absent&outcome=upheld", set()),
        (f"?rank={cards[fell][0]}", {one.pk for one in cards if cards[one][0] == cards[fell][0]}),
        (f"?colour={cards[none][1]}", {one.pk for one in cards if cards[one][1] == cards[none][1]}),
        ("?colour=ry", {one.pk for one in cards if cards[one][1] in "ry"}),
        ("?colour=gw", {one.pk for one in cards if cards[one][1] in "gw"}),
        ("?rank=RCN", {one.pk for one in cards if cards[one][0] in "RCN"}),
        ("?unlike=on", set()),
    ):
        assert listed(client, query) == which, query


@pytest.mark.parametrize(
    "query", ["?section=%C2%A799", "?outcome=x", "?like=x", "?words=%00", "?rank=K", "?penalty=1"]
)
def test_what_nobody_could_look_for_is_refused_in_words(query, db):
    html = text(browser(), HOME + query, 400)
    assert "Please correct the fields marked below" in html
    assert browser().get(f"{HOME}cases.csv{query}").status_code == 400


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 5000, "٣", "2"])
def test_a_page_that_there_is_not_is_the_nearest_one(page, four, referee, deal):
    row = ruled(deal, four[0], referee)
    assert listed(browser(), f"?page={page}") == {row.pk}


def test_who_asks_for_too_many_files_waits_and_reads_on(four, referee, deal, settings, monkeypatch):
    ruled(deal, four[0], referee)
    settings.TUSAC_LIMITS = True
    monkeypatch.setitem(LIMITS, "lines", Limit(1, 3600))
    client = browser(four[0])
    answers = [client.get(f"{HOME}cases.csv").status_code for _ in range(2)]
    assert answers == [200, 429]
    assert client.get(HOME).status_code == 200
    assert browser().get(f"{HOME}cases.json").status_code == 200


def test_unlike_rulings_on_like_positions_are_listed_side_by_side(four, referee, deal, twice):
    safe = stored_deal(VINAGAMES, safe_win_seed(), four, name="Bàn 3")
    first = ruled(deal, four[0], referee)
    other = ruled(safe, four[0], referee)
    assert "Final rulings differ" not in text(browser())
    second = ruled(twice, four[0], referee, outcome="reversed")
    html = text(browser())
    assert "Final rulings differ on 1 kind of position." in html
    assert listed(browser(), "?unlike=on") == {first.pk, second.pk}
    assert listed(browser()) == {first.pk, second.pk, other.pk}
    one = text(browser(), f"{HOME}{first.pk}/")
    assert "ruled differently elsewhere" in one and f"{HOME}{second.pk}/" in one
    assert "ruled differently elsewhere" not in text(browser(), f"{HOME}{other.pk}/")
    key = Precedent.objects.get(dispute=first).alike
    assert listed(browser(), f"?like={key}") == {first.pk, second.pk}
    admin = text(browser(referee), "/admin/replays/dispute/")
    assert "Final rulings differ on 1 kind of position." in admin


def test_the_desk_shows_like_cases_and_that_they_differ(four, referee, deal, twice):
    third = stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn 3")
    other = stored_deal(VINAGAMES, safe_win_seed(), four, name="Bàn 4")
    rows = [ruled(deal, four[0], referee, reason="As ever."), ruled(other, four[0], referee)]
    with time_machine.travel(LATER, tick=False):
        row = rulings.file_dispute(
            by=four[0], deal_id=third.pk, discard=taken_in(third).version, reason="?", now=LATER
        )
    desk = f"/admin/replays/dispute/{row.pk}/change/"
    html = text(browser(referee), desk).partition('id="alike"')[2]
    alike, _, rest = html.partition('id="like"')
    assert f"{HOME}{rows[0].pk}/" in alike and "As ever." in alike
    assert f"{HOME}{rows[1].pk}/" not in alike and f"{HOME}{rows[1].pk}/" in rest
    assert "similar positions differ" not in alike
    ruled(twice, four[0], referee, outcome="reversed")
    assert "similar positions differ" in text(browser(referee), desk)


def test_the_replay_of_a_deal_with_a_like_position_leads_there(four, referee, deal, twice):
    replay = f"/replays/{twice.pk}/"
    assert 'id="like-cases"' not in text(browser(four[0]), replay)
    row = ruled(deal, four[0], referee)
    html = text(browser(four[0]), replay)
    assert "1 similar discard has been ruled on" in html
    query = re.search(r'id="like-cases"[^>]*><a href="/replays/casebook/([^"]+)"', html)
    assert query is not None and listed(browser(), query[1]) == {row.pk}
    assert 'id="like-cases"' not in text(browser(four[0]), f"/replays/{deal.pk}/"), "its own case"
    assert 'id="like-cases"' not in text(browser(four[0]), f"{replay}?as=public")


def test_the_files_hold_the_same_cases_and_no_formula(four, referee, deal):
    row = ruled(deal, four[0], referee, reason='=HYPERLINK("http://evil.test")')
    lines = list(
        csv.DictReader(io.StringIO(text(browser(four[0]), f"{HOME}cases.csv").lstrip("\ufeff")))
    )
    (one,) = json.loads(text(browser(four[0]), f"{HOME}cases.json"))
    assert [int(line["case"]) for line in lines] == [row.pk] == [one["case"]]
    assert lines[0]["reason"] == '\'=HYPERLINK("http://evil.test")'
    assert lines[0]["worst"] == " ".join(one["position"]["worst"])
    assert judge({"id": 1, **one["position"]}) == {"id": 1, **one["position"]}
    assert one["deal"] == deal.pk and one["penalty"] == "fell" and one["outcome"] == "upheld"
    assert json.loads(text(browser(), f"{HOME}cases.json?outcome=reversed")) == []


@pytest.mark.usefixtures("followers_do_not_wait")
def test_disputes_from_before_the_casebook_get_their_positions(four, referee, deal):
    row = ruled(deal, four[0], referee)
    before = list(Precedent.objects.values())
    catch_up(DISPUTES)
    Precedent.objects.all().delete()
    assert listed(browser()) == set()
    (number,) = [
        name for _, name in MigrationLoader(connection).disk_migrations if "casebook" in name
    ]
    import_module(f"replays.migrations.{number}").read_disputes_again(apps, None)
    catch_up(DISPUTES)
    assert list(Precedent.objects.values()) == before and listed(browser()) == {row.pk}


@pytest.mark.usefixtures("followers_do_not_wait")
def test_positions_can_be_made_again_from_the_log(four, referee, deal):
    row = ruled(deal, four[0], referee)
    before = list(Precedent.objects.values())
    rebuild_all()
    assert list(Precedent.objects.values()) == before
    assert listed(browser()) == {row.pk}


@pytest.mark.parametrize("of_a_member", [False, True])
def test_more_cases_are_no_more_queries(of_a_member, four, referee, deal, twice):
    client = browser(four[0] if of_a_member else None)
    asked = []
    for one in (deal, twice):
        ruled(one, four[0], referee)
        client.get(HOME)  # what is kept in the process is read once
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{HOME}?words=count")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 15, asked
