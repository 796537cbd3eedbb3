"""Where players talk to each other: a number or a known call service, for those who sit at the table alone."""

import pytest
from django.utils import timezone

from games import commands
from games.commands.table import friends
from games.common.call_links import call_link, call_name
from games.errors import Refused
from games.presenters.play.table import etag_of
from games.queries import see_table
from tests.support.friends import friends_table
from tests.support.play_pages import browser, member

LINK = "https://meet.google.com/abc-defg-hij"


@pytest.mark.parametrize(
    ("typed", "link", "name"),
    [
        (" +84 (90) 123-45.67 ", "tel:+84901234567", "+84901234567"),
        ("tel:0901234567", "tel:0901234567", "0901234567"),
        (LINK, LINK, "meet.google.com"),
        (
            "https://us02web.zoom.us/j/123?pwd=a.b",
            "https://us02web.zoom.us/j/123?pwd=a.b",
            "us02web.zoom.us",
        ),
        (
            "https://signal.link/call/#key=ab-cd",
            "https://signal.link/call/#key=ab-cd",
            "signal.link",
        ),
    ],
)
def test_a_number_or_the_link_of_a_call_service_is_kept(typed, link, name):
    assert (call_link(typed), call_name(link)) == (link, name)


@pytest.mark.parametrize(
    ("typed", "link"),
    [
        (f"{LINK}?authuser=0", LINK),
        (
            "https://meet.google.com/linkredirect?dest=https://example.org",
            "https://meet.google.com/linkredirect",
        ),
        ("https://zoom.us/j/123?pwd=a&url=https://example.org", "https://zoom.us/j/123"),
    ],
)
def test_a_query_by_which_a_service_could_lead_elsewhere_is_left_out(typed, link):
    assert call_link(typed) == link


@pytest.mark.parametrize(
    "typed",
    [
        "http://meet.google.com/abc",
        "javascript:alert(1)",
        "https://example.org/",
        "https://meet.google.com.example.org/",
        "https://meet.google.com@example.org/",
        "https://an:secret@meet.google.com/abc",
        "https://meet.google.com:8443/abc",
        "https://evilzoom.us/j/1",
        "https://a.b.zoom.us/j/1",
        "https://.zoom.us/",
        "https:meet.google.com/abc",
        "//meet.google.com/abc",
        "https://meet.google.com\\@example.org/",
        "https://meet.google.com/a b",
        "https://meet.google.com/\u202eabc",
        'https://meet.google.com/"onclick=',
        "https://mеet.google.com/abc",
        "https://meet.google.com/" + "a" * 200,
        "https://[::1",
        "112",
        "+" + "1" * 20,
        "tel:٠٩٠١٢٣٤٥٦٧",
        "+-+-+",
    ],
)
def test_anything_else_is_refused(typed):
    assert call_link(typed) is None


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def an(db):
    return member("an")


@pytest.fixture
def table(an, now):
    return friends_table(an, now=now)


def enter(player, table, typed):
    asked = {"do": "call link", "call_link": typed}
    return browser(player).post(f"/tables/{table.pk}/invitations", asked)


def page_of(player, table):
    return browser(player).get(f"/tables/{table.pk}/").content.decode()


def test_those_who_sit_see_it_and_nobody_else(an, table, now):
    binh, director = member("binh"), member("dora", is_director=True)
    friends.come_by_link(by=binh, code=table.code, now=now)
    before = [etag_of(see_table(table.pk, one)) for one in (an, binh, director, None)]
    assert enter(an, table, LINK).status_code == 303
    assert f'href="{LINK}" target="_blank" rel="noopener noreferrer"' in page_of(binh, table)
    for one in (director, member("chi"), None):
        assert "meet.google.com" not in page_of(one, table)
    after = [etag_of(see_table(table.pk, one)) for one in (an, binh, director, None)]
    changed = [was != now_is for was, now_is in zip(before, after, strict=True)]
    assert changed == [True, True, False, False]
    invitations = f"/tables/{table.pk}/invitations"
    assert LINK in browser(an).get(invitations).content.decode()
    assert LINK not in browser(director).get(invitations).content.decode()


def test_who_stands_up_sees_it_no_more(an, table, now):
    binh = member("binh")
    friends.come_by_link(by=binh, code=table.code, now=now)
    enter(an, table, LINK)
    commands.leave_table(by=binh, table_id=table.pk, now=now)
    assert LINK not in page_of(binh, table)


def test_another_address_is_refused_with_what_is_accepted(an, table):
    answer = enter(an, table, "https://example.org/")
    page = answer.content.decode()
    assert answer.status_code == 422 and "Google Meet" in page and "https://example.org/" in page
    with pytest.raises(Refused) as refused:
        friends.choose_call_link(by=an, table_id=table.pk, typed="javascript:alert(1)")
    assert refused.value.code == "table.call-link"


def test_nobody_but_the_host_enters_one(an, table, now):
    binh = member("binh")
    friends.come_by_link(by=binh, code=table.code, now=now)
    for one in (binh, member("dora", is_director=True)):
        assert enter(one, table, LINK).status_code == 403
    table.refresh_from_db()
    assert table.call_link == ""


def test_an_empty_one_removes_it_and_it_ends_with_the_table(an, table, now):
    enter(an, table, LINK)
    enter(an, table, " ")
    table.refresh_from_db()
    assert table.call_link == ""
    enter(an, table, "+84901234567")
    assert 'href="tel:+84901234567"' in page_of(an, table)
    commands.close_table(by=an, table_id=table.pk, now=now)
    table.refresh_from_db()
    assert table.call_link == ""


def test_it_is_gone_once_the_host_has_stood_up(an, table, now):
    binh = member("binh")
    friends.come_by_link(by=binh, code=table.code, now=now)
    enter(an, table, "+84901234567")
    assert "tel:" in page_of(binh, table)
    commands.leave_table(by=an, table_id=table.pk, now=now)
    assert "tel:" not in page_of(binh, table)
