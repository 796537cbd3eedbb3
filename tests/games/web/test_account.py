"""The account: a member's own statement, line by line, and nobody else's."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from games import commands
from games.errors import Refused
from games.ledger.accounts import HOUSE, member_account
from games.ledger.commands import post
from games.ledger.queries import balance, trial_balance
from games.queries.required_balance import Cover
from tests.support.play_pages import browser, dealt, form_of_first_move, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an")


def moved(player, amount, key):
    post(
        key=key,
        memo=f"Memo of {key}",
        postings={HOUSE: -amount, member_account(player.pk): amount},
        now=timezone.now(),
    )


def lines_of(html):
    """The memos on a page, from the top."""
    return re.findall(r"Memo of k\d+", html)


def test_a_new_member_is_granted_the_first_chips_once(an):
    assert commands.grant_first_chips(player=an, now=timezone.now())
    assert not commands.grant_first_chips(player=an, now=timezone.now())
    assert balance(member_account(an.pk)) == 1000
    assert sum(trial_balance().values()) == 0
    html = browser(an).get("/account/").content.decode()
    assert "Chips granted by the club" in html and "+1000" in html


def test_only_a_director_grants_more_and_a_wish_sent_twice_is_granted_once(an):
    director = member("director", is_director=True)
    once, now = uuid4(), timezone.now()

    def wish(by, amount):
        return commands.grant_chips(
            by=by, players=[an], amount=amount, idempotency_key=once, now=now
        )

    assert [wish(director, 50), wish(director, 50)] == [(an,), ()]
    assert balance(member_account(an.pk)) == 50
    with pytest.raises(Refused, match="Only directors"):
        wish(an, 50)
    for amount in (0, -5, 1_000_001):
        with pytest.raises(Refused, match="whole number"):
            wish(director, amount)


def test_the_statement_of_a_played_deal_names_it(an):
    deal = dealt(an, seats=2)
    client = browser(an)
    for _ in range(200):
        commands.play_bots(deal_id=deal.pk, clock=timezone.now)
        form = form_of_first_move(client.get(f"/tables/{deal.table_id}/").content.decode())
        if form is None:
            break
        client.post(f"/tables/{deal.table_id}/move", form)
    commands.settle(deal_id=deal.pk)
    deal.refresh_from_db()
    html = client.get("/account/").content.decode()
    if deal.winner is None:
        assert "Nothing has been paid" in html
    else:
        assert "Deal 1 at Bàn 1" in html


def test_each_line_shows_what_was_held_after_it_the_newest_first(an):
    for number, amount in enumerate((100, -30, 5)):
        moved(an, amount, f"k{number}")
    html = browser(an).get("/account/").content.decode()
    places = [html.index(f"Memo of k{number}") for number in (2, 1, 0)]
    assert places == sorted(places)
    for shown in ("+100", "−30", "+5", ">70<", ">75<"):
        assert shown in html


def test_a_long_statement_is_turned_page_by_page(an):
    for number in range(120):
        moved(an, 1, f"k{number:03}")
    client = browser(an)

    def turned(html, to):
        return client.get(
            "/account/" + re.findall(rf'href="(\?{to}=\d+)"', html)[0]
        ).content.decode()

    first = client.get("/account/").content.decode()
    second = turned(first, "before")
    third = turned(second, "before")
    assert "Memo of k119" in first and "Memo of k070" in first and "Memo of k069" not in first
    assert "Memo of k069" in second and "Memo of k020" in second
    assert "Memo of k019" in third and "Memo of k000" in third
    assert "Newer" not in first and "Older" not in third
    assert lines_of(turned(third, "after")) == lines_of(second)
    assert lines_of(turned(second, "after")) == lines_of(first)
    assert ">20<" in third and ">70<" in second and ">120<" in first
    for odd in ("0", "-1", "x", "9" * 30, "²", "9" * 18):
        for side in ("before", "after"):
            assert lines_of(client.get(f"/account/?{side}={odd}").content.decode())[0] in (
                "Memo of k119",
                "Memo of k049",  # after the first of all
            )


def test_a_stranger_has_no_account_and_a_member_sees_only_their_own(an):
    binh = member("binh")
    moved(an, 7, "secret-of-an")
    answer = browser(None).get("/account/")
    assert answer.status_code == 302 and "/accounts/login/" in answer["Location"]
    assert "secret-of-an" not in browser(binh).get("/account/").content.decode()


def test_more_set_aside_than_there_is_is_said_as_that(an, monkeypatch):
    for balance_now, said in (
        (500, "98 chips of this is set aside"),
        (0, "may cost you up to 98 chips"),
    ):
        cover = Cover(balance=balance_now, lowest=0, reserved=98)
        monkeypatch.setattr("games.web.views.account.cover_of", lambda player, cover=cover: cover)
        assert said in browser(an).get("/account/").content.decode()
