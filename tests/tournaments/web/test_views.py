"""The pages of tournaments: what each person may see and do, and what a wrong form is told."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.template import Context, Template
from django.utils import timezone

from games.ledger.accounts import member_account
from games.ledger.commands import post
from games.ledger.queries import balance
from games.log import stream_version
from games.log.models import Event
from games.models import Player, Table
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player, score, start_bots
from tournaments import commands
from tournaments.commands.club_tables import set_tables
from tournaments.models import Entry, RoundTable, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def an() -> Player:
    return player("an")


def once() -> dict[str, str]:
    return {"idempotency_key": str(uuid4())}


def test_a_director_announces_a_tournament_by_the_form_and_twice_is_once(director):
    client, form = browser(director), {**GOOD, **once()}
    assert "50, 30, 20" in client.get("/tournaments/new").content.decode()
    for _ in range(2):
        answer = client.post("/tournaments/new", form)
        assert answer.status_code == 303
    row = Tournament.objects.get()
    assert answer["Location"] == f"/tournaments/{row.pk}/"
    assert (row.name, row.terms.prize_shares, row.entry_fee) == (GOOD["name"], (50, 30, 20), 20)
    assert GOOD["name"] in client.get("/tournaments/").content.decode()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "N" * 81}, "at most 80 characters (it has 81)"),
        ({"name": "N\0"}, "Null characters are not allowed."),
        ({"entry_fee": "2.5"}, "Enter a whole number."),
        ({"entry_fee": "twenty"}, "Enter a whole number."),
        ({"entry_fee": "-1"}, "greater than or equal to 0"),
        ({"entry_fee": "9" * 30}, "less than or equal to 1000000"),
        ({"prize_shares": "50, 30"}, "The prize shares add up to 80 percent"),
        ({"prize_shares": "20, 30, 50"}, "Write the largest share first"),
        ({"prize_shares": "100, 0"}, "at least 1"),
        ({"prize_shares": "all of it"}, "whole percentages separated by commas"),
        ({"prize_shares": "33.3, 66.7"}, "whole percentages separated by commas"),
        ({"prize_shares": ", ,"}, "Write the prize shares for 1 to 20 places."),
        ({"prize_shares": "1," * 100}, "1 to 20 places"),
        ({"rounds": "0"}, "greater than or equal to 1"),
        ({"deals_per_round": "33"}, "less than or equal to 32"),
        ({"seconds_per_move": "9"}, "greater than or equal to 10"),
        ({"rules": "poker"}, "poker is not one of the available choices"),
        ({"filler": "bot:god"}, "bot:god is not one of the available choices"),
        ({"idempotency_key": "x"}, "Press the button again."),
    ],
)
def test_a_wrong_form_is_told_what_is_wrong_and_nothing_is_stored(director, wrong, said):
    answer = browser(director).post("/tournaments/new", {**GOOD, **once(), **wrong})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert (
        not Tournament.objects.exists()
        and not Event.objects.filter(stream__startswith="tournament-").exists()
    )


def test_anybody_may_look_and_only_members_are_offered_to_enter(director, an):
    tournament = announced(director)
    page = f"/tournaments/{tournament}/"
    assert "Log in to enter" in browser().get(page).content.decode()
    mine = browser(an).get(page).content.decode()
    assert "Enter for 20 chips" in mine and "You have 1000 chips." in mine
    assert "Cancel …" not in mine and "Start …" not in mine
    theirs = browser(director).get(page).content.decode()
    assert "Nobody has entered yet." in theirs and "Start …" not in theirs
    commands.enter(by=an, tournament_id=tournament, now=timezone.now())
    assert "Start …" in browser(director).get(page).content.decode()
    poor = Player.objects.create_user("poor")
    assert "ask a director for chips" in browser(poor).get(page).content.decode()


def test_who_owes_chips_enters_where_there_is_no_fee_and_only_there(director):
    poor = Player.objects.create_user("poor")
    code = member_account(poor.pk)
    post(key="lost", memo="lost", postings={code: -22, "house": 22}, now=timezone.now())
    client, press = browser(poor), '<button class="button button--big"\n    >Enter'
    for fee, offered, status in (("0", True, 303), ("20", False, 409)):
        page = f"/tournaments/{announced(director, entry_fee=fee)}/"
        html = client.get(page).content.decode()
        assert (press in html, "That is not enough to enter" in html) == (offered, not offered)
        assert client.post(page + "enter", once()).status_code == status
    assert Entry.objects.count() == 1
    assert balance(code) == -22


def test_a_member_enters_and_withdraws_and_a_form_sent_twice_pays_once(director, an):
    tournament = announced(director)
    client, form = browser(an), once()
    for _ in range(2):
        assert client.post(f"/tournaments/{tournament}/enter", form).status_code == 303
    assert balance(member_account(an.pk)) == 980
    assert "You have entered" in client.get(f"/tournaments/{tournament}/").content.decode()
    again = client.post(f"/tournaments/{tournament}/enter", once())
    assert again.status_code == 409
    assert "already entered" in again.content.decode()
    assert client.post(f"/tournaments/{tournament}/withdraw", once()).status_code == 303
    assert balance(member_account(an.pk)) == 1000
    assert not Entry.objects.exists()


@pytest.mark.parametrize("door", ["start", "close", "cancel"])
def test_a_member_is_refused_at_the_directors_doors(director, an, door):
    tournament = announced(director, an)
    version = stream_version(f"tournament-{tournament}")
    for answer in (
        browser(an).get(f"/tournaments/{tournament}/{door}"),
        browser(an).post(f"/tournaments/{tournament}/{door}", {**once(), "reason": "Me."}),
        browser(an).get("/tournaments/new"),
        browser(an).post("/tournaments/new", {**GOOD, **once()}),
    ):
        assert answer.status_code == 403
        assert "Only directors can do that. Ask one of them." in answer.content.decode()
    stranger = browser().post(f"/tournaments/{tournament}/{door}", once())
    assert stranger.status_code == 302 and "login" in stranger["Location"]
    assert stream_version(f"tournament-{tournament}") == version


def test_a_stranger_who_posts_is_told_to_log_in(director):
    tournament = announced(director)
    for door in ("enter", "withdraw"):
        answer = browser().post(f"/tournaments/{tournament}/{door}", once())
        assert answer.status_code == 403
        assert "Log in first." in answer.content.decode()


@pytest.mark.parametrize("door", ["", "enter", "withdraw", "start", "close", "cancel"])
def test_an_unknown_tournament_is_a_page_that_says_so(director, door):
    client = browser(director)
    asked = client.get if not door else client.post
    answer = asked(f"/tournaments/99/{door}", {**once(), "reason": "Rain."})
    assert answer.status_code == 404
    assert "Choose one from the list of tournaments." in answer.content.decode()


def poll(tournament: int, who: Player, shown: str) -> int:
    """Return the status that a page gets which asks for what is new."""
    asked, headers = {"shown": shown}, {"HX-Request": "true"}
    return browser(who).get(f"/tournaments/{tournament}/", asked, headers=headers).status_code


def test_the_director_starts_after_being_asked_and_members_find_their_table(director, an):
    tournament = announced(director, an)
    client = browser(director)
    asked = client.get(f"/tournaments/{tournament}/start").content.decode()
    assert "1 person has entered." in asked and "3 bots fill the empty seats." in asked
    assert not RoundTable.objects.exists()
    assert client.post(f"/tournaments/{tournament}/start", once()).status_code == 303
    early = browser(an).get(f"/tournaments/{tournament}/").content.decode()
    assert "The tables are being opened: 1 to go." in early and "Go to your table" not in early
    assert poll(tournament, an, "5+1") == 204
    set_tables(timezone.now)
    assert poll(tournament, an, "5+1") == 200
    assert poll(tournament, an, "5") == 204
    table = RoundTable.objects.get().games_table_id
    mine = browser(an).get(f"/tournaments/{tournament}/").content.decode()
    assert "Go to your table" in mine and f'href="/tables/{table}/"' in mine
    assert "Go to your table" not in client.get(f"/tournaments/{tournament}/").content.decode()
    answer = client.post(f"/tournaments/{tournament}/start", once())
    assert answer.status_code == 409
    assert "already started" in answer.content.decode()


@pytest.mark.parametrize(("days", "said"), [(0, False), (7, True), (-1, True)])
def test_who_starts_on_another_day_than_announced_is_told_so(director, an, days, said):
    tournament = announced(director, an)
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):  # no midnight between
        day = timezone.now() + timedelta(days=days)
        Tournament.objects.filter(pk=tournament).update(starts_at=day)
        page = browser(director).get(f"/tournaments/{tournament}/start").content.decode()
    assert ("which is not today" in page) is said


def test_an_empty_tournament_cannot_start_and_a_cancelling_needs_a_reason(director):
    tournament = announced(director)
    client = browser(director)
    answer = client.post(f"/tournaments/{tournament}/start", once())
    assert answer.status_code == 409
    assert "Members needed to start: 1." in answer.content.decode()
    for reason in ("", "   ", "r" * 501):
        answer = client.post(f"/tournaments/{tournament}/cancel", {**once(), "reason": reason})
        assert answer.status_code == 422
    assert stream_version(f"tournament-{tournament}") == 2
    done = client.post(f"/tournaments/{tournament}/cancel", {**once(), "reason": "It rains <in>."})
    assert done.status_code == 303
    page = client.get(f"/tournaments/{tournament}/").content.decode()
    assert "Cancelled: It rains &lt;in&gt;." in page


def test_a_closed_tournament_shows_places_prizes_and_what_decided_them(director, an):
    people = [an, *[player(name) for name in ("binh", "chi", "dung")]]
    tournament = announced(director, *people)
    client = browser(director)
    client.post(f"/tournaments/{tournament}/start", once())
    early = client.post(f"/tournaments/{tournament}/close", once())
    assert early.status_code == 409
    assert "Round 1 is still being played." in early.content.decode()
    score(tournament)
    page = client.get(f"/tournaments/{tournament}/").content.decode()
    assert "Close and pay the prizes" in page
    assert client.post(f"/tournaments/{tournament}/close", once()).status_code == 303
    page = client.get(f"/tournaments/{tournament}/").content.decode()
    assert "Final standings" in page and "+60" in page and "−60" in page
    standings = page.partition("Final standings")[2]
    for one in people:
        assert f'<a href="/members/{one.pk}/"><bdi>{one.shown_name}</bdi></a>' in standings
    assert "none: the place is shared" in page
    assert sum(balance(member_account(one.pk)) for one in people) == 4000


def test_a_poll_gets_the_part_that_changes_and_nothing_where_nothing_has_changed(director, an):
    tournament = announced(director)
    client, page = browser(an), f"/tournaments/{tournament}/"
    headers = {"HX-Request": "true"}
    assert client.get(page, {"shown": "2"}, headers=headers).status_code == 204
    commands.enter(by=an, tournament_id=tournament, now=timezone.now())
    part = client.get(page, {"shown": "2"}, headers=headers)
    assert part.status_code == 200
    text = part.content.decode()
    assert text.strip().startswith('<div id="tournament"') and "<html" not in text
    assert 'value="3"' in text


def test_another_round_can_be_looked_at_and_a_wrong_number_shows_the_latest(director, an):
    tournament = announced(director, an, rounds=2)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    score(tournament)
    client, page = browser(an), f"/tournaments/{tournament}/"
    for asked, shown in (("1", 1), ("2", 2), ("3", 2), ("x", 2), ("", 2), ("9" * 40, 2)):
        text = client.get(page, {"round": asked}).content.decode()
        assert f"Tables of round {shown} of 2" in text


def test_a_page_asks_the_database_no_more_for_more_tables(director, django_assert_max_num_queries):
    people = [player(f"m{i}") for i in range(16)]
    tournament = announced(director, *people)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    client = browser(people[0])
    with django_assert_max_num_queries(16):
        assert client.get(f"/tournaments/{tournament}/").status_code == 200


def test_a_tournament_that_bots_fill_up_says_how_many_will_play(director):
    client = browser(director)
    told = {**GOOD, **once(), "fill_to": "8"}
    assert client.post("/tournaments/new", told).status_code == 303
    tournament = Tournament.objects.get()
    assert tournament.terms.fill_to == 8
    page = client.get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "At the moment 8 bots would fill the tables." in page
    start_bots(director, tournament.pk)
    assert RoundTable.objects.count() == 2


@pytest.mark.parametrize(
    ("origin", "link"),
    [("tournament-3/1/2", "/tournaments/3/"), ("form-3-ab", ""), ("", ""), ("tournament-3", "")],
)
def test_a_table_of_a_tournament_leads_back_to_it(origin, link):
    page = Template("{% load tournament_links %}{% tournament_link origin %}")
    shown = page.render(Context({"origin": origin}))
    assert (f'href="{link}"' in shown) if link else not shown.strip()


def test_a_bank_and_spectators_are_terms_that_its_tables_get(director):
    client = browser(director)
    told = {**GOOD, **once(), "fill_to": "4", "bank_seconds": "90", "spectator_delay": "30"}
    assert client.post("/tournaments/new", told).status_code == 303
    tournament = Tournament.objects.get()
    page = client.get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "90 s extra per deal" in page and "see the tables 30 s later" in page
    shown = client.get(f"/api/v1/tournaments/{tournament.pk}/").json()
    assert (shown["bank_seconds"], shown["spectator_delay"]) == (90, 30)
    start_bots(director, tournament.pk)
    set_tables(timezone.now)
    table = Table.objects.get(origin__startswith=f"tournament-{tournament.pk}/")
    assert (table.bank_seconds, table.spectators, table.spectator_delay) == (90, True, 30)


def test_nobody_looks_on_at_a_tournament_unless_its_director_allows_it(director):
    client = browser(director)
    assert client.post("/tournaments/new", {**GOOD, **once(), "fill_to": "4"}).status_code == 303
    tournament = Tournament.objects.get()
    assert tournament.terms.spectator_delay is None and tournament.terms.bank_seconds == 0
    start_bots(director, tournament.pk)
    set_tables(timezone.now)
    assert not Table.objects.get(origin__startswith=f"tournament-{tournament.pk}/").spectators


def test_the_tables_say_the_winds_as_the_hall_and_the_slips_do(director):
    people = [player(f"m{i}") for i in range(4)]
    tournament = announced(director, *people)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    html = browser().get(f"/tournaments/{tournament}/").content.decode()
    seats = html.split('class="tournament__seats"')[1].partition("</ol>")[0]
    assert re.findall(r"<li><span[^>]*>(\w+)</span>", seats) == ["South", "East", "North", "West"]


def test_a_refused_announcement_keeps_in_sight_what_was_chosen_or_is_wrong(director):
    client, fresh = browser(director), browser(director).get("/tournaments/new").content.decode()
    assert fresh.index('<details class="more">') < fresh.index(">Announce the tournament</button>")
    assert '<details class="more" open>' not in fresh

    def opened(form: dict[str, str]) -> list[str]:
        html = client.post("/tournaments/new", form).content.decode()
        return re.findall(r'<details class="more" open>\s*<summary>([^<]+?) <', html)

    form = {**GOOD, **once(), "deals_per_round": "4", "prize_shares": "60, 60", "entry_fee": "0"}
    assert opened(form) == ["Fees and prizes"]
    assert opened({**form, "least_members": "2"}) == ["Who plays", "Fees and prizes"]


def test_while_a_round_is_played_the_tables_stand_first_and_the_own_one_on_top(director):
    people = [player(f"m{i}") for i in range(12)]
    tournament = announced(director, *people)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    last = RoundTable.objects.order_by("number").last()
    assert last is not None
    mine = Player.objects.get(pk=int(last.seats[0].removeprefix("player:")))
    page = f"/tournaments/{tournament}/"
    html = browser(mine).get(page).content.decode()
    assert html.index('id="round-title"') < html.index('id="standings-title"')
    assert re.findall(r"Table (\d)\s*<", html.partition("<h3>")[2])[:3] == ["3", "1", "2"]
    Tournament.objects.update(rounds_closed=1)
    html = browser(mine).get(page).content.decode()
    assert html.index('id="standings-title"') < html.index('id="round-title"')
