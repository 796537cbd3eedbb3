"""A director who plays: what touches all alike stays theirs, is public, and the tables confirm what they type in."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.agreements import waiting_acts
from tests.support.cardboard import V4, Table
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.engine.real_cards.deciding import WrittenDeal
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.engine.real_cards.events import Lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing() -> Table:
    """A table with real cards of a tournament in which a director sits at another one."""
    lan = player("lan", is_director=True)
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em", "giang", "hoa")]
    table = Table(lan, people=(lan, *people), entry_fee=0, late_until=1, rounds=2)
    table.mark(table=2)
    return table


def other_table(table: Table) -> int:
    """Return the number of the table at which the director does not sit."""
    first = table.state.rounds[0].tables[0].seats
    return 2 if f"player:{table.director.pk}" in first else 1


def people_at(table: Table, number: int) -> list[Player]:
    labels = table.state.rounds[0].tables[number - 1].seats
    return [Player.objects.get(pk=int(one.removeprefix("player:"))) for one in labels]


def write(table: Table, number: int, *lays: Lay) -> None:
    commands.enter_sheets(
        by=table.director,
        tournament_id=table.id,
        round_number=1,
        deals=[WrittenDeal(number, deal, lay) for deal, lay in enumerate(lays, 1)],
        now=timezone.now(),
    )


def test_the_sheet_of_another_table_waits_until_one_of_its_players_confirms_it(playing):
    number = other_table(playing)
    write(playing, number, V4)
    paper = playing.state.rounds[0].tables[number - 1].scores[0].paper
    assert paper is not None and paper.status is ResultStatus.UNCONFIRMED and paper.alone
    assert (paper.confirmed_by, paper.deciders, paper.decided) == ((), (), False)
    score = playing.state.rounds[0].tables[number - 1].scores[0]
    told = {
        "tournament_id": playing.id,
        "deal_id": score.deal_id,
        "revision": 1,
        "now": timezone.now(),
    }
    commands.confirm_result(by=playing.director, as_director=True, **told)
    assert waiting_acts(playing.id) == ["confirm_result"]
    commands.confirm_result(by=people_at(playing, number)[3], **told)
    paper = playing.state.rounds[0].tables[number - 1].scores[0].paper
    assert paper is not None and not paper.alone


def test_at_the_own_table_the_sheet_counts_as_the_own_seats_word(playing):
    number = 3 - other_table(playing)
    write(playing, number, V4)
    paper = playing.state.rounds[0].tables[number - 1].scores[0].paper
    own = people_at(playing, number).index(playing.director)
    assert paper is not None and paper.confirmed_by == (own,) and paper.alone


def test_the_log_says_that_a_director_typed_it_in_who_plays(playing):
    write(playing, other_table(playing), V4)
    log = browser().get(f"/tournaments/{playing.id}/log").content.decode()
    newest, *_, first = log.split('id="event-')[1:]
    assert "The table still has to confirm it" in newest
    assert "a director who plays here" in newest and "who plays here" not in first


def test_a_latecomer_is_taken_in_by_a_director_who_plays_and_pays_the_fee(director):
    people = [player(name) for name in ("an", "binh", "chi")]
    made = announced(director, director, *people, entry_fee=20, rounds=3, late_until=2)
    late, early = player("late"), player("early")
    told = {"by": director, "tournament_id": made, "now": timezone.now()}
    commands.enter_members(players=[early.pk], **told)
    commands.start(**told)
    commands.enter_members(players=[late.pk], **told)
    state = queries.current(made).state
    assert state.late == {late.pk: 2} and state.pot == 6 * 20
    log = browser().get(f"/tournaments/{made}/log").content.decode()
    assert "a director who plays here" in log


def test_who_comes_after_the_check_in_is_marked_as_here_by_a_director_who_plays(director):
    an = player("an")
    begins = timezone.now() + timedelta(hours=1)
    terms = {"entry_fee": 0, "check_in": True, "check_in_ends": 15, "starts_at": begins}
    made = announced(director, director, an, **terms)
    told = {"by": director, "tournament_id": made, "now": begins - timedelta(minutes=5)}
    commands.check_in(player=an.pk, **told)
    assert queries.current(made).state.here == {an.pk}
    with refused("tournament.check-in-over"):
        commands.check_in(player=director.pk, **told)
