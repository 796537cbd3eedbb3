"""The hall screen: everybody finds their seat on it, it turns by itself, and it costs next to nothing."""

import re

import pytest
from django.core.cache import caches
from django.utils import timezone

from games.common.names import by_name
from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, score
from tournaments import commands
from tournaments.commands.club_tables import set_tables
from tournaments.models import Entry, RoundTable
from tournaments.presenters.printouts.hall import MANY, HallRequest

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["local"].clear()


def started(director: Player, members: int, **options: int) -> int:
    people = [player(f"m{i:02}") for i in range(members)]
    tournament = announced(director, *people, **options)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    return tournament


def hall(tournament: int, asked: str = "", **headers: str) -> str:
    return browser().get(f"/tournaments/{tournament}/hall{asked}", headers=headers).content.decode()


def seats(html: str) -> list[tuple[str, str, str]]:
    """Name, table and wind of each line."""
    lines = re.findall(r"<li><bdi>(.+?)</bdi>.*?<b>(\d+)</b>\s*<span>(\w+)</span>", html, re.DOTALL)
    return [(name, table, wind) for name, table, wind in lines]


def test_everybody_finds_their_seat_by_name_without_a_login(director):
    tournament = started(director, 13)
    set_tables(timezone.now)
    html = hall(tournament)
    found = seats(html)
    assert [name for name, _, _ in found] == [f"M{i:02}" for i in range(13)]
    winds = ("South", "East", "North", "West")
    drawn = {
        (table.seats[seat], str(table.number), wind)
        for table in RoundTable.objects.all()
        for seat, wind in enumerate(winds)
    }
    people = {one.display_name: f"player:{one.pk}" for one in Player.objects.all()}
    assert {(people[name], table, wind) for name, table, wind in found} < drawn
    assert "Club bot" not in html
    assert "0 of 4 deals done" in html and "find your seat" in html


def test_names_stand_as_in_a_telephone_book():
    names = ["Đức", "Yến", "an", "Bình", "Ân", "Dũng", "An"]
    assert sorted(names, key=by_name) == ["An", "an", "Ân", "Bình", "Dũng", "Đức", "Yến"]


def test_the_pages_turn_in_order_and_begin_again_also_without_scripts(director, monkeypatch):
    monkeypatch.setitem(MANY, "seats", 5)
    tournament = started(director, 13)
    shown: list[str] = []
    asked = ""
    for _page in range(3):
        html = hall(tournament, asked)
        shown += [name for name, _, _ in seats(html)]
        refresh = re.search(r'<noscript><meta http-equiv="refresh" content="\d+;url=(\S+)">', html)
        assert refresh is not None
        asked = refresh[1].replace("&amp;", "&")
    assert shown == [f"M{i:02}" for i in range(13)]
    assert asked == "?page=1"
    assert (
        seats(hall(tournament, "?page=99"))
        == seats(hall(tournament, "?page=x"))
        == seats(hall(tournament))
    )
    staying = hall(tournament, "?page=2&stay=1")
    assert "url=?page=2&amp;stay=1" in staying and "Change pages automatically" in staying


def test_after_the_first_result_it_shows_what_is_under_way_and_the_standings(director):
    tournament = started(director, 8, rounds=2)
    score(tournament, table=2)
    pages = [hall(tournament, f"?page={number}") for number in (1, 2, 3)]
    assert "Where do I sit?" in pages[0]
    assert (
        "Deals done at each table" in pages[1] and "Still playing" not in pages[1].split("<ol")[1]
    )
    assert "Still playing: table 1" in pages[1] and "1 of 2 deals done" in pages[1]
    assert "Standings so far" in pages[2] and "+60" in pages[2]
    ways = re.findall(r'href="(\?page=1&amp;show=\w+)"', pages[0])
    titles = ("Where do I sit?", "Deals done at each table", "Standings so far")
    for way, title in zip(ways, titles, strict=True):
        alone = hall(tournament, way.replace("&amp;", "&"))
        assert title in alone.partition('id="hall-title">')[2].partition("</h2>")[0]
        assert "1 / 1" in alone
    assert "Where do I sit?" in hall(tournament, "?show=nonsense")
    score(tournament, table=1)
    assert "Where do I sit?" in hall(tournament) and "Round 2 of 2" in hall(tournament)


def test_before_the_start_and_after_the_end_it_says_so(director):
    tournament = announced(director)
    assert "Entries are open." in hall(tournament) and "Welcome" in hall(tournament)
    commands.enter(by=player("an"), tournament_id=tournament, now=timezone.now())
    assert "<bdi>An</bdi>" in hall(tournament)
    cancelled = announced(director)
    commands.cancel(by=director, tournament_id=cancelled, reason="<Rain>", now=timezone.now())
    assert "Cancelled: &lt;Rain&gt;" in hall(cancelled)
    closed = started(director, 4)
    score(closed)
    assert "All rounds have been played" in hall(closed)
    commands.close(by=director, tournament_id=closed, now=timezone.now())
    assert "Final standings" in hall(closed) and "40 chips" in hall(closed)
    assert browser().get("/tournaments/99/hall").status_code == 404


def test_a_screen_that_shows_one_page_alone_is_told_of_news_only(director):
    tournament = started(director, 4, deals_per_round=2)
    poll = {"HX-Request": "true"}
    same = browser().get(f"/tournaments/{tournament}/hall", {"shown": "8+1"}, headers=poll)
    assert same.status_code == 204
    score(tournament)
    part = browser().get(f"/tournaments/{tournament}/hall", {"shown": "8+1"}, headers=poll)
    assert part.status_code == 200
    assert "<html" not in part.content.decode() and 'id="hall"' in part.content.decode()
    turning = browser().get(f"/tournaments/{tournament}/hall", {"shown": "9+1"}, headers=poll)
    assert turning.status_code == 200, "another page follows"
    kept = browser().get(f"/tournaments/{tournament}/hall?stay=1&shown=9%2B1", headers=poll)
    assert kept.status_code == 204


def test_it_costs_two_queries_for_who_comes_later_and_no_more_for_more_members(
    director, django_assert_max_num_queries
):
    small, large = started(director, 4), announced(director)
    for i in range(60):
        commands.enter(by=player(f"x{i}"), tournament_id=large, now=timezone.now())
    commands.start(by=director, tournament_id=large, now=timezone.now())
    for tournament in (small, large):
        for page in ("", "?page=2"):
            address = f"/tournaments/{tournament}/hall{page}"
            with django_assert_max_num_queries(9):
                browser().get(address)
            with django_assert_max_num_queries(2):
                browser().get(address)


def test_a_picture_of_the_address_leads_to_the_tournament(director):
    tournament = announced(director)
    answer = browser().get(f"/tournaments/{tournament}/qr.svg")
    assert answer["Content-Type"] == "image/svg+xml" and b"<svg" in answer.content
    page = browser().get(f"/tournaments/{tournament}/").content.decode()
    assert f'href="/tournaments/{tournament}/hall"' in page
    assert f'src="/tournaments/{tournament}/qr.svg"' in page
    assert browser().get("/tournaments/99/qr.svg").status_code == 404


def test_a_query_string_says_what_is_asked_for():
    assert HallRequest(3, "seats", stay=True).way == "?page=3&show=seats&stay=1"


def test_a_member_reads_table_and_wind_on_the_tournaments_page_and_in_the_lobby(director):
    tournament = started(director, 4)
    me = Player.objects.get(username="m01")
    row = RoundTable.objects.get()
    wind = ("South", "East", "North", "West")[row.seats.index(f"player:{me.pk}")]
    mine, other = browser(me), browser(player("other"))
    page = f"/tournaments/{tournament}/"
    assert f"Table 1, {wind}" in mine.get(page).content.decode(), "before it is open, too"
    set_tables(timezone.now)
    row.refresh_from_db()
    way = f'href="/tables/{row.games_table_id}/">'
    lobby = mine.get("/").content.decode()
    assert f"{way}Table 1, {wind}</a>" in lobby and f'href="{page}"' in lobby
    assert f'href="/tables/{row.games_table_id}/"' in mine.get(page).content.decode()
    for address in ("/", page):
        assert "Table 1, " not in other.get(address).content.decode()


def test_who_sits_the_round_out_reads_so_beside_the_seats(director):
    people = [player(f"m{i}") for i in range(5)]
    tournament = announced(director, *people)
    commands.sit_out(
        by=people[2], tournament_id=tournament, player=people[2].pk, now=timezone.now()
    )
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    html = hall(tournament)
    _, _, told = html.partition("Sitting out this round:")
    assert told.partition("</p>")[0].split() == ["<bdi>M2</bdi>"]


def test_who_was_left_out_is_not_listed_as_entered(director):
    tournament = announced(director, player("an"), player("binh"))
    assert "Binh" in hall(tournament)
    Entry.objects.filter(player__username="binh").update(status=Entry.Status.LEFT_OUT)
    caches["local"].clear()
    html = hall(tournament)
    assert "<bdi>An</bdi>" in html and "Binh" not in html
