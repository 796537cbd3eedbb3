"""Closing a friends' table: asked once where other people sit, and the scores after it; and the table's name."""

import re

import pytest
from django.utils import timezone, translation

from games import commands
from games.commands.people import guests
from games.commands.table import friends
from games.commands.table.tables import open_table, terms_of
from games.engine.rules import VINAGAMES
from games.models import Deal
from tests.support.deals import play_to_the_end
from tests.support.friends import friends_table
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db
ASKS = "Closing the table ends the game for everyone here."


@pytest.fixture
def host():
    return guests.new_guest(now=timezone.now())


@pytest.fixture
def table(host):
    return friends_table(host)


def page_of(player, table):
    return browser(player).get(f"/tables/{table.pk}/").content.decode()


def test_a_host_is_asked_before_the_table_ends_for_other_people(host, table):
    assert ASKS not in page_of(host, table) and 'id="close"' in page_of(host, table)
    friends.come_by_link(by=member("an"), code=table.code, now=timezone.now())
    page = page_of(host, table)
    question = page.index('<summary class="button button--quiet button--small" id="close">')
    assert question < page.index(ASKS) < page.index(f'action="/tables/{table.pk}/close"')
    assert page.count(f'action="/tables/{table.pk}/close"') == 1
    assert browser(host).post(f"/tables/{table.pk}/close").status_code == 303
    table.refresh_from_db()
    assert table.closed_at is not None


def test_a_director_is_asked_too_and_gives_a_reason(host, table):
    director = member("director", is_director=True)
    page = page_of(director, table)
    assert ASKS in page and 'name="reason"' in page


def test_after_closing_a_player_reads_the_scores_of_the_evening_where_there_are_any(host, table):
    friends.start_now(by=host, table_id=table.pk, now=timezone.now())
    deal = Deal.objects.get(table=table, ended_at=None)
    commands.get_ready(by=host, deal_id=deal.pk, now=timezone.now())
    play_to_the_end(deal, now=timezone.now())
    answer = browser(host).post(f"/tables/{table.pk}/close", follow=True)
    assert answer.redirect_chain == [(f"/tables/{table.pk}/scores", 303)]
    assert "Scores of the evening: Friends" in answer.content.decode()
    assert f'href="/tables/{table.pk}/scores"' in page_of(host, table)


def test_without_a_finished_deal_or_with_a_refusal_it_is_the_table_again(host, table):
    stranger = browser(member("an")).post(f"/tables/{table.pk}/close")
    assert stranger.status_code == 403 and 'id="table"' in stranger.content.decode()
    answer = browser(host).post(f"/tables/{table.pk}/close")
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table.pk}/")
    assert browser(host).get(f"/tables/{table.pk}/close")["Location"] == f"/tables/{table.pk}/"


def test_a_guests_table_has_a_name_in_the_readers_language_and_a_members_their_own(host, table):
    assert table.shown_name == "Friends' table"
    with translation.override("vi"):
        assert table.shown_name == translation.gettext("Friends' table")
        assert str(host.pk) not in table.shown_name
    again = open_table(by=host, terms=terms_of(table), now=timezone.now())
    assert again.shown_name == "Friends' table"
    an = member("an", display_name="Cô An")
    mine = friends.open_for_friends(by=an, rules=VINAGAMES, now=timezone.now())
    assert mine.shown_name == "Cô An"


def test_only_who_has_no_seat_yet_sees_a_large_button_to_sit_down(host, table):
    an, binh = member("an"), member("binh")
    friends.come_by_link(by=an, code=table.code, now=timezone.now())
    table.invited.add(binh)
    button = re.compile(r'<button class="([^"]+)" name="seat" value="2"\s*>Sit here')
    assert button.findall(page_of(host, table)) == ["button button--quiet button--small"]
    assert button.findall(page_of(binh, table)) == ["button button--small"]
