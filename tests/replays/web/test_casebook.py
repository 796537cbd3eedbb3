"""The casebook: what is in it, what is found, what a stranger is told, and where rulings on like positions differ."""

import csv
import io
import json
import re
from datetime import datetime, timedelta
from html import unescape
from importlib import import_module
from typing import cast

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import acts
from games.engine.positions import judge
from games.engine.rules import VINAGAMES
from games.log.followers import catch_up
from games.models import Deal, Player, Table
from games.queries.told_cases import ToldCase
from games.throttling import LIMITS, Limit
from replays.commands import rulings
from replays.commands.opening import let_all_open
from replays.models import Dispute, Precedent
from replays.projections import DISPUTES, rebuild_all
from replays.queries import casebook
from replays.queries.told_rulings import Told
from replays.queries.veiling import veiled
from tests.support.deals import penalty_seed, safe_win_seed, stored_deal, taken_in
from tests.support.disputed import LATER
from tests.support.kept import keep
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db
FINAL = LATER + timedelta(days=30)
HOME = "/replays/casebook/"


@pytest.fixture(autouse=True)
def long_after():
    with time_machine.travel(FINAL, tick=False):
        yield


def ruled(
    deal: Deal,
    by: Player,
    referee: Player,
    *,
    upheld: bool = True,
    section: str = "§10.3",
    reason: str = "So says the count.",
    at: datetime = LATER,
) -> Dispute:
    row = rulings.file_dispute(
        by=by, deal_id=deal.pk, discard=taken_in(deal).version, reason="Why?", now=at
    )
    return rulings.give_ruling(
        by=referee, dispute_id=row.pk, upheld=upheld, section=section, reason=reason, now=at
    )


def text(client: Client, address: str = HOME, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.status_code
    return unescape(answer.content.decode())


def listed(client: Client, query: str = "") -> set[int]:
    return set(
        map(
            int,
            re.findall(r'<article class="panel case" id="case-(\d+)"', text(client, HOME + query)),
        )
    )


@pytest.fixture
def twice(four, deal) -> Deal:
    """The same cards and moves once more, so that its discard is like the other deal's."""
    return stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn 2", chips_per_point=10)


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
        by=second, dispute_id=other.pk, upheld=False, section="§10.5", reason="Yes.", now=LATER
    )
    assert listed(browser()) == {row.pk, other.pk}
    assert "Decided on appeal" in text(browser(), f"{HOME}{other.pk}/")


def test_everybody_finds_it_at_the_foot_of_a_page_and_members_beside_the_replays(four):
    assert f'href="{HOME}"' in text(browser(), "/rules/").partition("site-foot")[2]
    assert f'href="{HOME}"' in text(browser(four[0]), "/replays/").partition("site-foot")[0]
    assert "No ruling is final so far." in text(browser())


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
    assert "The penalty stayed." in html and "So says the count." in html and "trong" in html
    assert "was no worst card (§10.3)" in html and "The penalty fell." in html
    assert "Usefulness" in html.partition('id="rule"')[2].partition("</section>")[0]
    assert f"/replays/{deal.pk}/?at={row.discard}" in html and "Why?" in html
    line = text(browser(four[2])).partition(f'id="case-{row.pk}"')[2].partition("</article>")[0]
    assert len(re.findall(r'class="card card--[rygw]', line)) == drawn + 1


def test_the_cases_can_be_searched(four, referee, deal):
    safe = stored_deal(VINAGAMES, safe_win_seed(), four, name="Bàn 2")
    fell = ruled(deal, four[0], referee, reason="The rook was alone.")
    none = ruled(
        safe, four[0], referee, upheld=False, section="§10.5", reason="It was the PAWN. Không ĐỀN."
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
    assert "Please correct what is marked below" in html
    assert browser().get(f"{HOME}cases.csv{query}").status_code == 400


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 5000, "٣", "2"])
def test_a_page_that_there_is_not_is_the_nearest_one(page, four, referee, deal):
    row = ruled(deal, four[0], referee)
    assert listed(browser(), f"?page={page}") == {row.pk}


def test_a_stranger_reads_no_name_of_a_deal_that_is_not_open_nor_finds_one(four, referee, deal):
    for player, name in zip(four, ("An Bình", "Bình", "Chi", "Dũng"), strict=True):
        player.display_name = name
        player.save()
    row = ruled(deal, four[0], referee, reason="BINH and Dũng agreed, trong said; the rook.")
    stranger, member = browser(), browser(four[3])
    for address in (HOME, f"{HOME}{row.pk}/", f"{HOME}cases.csv", f"{HOME}cases.json"):
        told, own = text(stranger, address), text(member, address)
        assert "[…] and […] agreed, […] said; the rook." in told, address
        assert "BINH and Dũng agreed" in own and "trong" in own
        said = told.partition("<h1>")[2].partition("</main>")[0] or told
        for name in ("Bình", "Dũng", "binh", "trong", "Chi", "An "):
            assert not re.search(rf"\b{name}\b", said), (name, address)
        assert f"/replays/{deal.pk}/" not in told
    assert "told without names" in text(stranger)
    assert listed(stranger, "?words=agreed") == {row.pk} == listed(member, "?words=d%C5%A9ng")
    assert listed(stranger, "?words=d%C5%A9ng") == set()
    (line,) = json.loads(text(stranger, f"{HOME}cases.json"))
    assert line["deal"] is line["referee"] is line["discard"] is None
    for player in four:
        let_all_open(by=player, deal_id=deal.pk, may=True)
    assert f"/replays/{deal.pk}/?at={row.discard}" in text(stranger)
    assert "BINH and Dũng agreed" in text(stranger, f"{HOME}{row.pk}/")
    assert listed(stranger, "?words=d%C5%A9ng") == {row.pk}


def test_who_asks_for_too_many_files_waits_and_reads_on(four, referee, deal, settings, monkeypatch):
    ruled(deal, four[0], referee)
    settings.TUSAC_LIMITS = True
    monkeypatch.setitem(LIMITS, "lines", Limit(1, 3600))
    client = browser(four[0])
    answers = [client.get(f"{HOME}cases.csv").status_code for _ in range(2)]
    assert answers == [200, 429]
    assert client.get(HOME).status_code == 200
    assert browser().get(f"{HOME}cases.json").status_code == 200


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_stranger_reads_no_name_of_who_ruled_before_on_a_deal_that_is_not_open(
    four, referee, deal
):
    row = ruled(deal, four[0], referee)
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="No.", now=LATER)
    reason = "Trong overlooked the rook, as HAI sees."
    second = Player.objects.create_user("hai", is_referee=True)
    rulings.give_ruling(
        by=second, dispute_id=row.pk, upheld=False, section="§10.5", reason=reason, now=LATER
    )
    catch_up(acts.follower())
    for address in (HOME, f"{HOME}{row.pk}/", f"{HOME}cases.csv", f"{HOME}cases.json"):
        assert "[…] overlooked the rook, as […] sees." in text(browser(), address), address
        assert reason in text(browser(four[3]), address)
    assert listed(browser(), "?words=trong") == set() != listed(browser(), "?words=overlooked")


def test_a_case_without_names_reads_as_a_person_would_write_it(four, referee, deal):
    row = ruled(deal, four[0], referee)
    page = text(browser(), f"{HOME}{row.pk}/")
    assert re.search(r"<h1>The [a-z]+ [a-z]+, ruled on [0-9/]+ \(case [0-9]+\)</h1>", page)
    client = browser()
    client.cookies["django_language"] = "vi"
    seats = re.findall(r'<h2 class="seat__name">(.*?)</h2>', text(client, f"{HOME}{row.pk}/"))
    assert seats and all(re.fullmatch(r"<bdi>[^<]+</bdi>", one) for one in seats), seats


def test_unlike_rulings_on_like_positions_are_listed_side_by_side(four, referee, deal, twice):
    safe = stored_deal(VINAGAMES, safe_win_seed(), four, name="Bàn 3")
    first = ruled(deal, four[0], referee)
    other = ruled(safe, four[0], referee)
    assert "differ." not in text(browser())
    second = ruled(twice, four[0], referee, upheld=False)
    html = text(browser())
    assert "On 1 kind of position final rulings differ." in html
    assert listed(browser(), "?unlike=on") == {first.pk, second.pk}
    assert listed(browser()) == {first.pk, second.pk, other.pk}
    one = text(browser(), f"{HOME}{first.pk}/")
    assert "ruled unlike elsewhere" in one and f"{HOME}{second.pk}/" in one
    assert "ruled unlike elsewhere" not in text(browser(), f"{HOME}{other.pk}/")
    key = Precedent.objects.get(dispute=first).alike
    assert listed(browser(), f"?like={key}") == {first.pk, second.pk}
    admin = text(browser(referee), "/admin/replays/dispute/")
    assert "On 1 kind of position final rulings differ." in admin


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
    assert "positions like this one differ" not in alike
    ruled(twice, four[0], referee, upheld=False)
    assert "positions like this one differ" in text(browser(referee), desk)


def test_the_replay_of_a_deal_with_a_like_position_leads_there(four, referee, deal, twice):
    replay = f"/replays/{twice.pk}/"
    assert 'id="like-cases"' not in text(browser(four[0]), replay)
    row = ruled(deal, four[0], referee)
    html = text(browser(four[0]), replay)
    assert "1 case was ruled on a discard like it" in html
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
    keep(tables=1)
    keep()  # the house has said something: a club without any event is asked for in several places
    asked = []
    for one in (deal, twice):
        ruled(one, four[0], referee)
        client.get(HOME)  # what is kept in the process is read once
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{HOME}?words=count")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 16, asked


@pytest.mark.parametrize(
    ("said", "names", "read"),
    [
        ("Bình's card", ["Bình"], "[…]'s card"),
        ("BINH", ["Bình"], "[…]"),
        ("Binht", ["Binh"], "Binht"),
        ("ăn quân", ["An"], "ăn quân"),
        ("Đạt và dat", ["Đạt"], "[…] và […]"),
        ("Lê Văn Tám", ["Tám Lê"], "[…] Văn […]"),
        ("nobody", [], "nobody"),
        ("a.b", ["a.b"], "[…].[…]"),
    ],
)
def test_names_are_struck_out_of_words(said, names, read):
    assert veiled(said, names) == read


def test_a_stranger_is_told_no_case_of_a_deal_that_the_house_keeps(four, referee, deal, twice):
    """Neither that there is one, by its words, its card, its section or a case that is like it."""
    Table.objects.filter(pk=twice.table_id).update(origin="tournament-3/1/2")
    own = ruled(deal, four[0], referee, section="§10.5", reason="A rook.")
    other = ruled(twice, four[0], referee, upheld=False, reason="A kong of mine.")
    key = Precedent.objects.get(dispute=own).alike
    both = {own.pk, other.pk}
    for kind, kept, left in (("tournaments", other, own), ("tables", own, other)):
        keep()
        assert listed(browser()) == both
        assert "ruled unlike elsewhere" in text(browser(), f"{HOME}{left.pk}/")
        keep(**{kind: 1})
        assert listed(browser()) == {left.pk} and listed(browser(four[3])) == both
        assert listed(browser(), f"?like={key}") == {left.pk}
        assert listed(browser(), "?words=kong") == {other.pk} - {kept.pk}
        assert listed(browser(), "?unlike=on") == set()
        page = text(browser())
        assert "told to members only" in page and "final rulings differ" not in page
        assert f'value="{kept.section}"' not in page
        one = text(browser(), f"{HOME}{left.pk}/")
        assert "ruled unlike elsewhere" not in one
        assert "No other final ruling is on a position like this." in one
        away = browser().get(f"{HOME}{kept.pk}/")
        assert away.status_code == 302 and "login" in away["Location"]
        assert text(browser(four[3]), f"{HOME}{kept.pk}/")
        file = json.loads(browser().get(f"{HOME}cases.json").content)
        assert [one["case"] for one in file] == [left.pk]
    keep(tournaments=1, tables=1)
    assert listed(browser()) == set()
    assert browser().get(f"{HOME}4711/").status_code == 404


def test_of_cases_in_one_order_with_told_ones_only_the_page_is_read(four, referee, deal, twice):
    first, second = (ruled(one, four[0], referee) for one in (deal, twice))
    numbers = [second.pk, 4711, first.pk]
    told = Told(cast(ToldCase, None), Dispute(id=4711, deal=deal), Precedent())
    merged = casebook._Merged(numbers, casebook.final_rulings(FINAL), {4711: told})
    with CaptureQueriesContext(connection) as queries:
        assert len(merged) == 3 and [one.pk for one in merged[1:2]] == [4711]
        assert len(queries) == 0
        assert [one.pk for one in merged[:2]] == numbers[:2] and merged[2] == first
        assert len(queries) == 2
    assert [one.pk for one in merged] == numbers
