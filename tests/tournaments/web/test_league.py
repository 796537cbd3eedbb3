"""A season as a league: points by place, absent members apart from those who lost, evenings added afterwards."""

from uuid import uuid4

import pytest
from django.utils import timezone

from games.errors import Refused
from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player, score
from tournaments import commands
from tournaments.models import Tournament
from tournaments.presenters.leagues.series import series_page

pytestmark = pytest.mark.django_db

PAGE = "/tournaments/series?name=Autumn"
EDIT = "/tournaments/series/edit?name=Autumn"
LEAGUE = {
    "series": "Autumn",
    "series_best": 2,
    "series_points": (10, 8, 6),
    "series_present": 1,
}


@pytest.fixture
def five() -> list[Player]:
    return [player(name) for name in ("an", "binh", "chi", "dung", "em")]


def evening(director: Player, four: list[Player], **terms: object) -> int:
    """Return a closed tournament of one deal."""
    made = announced(director, *four, entry_fee=0, **terms)
    commands.start(by=director, tournament_id=made, now=timezone.now())
    score(made)
    commands.close(by=director, tournament_id=made, now=timezone.now())
    return made


def send(by: Player, act: str, **said: object) -> tuple[int, str]:
    sent = {"act": act, "idempotency_key": str(uuid4()), "reason": "Agreed."} | said
    answer = browser(by).post(EDIT, sent, follow=True)
    return answer.status_code, answer.content.decode()


def totals() -> dict[str, tuple[int, int]]:
    """Return the points of each member in the league, and in how many evenings they were there."""
    return {line.name: (int(line.row.total), line.there) for line in series_page("Autumn").lines}


def test_a_season_counts_places_and_says_who_was_not_there(director, five):
    evening(director, five[:4], **LEAGUE)
    evening(director, five[1:], **LEAGUE)
    page = series_page("Autumn")
    assert page.league and sorted(one.there for one in page.lines) == [1, 1, 2, 2, 2]
    for column in (0, 1):  # the second and the third share their place
        words = [line.cells[column].words for line in page.lines if line.cells[column].there]
        assert sorted(words) == ["1", "11", "9", "9"]
    for line in page.lines:
        away = [cell.number for cell in line.cells if not cell.there]
        assert away == {"An": [2], "Em": [1]}.get(line.name, [])
    assert f'href="{PAGE}"' in browser().get("/tournaments/").content.decode()
    html = browser().get(PAGE).content.decode()
    assert "each member's 2 best evenings count" in html
    assert "Points from the first place down: 10, 8, 6." in html
    assert "Points for taking part: 1." in html
    assert html.count(">absent<") == 2
    told = browser(five[0]).get("/api/v1/tournaments/series/?name=Autumn").json()
    assert (told["by_place"], told["present"]) == ([10, 8, 6], 1)


def test_a_closed_evening_is_added_and_taken_out_again_by_corrections_with_their_author(
    director, five
):
    evening(director, five[:4], **LEAGUE)
    before = totals()
    late = evening(director, five[1:])
    assert totals() == before
    form = browser(director).get(EDIT).content.decode()
    assert f'<option value="{late}">' in form
    status, page = send(director, "add", evening=late)
    assert status == 200 and "The league has been changed." in page
    row = Tournament.objects.get(pk=late)
    assert (row.terms.series_best, row.terms.series_points, row.terms.series_present) == (
        *(2, (10, 8, 6), 1),
    )
    assert totals()["Binh"][1] == 2 and "Em" in totals()
    log = browser().get(f"/tournaments/{late}/log").content.decode()
    assert "Series: Autumn instead of –: Agreed." in log
    send(director, "out", evening=late)
    assert totals() == before
    assert Tournament.objects.get(pk=late).terms.series_points == ()


def test_what_counts_is_changed_for_all_evenings_together(director, five):
    made = [evening(director, five[:4], **LEAGUE) for _ in range(2)]
    said = {"series_points": "5, 3, 1", "series_present": "0", "series_best": "1"}
    status, page = send(director, "table", **said)
    assert status == 200 and "each member's 1 best evening counts" in page
    for row in Tournament.objects.filter(pk__in=made):
        assert (row.terms.series_best, row.terms.series_points) == (1, (5, 3, 1))
    again = Tournament.objects.get(pk=made[0]).version
    send(director, "table", **said)
    assert Tournament.objects.get(pk=made[0]).version == again


def test_a_new_evening_of_a_league_needs_its_name_alone(director, five):
    evening(director, five[:4], **LEAGUE)
    row = Tournament.objects.get(pk=announced(director, entry_fee=0, series="autumn"))
    assert (row.terms.series_best, row.terms.series_points, row.terms.series_present) == (
        *(2, (10, 8, 6), 1),
    )
    form = {**GOOD, "series": "Autumn", "series_points": "9, 8", "idempotency_key": str(uuid4())}
    answer = browser(director).post("/tournaments/new", form)
    assert (
        answer.status_code == 422
        and "This league has a different table of points" in answer.content.decode()
    )
    with pytest.raises(Refused) as caught:
        announced(director, **{**LEAGUE, "series_present": 5})
    assert caught.value.code == "tournament.series-points-differ"


@pytest.mark.parametrize(
    ("act", "said", "why"),
    [
        (
            "table",
            {"series_points": "1, 2", "series_present": "0", "series_best": "1"},
            "t get fewer points than the one below it",
        ),
        (
            "table",
            {"series_points": "x", "series_present": "0", "series_best": "1"},
            "whole numbers",
        ),
        (
            "table",
            {"series_points": "9", "series_present": "0", "series_best": "0"},
            "greater than",
        ),
        ("add", {"evening": "999"}, "Select a valid choice"),
        ("out", {"evening": "x"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_changed(director, five, act, said, why):
    made = evening(director, five[:4], **LEAGUE)
    version = Tournament.objects.get(pk=made).version
    status, page = send(director, act, **said)
    assert status == 422 and why in page
    assert Tournament.objects.get(pk=made).version == version


def test_only_a_director_changes_a_league(director, five):
    evening(director, five[:4], **LEAGUE)
    assert browser(five[0]).get(EDIT).status_code == 403
    assert send(five[0], "table", series_points="9", series_present=0, series_best=1)[0] == 403
    assert "/series/edit" not in browser(five[0]).get(PAGE).content.decode()
    assert "/series/edit" in browser(director).get(PAGE).content.decode()
    assert browser(director).get("/tournaments/series/edit?name=Nowhere").status_code == 404
    with pytest.raises(Refused) as caught:
        commands.set_league(
            by=director,
            series="Nowhere",
            best=1,
            points=(),
            present=0,
            reason="x",
            now=timezone.now(),
        )
    assert caught.value.code == "tournament.no-such-series"


def test_a_season_of_eight_evenings_counts_the_best_five_with_one_added_and_one_member_absent(
    director, five
):
    """Dung stays away from half of them; the last is announced outside the league and added by its page."""
    season = {**LEAGUE, "series_best": 5}
    an, binh, chi, dung, em = five
    for number in range(7):
        there = [an, binh, chi, em] if number % 2 else [an, binh, chi, dung]
        evening(director, there, **(season if number == 0 else {"series": "Autumn"}))
    outside = evening(director, [an, binh, chi, em], name="Tết")
    assert totals()["An"][1] == 7
    status, page = send(director, "add", evening=outside)
    assert status == 200 and "The league has been changed." in page
    assert {name: there for name, (_total, there) in totals().items()} == {
        "An": 8,
        "Binh": 8,
        "Chi": 8,
        "Dung": 4,
        "Em": 4,
    }
    lines = series_page("Autumn").lines
    for line in lines:
        points = sorted((int(cell.words) for cell in line.cells if cell.there), reverse=True)
        assert int(line.row.total) == sum(points[:5]), line.name
        assert all(1 <= one <= 11 for one in points)
    assert sorted((int(line.row.total) for line in lines), reverse=True) == [
        int(line.row.total) for line in lines
    ]
    html = browser().get(PAGE).content.decode()
    assert "each member's 5 best evenings count" in html
    assert html.count(">absent<") == 8


def test_two_accounts_that_were_merged_are_one_line_of_the_league(director, five):
    evening(director, five[:4], **LEAGUE)
    evening(director, five[1:], **LEAGUE)
    first, last = five[0], five[4]
    before = totals()
    Player.objects.filter(pk=last.pk).update(merged_into=first)
    after = totals()
    points = sum(before[one.shown_name][0] for one in (first, last))
    assert after[first.shown_name] == (points, 2)
    assert last.shown_name not in after
