"""The director's part of a tournament's page: the next step, and every other action under a heading."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import commands as club
from games.models import Deal, Player, Seat
from tests.support.cardboard import Table
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.commands.club_tables import set_tables
from tournaments.models import RoundTable

pytestmark = pytest.mark.django_db

HEADINGS = ["People", "Tables and results", "Time", "Printouts and files", "Cancel the tournament"]


def panel(who: Player, tournament: int) -> str:
    """Return the HTML of the director's panel."""
    page = html.unescape(browser(who).get(f"/tournaments/{tournament}/").content.decode())
    return page.partition('aria-labelledby="director-title">')[2].partition("</section>")[0]


def doors(part: str) -> list[str]:
    """Return the labels of the buttons in this HTML."""
    return [" ".join(one.split()) for one in re.findall(r'class="button[^>]*>([^<]+)<', part)]


def in_sight(part: str) -> list[str]:
    """Return the labels of the buttons that are not folded away."""
    return doors(re.sub(r"<details.*?</details>", "", part, flags=re.DOTALL))


def why(part: str) -> str:
    found = re.search(r'<p class="director__why">([^<]*)</p>', part)
    assert found is not None
    return found[1]


def etag(who: Player, tournament: int) -> str:
    page = browser(who).get(f"/tournaments/{tournament}/").content.decode()
    found = re.search(r'name="shown" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def poll(who: Player, tournament: int, shown: str) -> int:
    asked = {"shown": shown}
    answer = browser(who).get(f"/tournaments/{tournament}/", asked, headers={"HX-Request": "true"})
    return answer.status_code


def test_before_the_start_the_next_step_follows_the_entries(director: Player) -> None:
    tournament = announced(director, least_members=2)
    part = panel(director, tournament)
    assert why(part) == "Nobody has entered yet."
    assert in_sight(part) == ["Enter members from a list …", "Day and description …"]
    for number, said in ((1, "Members needed to start: 2."), (2, "2 people have entered.")):
        commands.enter(by=player(f"m{number}"), tournament_id=tournament, now=timezone.now())
        assert why(panel(director, tournament)).startswith(said)
    part = panel(director, tournament)
    assert in_sight(part)[0] == "Start …" and len(in_sight(part)) == 4


def test_who_has_not_checked_in_is_named_and_all_who_are_here_can_start(director: Player) -> None:
    people = [player(name) for name in ("an", "binh")]
    tournament = announced(director, *people, check_in=True)
    assert why(panel(director, tournament)) == "2 of 2 are not here yet: An, Binh."
    for number, one in enumerate(people, 1):
        commands.check_in(by=one, player=one.pk, tournament_id=tournament, now=timezone.now())
        said = why(panel(director, tournament))
        assert said == (
            "1 of 2 is not here yet: Binh." if number == 1 else "All 2 members are here."
        )


def test_a_tournament_of_next_week_waits_for_entries(director: Player) -> None:
    later = timezone.now() + timedelta(days=7)
    tournament = announced(director, player("an"), starts_at=later)
    part = panel(director, tournament)
    assert why(part).startswith("1 person has entered so far (begins ")
    assert in_sight(part)[0] == "Enter members from a list …" and "Start …" in in_sight(part)


@pytest.mark.parametrize(
    ("stage", "without"),
    [
        ("open", ["Time"]),
        ("running", []),
        ("cancelled", ["People", "Time", "Cancel the tournament"]),
    ],
)
def test_every_action_stands_once_and_the_rare_ones_under_their_headings(
    director: Player, stage: str, without: list[str]
) -> None:
    tournament = announced(director, player("an"), rounds=2)
    if stage != "open":
        commands.start(by=director, tournament_id=tournament, now=timezone.now())
    if stage == "cancelled":
        commands.cancel(by=director, tournament_id=tournament, reason="Rain.", now=timezone.now())
    part = panel(director, tournament)
    said = doors(part)
    assert len(said) == len(set(said))
    assert len(in_sight(part)) <= 4
    headings = re.findall(r"<summary>([^<]+)</summary>", part)
    assert headings == [one for one in HEADINGS if one not in without]
    assert ("Cancel …" in said) == (stage != "cancelled") and "Cancel …" not in in_sight(part)
    assert {"Hall screen", "The tournament's log"} <= set(said)


def test_members_and_strangers_see_no_panel(director: Player) -> None:
    tournament = announced(director, player("an"))
    for client in (browser(Player.objects.get(username="an")), browser()):
        assert "director-title" not in client.get(f"/tournaments/{tournament}/").content.decode()


def test_results_of_real_cards_come_to_the_top_until_all_have_confirmed(director: Player) -> None:
    table = Table(director)
    assert why(panel(director, table.id)).startswith("Round 1 of 1 is being played")
    table.enter(table.seats[1])
    part = panel(director, table.id)
    assert why(part).startswith("A table has not confirmed its result.")
    assert in_sight(part)[0] == "Round 1, table 1"
    assert f"/tournaments/{table.id}/rounds/1/tables/1/decide" in part
    table.contradict(table.seats[2])
    assert (
        why(panel(director, table.id))
        == "Somebody says that a result is wrong. It's up to you to decide."
    )
    table.confirm(director)
    assert why(panel(director, table.id)).startswith("Round 1 of 1 is being played")
    table.dispute(table.seats[0])
    part = panel(director, table.id)
    assert why(part) == "A deal is waiting for a referee's ruling."
    assert in_sight(part)[:2] == ["Round 1, table 1", "Type in the score sheets"]


def screens(director: Player, **options: Any) -> tuple[int, RoundTable]:
    """Return a running tournament with one table on screens, and that table."""
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    tournament = announced(director, *people, **options)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    set_tables(timezone.now)
    return tournament, RoundTable.objects.get(tournament=tournament)


def test_a_call_comes_to_the_top_by_itself_and_goes_when_it_is_answered(director: Player) -> None:
    tournament, table = screens(director)
    shown = etag(director, tournament)
    assert poll(director, tournament, shown) == 204
    caller = Player.objects.get(username="an")
    assert table.games_table_id is not None
    call = club.call_referee(
        by=caller, table_id=table.games_table_id, reason="rule", words="", now=timezone.now()
    )
    assert poll(director, tournament, shown) == 200
    part = panel(director, tournament)
    assert why(part) == "Round 1, table 1 is calling the referee."
    assert in_sight(part)[0] == "Answer the call …"
    club.call_off(by=caller, call_id=call.pk, now=timezone.now())
    assert "Answer the call …" not in doors(panel(director, tournament))


def test_a_member_whose_page_has_long_not_looked_is_absent_and_a_new_table_waits(
    director: Player,
) -> None:
    tournament, table = screens(director)
    now = timezone.now()
    seats = Seat.objects.filter(table=table.games_table_id)
    deals = Deal.objects.filter(table=table.games_table_id)
    assert deals.exists()
    seats.update(seen_at=now)
    assert "Substitutes …" not in in_sight(panel(director, tournament))
    away = seats.get(player__username="binh")
    Seat.objects.filter(pk=away.pk).update(seen_at=now - timedelta(minutes=3))
    deals.update(started_at=now - timedelta(minutes=1))
    assert "Substitutes …" not in in_sight(panel(director, tournament))
    deals.update(started_at=now - timedelta(minutes=5))
    part = panel(director, tournament)
    assert why(part).startswith("Binh (table 1) is not at the table.")
    assert in_sight(part)[0] == "Substitutes …"
    commands.pause_all(by=director, tournament_id=tournament, reason="tea", now=timezone.now())
    assert why(panel(director, tournament)) == "All tables are paused."


def test_a_look_that_shows_a_director_nothing_new_asks_ten_times(
    director, django_assert_max_num_queries
):
    table = Table(director)
    client, shown = browser(director), etag(director, table.id)
    address, htmx = f"/tournaments/{table.id}/", {"HX-Request": "true"}
    client.get(address, {"shown": shown}, headers=htmx)
    with django_assert_max_num_queries(10):
        assert client.get(address, {"shown": shown}, headers=htmx).status_code == 204
