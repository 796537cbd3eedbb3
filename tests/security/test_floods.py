"""Nobody floods the club: every write has a limit, tables and seats too, and lists come page by page."""

import contextlib
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games import commands, queries
from games.commands.table.seats import sit_down
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.infrastructure.throttling import LIMITS, MOST_CALLED_OFF, MOST_TABLES, Limit
from games.ledger.accounts import member_account
from games.ledger.commands import post
from games.models import Deal, Player, Table
from tests.support.deals import NOW
from tests.support.play_pages import browser, member
from tests.support.tables import opened_table
from tusac_site.security.write_limits import COUNTED_AS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limited(settings):
    """The limits hold, at a moment that is the same for all requests of a test."""
    settings.TUSAC_LIMITS = True
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield
    cache.clear()


def open_one(host: Player, **options) -> Table:
    given: dict[str, Any] = {
        "name": "Bàn",
        "rules": VINAGAMES,
        "seats": 4,
        "filler": "club",
        "now": NOW,
    }
    return opened_table(by=host, **given | options)


# --- every write ------------------------------------------------------------------------------------


def addresses(patterns: list[Any], prefix: str = "/") -> list[str]:
    """Return an address of every pattern, with 1 for each thing that it names."""
    found = []
    for pattern in patterns:
        if getattr(pattern, "name", None) == "api-unknown":
            continue  # nothing is there that could be written
        text = prefix + str(pattern.pattern).lstrip("^").replace("\\Z", "").rstrip("$")
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, text)
        elif isinstance(pattern, URLPattern) and "(?P<" not in text:
            parts = text.split("<")
            found.append(parts[0] + "".join("1" + part.partition(">")[2] for part in parts[1:]))
    return found


ADDRESSES = addresses(get_resolver().url_patterns)


def test_the_walk_finds_the_addresses():
    assert {"/tables/1/sit", "/api/v1/tables/", "/admin/games/player/add/"} <= set(ADDRESSES)
    assert len(ADDRESSES) > 60


ASK_NOBODY = ("/api/v1/token/", "/api/v1/nights/")
"""What a stranger may ask of the API."""


def test_every_address_has_a_limit_of_writes(monkeypatch):
    for what in LIMITS:
        monkeypatch.setitem(LIMITS, what, Limit(0, 60))
    an, stranger = browser(member("an")), Client()
    unlimited = []
    for address in ADDRESSES:
        # Pages are posted to; what counts writes counts all ways of writing alike, wherever they are sent.
        api = address.startswith("/api/v1/") or address == "/tables/1/sit"
        for method in ("post", "put", "patch", "delete") if api else ("post",):
            answer = getattr(an, method)(address)
            if answer.status_code != 429 or not 0 < int(answer["Retry-After"]) <= 60:
                unlimited.append((method, address, answer.status_code))
        # The API asks first who it is.
        asks_first = address.startswith("/api/v1/") and address not in ASK_NOBODY
        status = stranger.post(address).status_code
        if status != (401 if asks_first else 429):
            unlimited.append(("post of a stranger", address, status))
    assert unlimited == []


def test_every_name_in_the_table_is_an_address_and_every_sense_a_limit():
    names = set()

    def walk(patterns) -> None:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns)
            else:
                names.add(pattern.name)

    walk(get_resolver().url_patterns)
    assert set(COUNTED_AS) <= names
    assert set(COUNTED_AS.values()) <= set(LIMITS)


def test_pages_and_api_count_together_and_looking_is_free(monkeypatch):
    monkeypatch.setitem(LIMITS, "seats", Limit(2, 60))
    an, table = browser(member("an")), open_one(Player.objects.get(username="an"))
    assert an.post(f"/tables/{table.pk}/sit", {"seat": 0}).status_code == 303
    sat = an.post(f"/api/v1/tables/{table.pk}/leave/", content_type="application/json")
    assert sat.status_code == 200
    assert an.post(f"/tables/{table.pk}/sit", {"seat": 0}).status_code == 429
    refused = an.post(f"/api/v1/tables/{table.pk}/sit/", {"seat": 0}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (429, "request.too-many")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "Try again in" in refused.json()["detail"]
    assert an.get(f"/tables/{table.pk}/").status_code == 200
    binh = browser(member("binh"))  # another member has a count of its own
    assert binh.post(f"/tables/{open_one(member('cuc')).pk}/sit", {"seat": 0}).status_code == 303


def test_a_clock_that_was_set_back_keeps_nobody_out(monkeypatch):
    monkeypatch.setitem(LIMITS, "seats", Limit(1, 60))
    an, table = browser(member("an")), open_one(member("binh"))
    an.post(f"/tables/{table.pk}/sit", {"seat": 0})
    assert an.post(f"/tables/{table.pk}/leave").status_code == 429
    with time_machine.travel(NOW - timedelta(days=1), tick=False):
        assert an.post(f"/tables/{table.pk}/leave").status_code == 302


# --- tables -----------------------------------------------------------------------------------------


def test_a_member_has_three_tables_open_at_once():
    an = member("an")
    tables = [open_one(an) for _ in range(MOST_TABLES)]
    with pytest.raises(Refused, match="You can't open any more tables") as refused:
        open_one(an)
    assert (refused.value.code, refused.value.status) == ("table.too-many", 409)
    commands.close_table(by=an, table_id=tables[0].pk, now=NOW)
    open_one(an)
    open_one(member("binh"))


def test_four_hundred_requests_to_open_a_table_open_three():
    an = browser(member("an"))
    answers = {
        an.post("/api/v1/tables/", {"name": "Bàn"}, content_type="application/json").status_code
        for _ in range(400)
    }
    assert answers == {201, 409, 429}
    assert Table.objects.count() == MOST_TABLES


def test_the_lobby_shows_where_people_play_before_what_was_only_opened():
    an = member("an")
    used = open_one(member("binh"), name="used")
    sit_down(by=an, table_id=used.pk, seat=0, now=NOW)
    for number in range(60):
        open_one(Player.objects.create_user(f"flood{number}"), now=NOW + timedelta(seconds=1))
    mine = open_one(an, name="mine")
    cuc = member("cuc")
    sit_down(by=cuc, table_id=mine.pk, seat=0, now=NOW)
    listed = [table.pk for table in queries.tables_by_use(None)[:2]]
    assert set(listed) == {used.pk, mine.pk}
    assert queries.tables_by_use(cuc)[0].pk == mine.pk
    assert queries.tables_by_use(an)[0].pk == used.pk
    first = Client().get("/").content.decode()
    assert f'id="table-{used.pk}"' in first
    assert 'href="?page=2"' in first
    second = Client().get("/?page=2").content.decode()
    assert first.count('class="panel" id="table-') == 50
    assert second.count('class="panel" id="table-') == 12
    assert 'href="?page=1"' in second
    assert 'hx-get="/?page=2"' in second
    assert Client().get("/?page=999999999999").status_code == 200


# --- lists ------------------------------------------------------------------------------------------


def test_the_api_lists_tables_page_by_page():
    for number in range(60):
        open_one(Player.objects.create_user(f"host{number}"))
    an, seen = browser(member("an")), []
    address = "/api/v1/tables/"
    pages = 0
    while address:
        answer = an.get(address)
        assert len(answer.json()) <= 50
        seen += [row["id"] for row in answer.json()]
        link = answer.headers.get("Link", "")
        address = link.partition("<")[2].partition(">")[0]
        pages += 1
    assert pages == 2
    assert seen == sorted(Table.objects.values_list("pk", flat=True), reverse=True)
    assert len(an.get("/api/v1/tables/?limit=9999").json()) == 60
    assert len(an.get("/api/v1/tables/?limit=7").json()) == 7


def test_the_api_gives_a_statement_page_by_page():
    an, amounts = member("an"), list(range(1, 6))
    own = member_account(an.pk)
    for amount in amounts:
        post(key=f"k{amount}", memo="a test", postings={own: amount, "bank": -amount}, now=NOW)
    client, address = browser(an), "/api/v1/account/statement/?limit=2"
    seen: list[int] = []
    while address:
        answer = client.get(address)
        seen = [line["amount"] for line in answer.json()] + seen
        assert len(answer.json()) <= 2
        address = answer.headers.get("Link", "").partition("<")[2].partition(">")[0]
    assert seen == amounts


# --- seats ------------------------------------------------------------------------------------------


def test_who_sits_down_and_leaves_again_and_again_does_not_keep_the_others_from_their_deal():
    """Three wait for a fourth; a fifth comes and goes."""
    people = [member(name) for name in ("an", "binh", "cuc")]
    table = open_one(people[0], filler="")
    for seat, player in enumerate(people):
        sit_down(by=player, table_id=table.pk, seat=seat, now=NOW)
    pest, now, came = member("pest"), NOW, 0
    for _ in range(158):
        now += timedelta(milliseconds=125)
        with contextlib.suppress(Refused):
            sit_down(by=pest, table_id=table.pk, seat=3, now=now)
            came += 1
            commands.leave_table(by=pest, table_id=table.pk, now=now)
    assert came == MOST_CALLED_OFF
    with pytest.raises(Refused) as refused:
        sit_down(by=pest, table_id=table.pk, seat=3, now=now)
    assert refused.value.code == "seat.called-off"
    assert refused.value.wait is not None
    assert 0 < refused.value.wait <= 600
    assert "minutes" in refused.value.sentence
    sit_down(by=member("dung"), table_id=table.pk, seat=3, now=now)
    deal = Deal.objects.get(ended_at__isnull=True)
    for player in Player.objects.filter(seats__table=table):
        commands.get_ready(by=player, deal_id=deal.pk, now=now)
    deal.refresh_from_db()
    assert deal.started_at is not None
    # A while later the pest may sit down again, somewhere.
    other = open_one(member("em"))
    sit_down(by=pest, table_id=other.pk, seat=0, now=now + timedelta(minutes=10))


def test_who_is_not_there_again_and_again_loses_the_right_to_a_seat_for_a_while():
    late, an, now = member("late"), member("an"), NOW
    table = open_one(an)
    sit_down(by=an, table_id=table.pk, seat=0, now=now)
    for _ in range(MOST_CALLED_OFF):
        sit_down(by=late, table_id=table.pk, seat=1, now=now)
        deal = Deal.objects.get(ended_at__isnull=True)
        commands.get_ready(by=an, deal_id=deal.pk, now=now)
        now += timedelta(seconds=61)
        commands.start_deal(deal_id=deal.pk, now=now)
        commands.note_freed_seat(by=late, table_id=table.pk)  # reading it wipes nothing out
    with pytest.raises(Refused) as refused:
        sit_down(by=late, table_id=table.pk, seat=1, now=now)
    assert refused.value.code == "seat.called-off"


def test_who_plays_alone_with_bots_comes_and_goes_at_will():
    an, table = member("an"), None
    for _ in range(MOST_CALLED_OFF + 2):
        table = open_one(an)
        sit_down(by=an, table_id=table.pk, seat=0, now=NOW)
        commands.leave_table(by=an, table_id=table.pk, now=NOW)


def test_the_event_says_who_called_the_deal_off():
    from games.log import read

    an, binh = member("an"), member("binh")
    table = open_one(an)
    sit_down(by=an, table_id=table.pk, seat=0, now=NOW)
    sit_down(by=binh, table_id=table.pk, seat=1, now=NOW)
    deal = Deal.objects.get(ended_at__isnull=True)
    commands.leave_table(by=binh, table_id=table.pk, now=NOW)
    (event,) = [row for row in read(deal.stream) if row.name == "deal.cancelled"]
    assert event.payload == {"reason": "somebody left"}
    assert event.metadata["by"] == binh.pk
