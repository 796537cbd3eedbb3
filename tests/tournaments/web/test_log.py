"""The tournament's log: everybody reads who did what and when, and how it stood at any moment."""

import re

import pytest
from django.core.cache import caches
from django.utils import timezone

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, count, player, score
from tournaments import commands, queries
from tournaments.engine.participants import player_id
from tournaments.engine.results import RuledResult
from tournaments.models import Standing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["local"].clear()


def played(director: Player, **options: int) -> int:
    """Four members, one round of one deal, all scored."""
    people = [player(f"m{i}") for i in range(4)]
    tournament = announced(director, *people, **options)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    score(tournament)
    return tournament


def read(address: str, status: int = 200) -> str:
    answer = browser().get(address)
    assert answer.status_code == status
    return answer.content.decode()


def versions(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<li id="event-(\d+)">', html)]


def test_every_event_is_a_line_with_who_when_and_what_the_newest_first(director):
    tournament = played(director)
    html = read(f"/tournaments/{tournament}/log")
    assert versions(html) == list(range(10, 0, -1))
    lines = html.split('<li id="event-')[1:][::-1]
    for version, (who, said) in {
        1: ("Director", "Tournament announced: Giải tháng mười một."),
        2: ("Director", "The secret number that decides all draws is locked in"),
        3: ("M0", "M0 entered."),
        7: ("Director", "Entries were closed, and the tournament began."),
        8: ("Director", "Round 1 was drawn. Tables: 1."),
        9: ("", "Round 1, table 1, deal 1: "),
        10: ("", "Round 1 is over."),
    }.items():
        line = lines[version - 1]
        assert said in line and "<time datetime=" in line
        assert (f"<bdi>{who}</bdi>" if who else "automatically") in line
    assert "Table 1: " in lines[7] and f'href="/replays/{1011}/"' in lines[8]
    page = read(f"/tournaments/{tournament}/")
    assert f'href="/tournaments/{tournament}/log"' in page


def test_the_log_is_paged_and_a_page_that_is_not_there_is_the_nearest(director, monkeypatch):
    tournament = played(director)
    monkeypatch.setattr("tournaments.web.shown.LINES", 4)
    address = f"/tournaments/{tournament}/log"
    pages, ways = [], [""]
    while ways:
        html = read(address + ways[0])
        pages.append(versions(html))
        ways = re.findall(r'rel="next" href="([^"]+)"', html)
    assert pages == [[10, 9, 8, 7], [6, 5, 4, 3], [2, 1]]
    back = re.findall(r'rel="prev" href="([^"]+)"', read(f"{address}?before=3"))
    assert versions(read(address + back[0])) == [6, 5, 4, 3]
    for asked, first in (("?before=0", 1), ("?before=999999", 10), ("?before=x", 10)):
        assert versions(read(address + asked))[0] == first
    read("/tournaments/99/log", status=404)


def test_the_standings_at_any_moment_are_the_fold_of_what_had_happened(director):
    tournament = played(director, rounds=2)
    at = f"/tournaments/{tournament}/log/"
    assert "4 people have entered." in read(f"{at}6")
    before, behind = read(f"{at}8"), read(f"{at}9")
    assert "+60" not in before and "Standings so far" in before
    assert "+60" in behind and "Event 9 of 11" in behind
    for version in (0, 12, 10**8):
        assert "s log has no such entry" in read(f"{at}{version}", status=404)
    steps = re.findall(rf'class="button button--quiet" href="{at}(\d+)">(\w+)', behind)
    assert steps == [("1", "First"), ("8", "Back"), ("10", "Forward"), ("11", "Last")]
    assert re.findall(rf'href="{at}(\d+)"\s*>Round (\d)', behind) == [("8", "1"), ("11", "2")]
    rows = [(one.participant, one.points, one.place) for one in Standing.objects.all()]
    (last,) = queries.happenings(tournament, 11, 11)
    assert [(r.participant, r.points, r.place) for r in last.after.standings()] == rows


def test_prizes_corrected_after_the_closing_leave_a_trace_on_the_page(director):
    tournament = played(director)
    page = f"/tournaments/{tournament}/"
    commands.close(by=director, tournament_id=tournament, now=timezone.now())
    assert "Corrected after the tournament closed" not in read(page)
    assert "Prizes: " in read(f"{page}log/11") and ">40<" in read(f"{page}log/11")
    count(tournament, RuledResult(deal_id=1011, net=(-60, 60, 0, 0), penalised=0, ruling=7))
    html = read(page)
    assert "Corrected after the tournament closed" in html and f'href="{page}log/13"' in html
    trace = html.partition('id="corrected-title"')[2].partition("</section>")[0]
    winner = Standing.objects.get(place=1).player
    before = queries.happenings(tournament, 11, 11)[0].after.final[0].standing.participant
    second = Player.objects.get(pk=player_id(before))
    assert winner is not None
    assert f"{winner.shown_name} +" in trace and f"{second.shown_name} −" in trace
    assert "Prizes corrected" in read(f"{page}log") and ">40<" in read(f"{page}log/11")
    same = RuledResult(deal_id=1011, net=(-62, 62, 0, 0), penalised=0, ruling=8)
    count(tournament, same)
    assert "The prizes do not change." in read(page)


def test_a_page_of_the_log_asks_the_database_no_more_for_more_members(
    director, django_assert_max_num_queries
):
    small, large = played(director), announced(director)
    for i in range(40):
        commands.enter(by=player(f"x{i}"), tournament_id=large, now=timezone.now())
    commands.start(by=director, tournament_id=large, now=timezone.now())
    for tournament in (small, large):
        with django_assert_max_num_queries(5):
            read(f"/tournaments/{tournament}/log")
        with django_assert_max_num_queries(6):
            read(f"/tournaments/{tournament}/log/7")


def test_who_wrote_a_name_into_the_log_writes_no_markup(director):
    tournament = announced(director, name="<b>Bold</b>")
    assert "&lt;b&gt;Bold" in read(f"/tournaments/{tournament}/log")
    assert "<b>Bold" not in read(f"/tournaments/{tournament}/log/1")


def test_programs_read_the_same_lines_page_by_page(director):
    tournament = played(director)
    address = f"/api/v1/tournaments/{tournament}/log/"
    here = browser(director)
    answer = here.get(address, {"limit": 5})
    assert [line["version"] for line in answer.json()] == [10, 9, 8, 7, 6]
    assert f'{address}?limit=5&before=6>; rel="next"' in answer["Link"]
    last = here.get(address, {"limit": 5, "before": 6})
    assert [line["version"] for line in last.json()] == [5, 4, 3, 2, 1] and "Link" not in last
    scored = answer.json()[1]
    assert (scored["event"], scored["by"], scored["deal"]) == ("tournament.deal-scored", "", 1011)
    assert scored["words"].startswith("Round 1, table 1, deal 1: ")
    assert here.get("/api/v1/tournaments/99/log/").status_code == 404
    for wrong in ("0", "x", "-1", "9" * 30):
        assert here.get(address, {"before": wrong, "limit": wrong}).status_code == 200


def test_each_step_says_what_it_changed_and_goes_by_the_keys_of_a_replay(director):
    tournament = played(director)
    page = f"/tournaments/{tournament}/"
    commands.close(by=director, tournament_id=tournament, now=timezone.now())

    def changed(version: int) -> list[str]:
        found = read(f"{page}log/{version}").partition('id="moved-title"')[2]
        found = found.partition("</section>")[0]
        return [re.sub(r"<[^>]*>", "", one) for one in re.findall(r"<li>(.*?)</li>", found, re.S)]

    assert changed(6) == changed(8) == changed(10) == []
    scored = changed(9)
    assert len(scored) == 3 and "points 0 → +60" in scored[0]
    assert scored[1].endswith("points 0 → −60, place 1 → 4") and "2 → " not in scored[2]
    assert scored[2] == "2 more members have new places"
    assert sorted(one.partition(": ")[2] for one in changed(11)) == [
        "prize 0 → 20",
        "prize 0 → 20",
        "prize 0 → 40",
    ]
    count(tournament, RuledResult(deal_id=1011, net=(-60, 60, 0, 0), penalised=0, ruling=7))
    ruled, corrected = changed(12), changed(13)
    assert any("points +60 → −60, place 1 → 4" in one for one in ruled)
    assert any("prize 40 → 0" in one for one in corrected)
    keys = re.findall(rf'data-key="(\w+)"[^>]*href="{page}log/(\d+)"', read(f"{page}log/9"))
    assert keys == [("Home", "1"), ("ArrowLeft", "8"), ("ArrowRight", "10"), ("End", "13")]
    assert "js/keys" in read(f"{page}log/9")
