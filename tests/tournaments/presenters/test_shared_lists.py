"""What is kept of a large tournament's page: the same for everybody, in each language, and never behind its events."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.utils import timezone

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, count, player, score
from tests.support.tournaments import V2, V7
from tournaments import commands
from tournaments.commands.club_tables import set_tables
from tournaments.engine.results import RuledResult
from tournaments.presenters.page import shared_lists
from tournaments.presenters.page.overview import tournament_page
from tournaments.presenters.page.shared_lists import Shared

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def from_five_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five members are many, and nothing is kept from another test."""
    monkeypatch.setattr("tournaments.presenters.page.overview.MANY", 4)
    caches["local"].clear()


def running(director: Player, **options: int) -> tuple[int, list[Player]]:
    """Return a large tournament whose tables are open, and who plays in it."""
    people = [player(f"m{i}") for i in range(8)]
    tournament = announced(director, *people, **options)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    set_tables(timezone.now)
    return tournament, people


def parts(tournament: int, viewer: Player | None = None) -> tuple[str, str]:
    """Both lists, rendered anew for this viewer."""
    caches["local"].clear()
    shared = Shared(tournament_page(tournament, viewer))
    return shared.lines, shared.tables


def test_in_a_large_tournament_the_own_line_stands_first_and_the_rest_is_rendered_once(
    director, django_assert_max_num_queries, monkeypatch
):
    tournament, people = running(director, rounds=2)

    def seen_by(who: Player | None) -> str:
        return browser(who).get(f"/tournaments/{tournament}/").content.decode()

    shown = seen_by(people[5])
    own, rest = shown[shown.index('class="is-own"') :].split("</tbody>", 1)
    assert "M5" in own and "M4" not in own
    assert rest.count("tournament__place") == 8 and "is-own" not in rest
    mine = shown.index("tournament__mine")
    assert mine < shown.index("<h3>", mine) < shown.index("M5", mine)
    assert shown.count("tournament__mine") == 1
    assert "is-own" not in seen_by(None) and "tournament__mine" not in seen_by(None)

    client = browser(people[2])
    with monkeypatch.context() as patch, django_assert_max_num_queries(16):
        patch.setattr(
            "tournaments.presenters.page.shared_lists._rendered",
            lambda *_: pytest.fail("once is enough"),
        )
        assert "M5" in client.get(f"/tournaments/{tournament}/").content.decode()
    score(tournament)  # what is new is rendered anew
    assert "+60" in seen_by(people[2])


def test_a_changed_name_is_gone_from_what_is_kept_within_a_minute(director):
    tournament, people = running(director)
    page = f"/tournaments/{tournament}/"
    Player.objects.filter(pk=people[3].pk).update(display_name="Nguyễn Thị Ngọc Lan")
    assert "Nguyễn Thị Ngọc Lan" in browser().get(page).content.decode()
    Player.objects.filter(pk=people[3].pk).update(display_name="Somebody")
    with time_machine.travel(timezone.now() + timedelta(seconds=shared_lists.SECONDS + 1)):
        shown = browser().get(page).content.decode()
    assert "Nguyễn Thị Ngọc Lan" not in shown and "Somebody" in shown


def test_what_is_kept_does_not_depend_on_who_asked_first(director):
    tournament, people = running(director)
    score(tournament)
    for_nobody = parts(tournament)
    assert "M5" in for_nobody[0] and "M5" in for_nobody[1]
    for viewer in (*people, director):
        assert parts(tournament, viewer) == for_nobody


def test_of_a_large_duplicate_everybody_is_led_to_the_own_table_alone(director):
    tournament, people = running(director, duplicate=True)
    for viewer in (None, director, people[0]):
        assert "Table 2" in parts(tournament, viewer)[1]
        assert "/tables/" not in parts(tournament, viewer)[1]
    for viewer, led_to in ((None, 0), (director, 0), (people[0], 1)):
        page = browser(viewer).get(f"/tournaments/{tournament}/").content.decode()
        assert len(set(re.findall(r'href="(/tables/\d+/)"', page))) == led_to


def test_each_language_is_kept_by_itself(director):
    tournament, people = running(director)
    client = browser(people[0])

    def shown(language: str) -> str:
        headers = {"Accept-Language": language}
        return client.get(f"/tournaments/{tournament}/", headers=headers).content.decode()

    english = shown("en")
    vietnamese = shown("vi")
    assert "Table 2" in english and "Table 2" not in vietnamese
    assert 'data-label="Member"' in english and 'data-label="Member"' not in vietnamese
    assert 'data-label="Member"' in shown("en")


def test_a_ruling_and_its_withdrawal_replace_what_is_kept_as_soon_as_they_count(director):
    tournament, _people = running(director)
    score(tournament, net=V7)

    def points() -> str:
        return "".join(
            line
            for line in Shared(tournament_page(tournament, None)).lines.splitlines()
            if "tournament__points" in line
        )

    before = points()
    count(tournament, RuledResult(deal_id=1011, net=V2, penalised=None, ruling=9))
    ruled = points()
    assert "+60" in before and ruled != before
    count(tournament, RuledResult(deal_id=1011, net=V7, penalised=3, ruling=10))
    assert points() == before
