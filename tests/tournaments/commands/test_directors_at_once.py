"""Two directors at the same moment: one does it, the other is told what has become of it, nothing is half done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.ledger.queries import trial_balance
from games.log import read
from games.models import Player, Table
from tests.support.cardboard import Table as PaperTable
from tests.support.evening import Evening
from tests.support.threads import outcomes_of
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands.club_tables import set_tables
from tournaments.models import RoundTable, Tournament
from tournaments.schema import stream_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
]


@pytest.fixture
def other() -> Player:
    return player("other", is_director=True)


def both(command: Callable[..., int], *directors: Player, **said: Any) -> list[str]:
    """Return what becomes of one command that these directors give at the same moment."""
    now = timezone.now()
    return outcomes_of(*(partial(command, by=one, now=now, **said) for one in directors))


def count_of(tournament_id: int, name: str) -> int:
    return [event.name for event in read(stream_of(tournament_id))].count(name)


def assert_whole() -> None:
    """Rows, chips and log say the same."""
    assert list(check_log()) == [] and list(check_ledger()) == []
    assert sum(trial_balance().values()) == 0
    call_command("verify_log")


def test_of_two_directors_who_close_a_round_one_has_closed_it_and_the_next_one_stays(
    director, other
):
    table = PaperTable(director, deals=1, rounds=2)
    table.enter(table.seats[1])
    said = both(commands.close_round, director, other, tournament_id=table.id, round_number=1)
    assert said == ["done", "tournament.stale"]
    assert [drawn.closed for drawn in table.state.rounds] == [True, False]
    assert count_of(table.id, "tournament.round-closed") == 1
    assert_whole()


def test_of_two_directors_who_close_the_last_round_the_other_reads_that_it_has_moved_on(
    director, other
):
    table = PaperTable(director, deals=1, rounds=1)
    table.enter(table.seats[1])
    said = both(commands.close_round, director, other, tournament_id=table.id, round_number=1)
    assert said == ["done", "tournament.stale"]
    assert_whole()


def test_of_two_directors_who_draw_a_round_anew_one_has_drawn_it_and_one_secret_is_opened(
    director, other
):
    """Else the second would discard the draw that the first has just made, which nobody has looked at."""
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em", "giang", "hoa", "kim")]
    cup = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=cup, now=timezone.now())
    set_tables(timezone.now)
    said = both(
        commands.redraw, director, other, tournament_id=cup, reason="A name was wrong.", shown=1
    )
    assert said == ["done", "tournament.stale"]
    assert count_of(cup, "tournament.draw-discarded") == 1
    assert count_of(cup, "tournament.round-drawn") == 2
    set_tables(timezone.now)
    assert RoundTable.objects.filter(tournament=cup).count() == 2
    assert Table.objects.filter(closed_at__isnull=True).count() == 2
    assert_whole()


def test_a_redraw_that_one_takes_back_while_another_draws_anew(director, other):
    """Whoever comes second has looked at a draw that stands no more, though there were as many."""
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em", "giang", "hoa", "kim")]
    cup = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=cup, now=timezone.now())
    now, wrong = timezone.now(), "A name was wrong."
    commands.redraw(by=director, tournament_id=cup, reason=wrong, now=now)
    set_tables(timezone.now)
    told: dict[str, Any] = {"tournament_id": cup, "reason": wrong, "shown": 2, "now": now}
    said = outcomes_of(
        partial(commands.take_redraw_back, by=director, **told),
        partial(commands.redraw, by=other, **told),
    )
    assert sorted(said) == ["done", "tournament.stale"]
    set_tables(timezone.now)
    assert RoundTable.objects.filter(tournament=cup).count() == 2
    assert Table.objects.filter(closed_at__isnull=True).count() == 2
    assert_whole()


def test_a_round_that_is_drawn_anew_while_another_director_ends_the_tournament(director, other):
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    cup = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=cup, now=timezone.now())
    now, wrong = timezone.now(), "A name was wrong."
    said = outcomes_of(
        partial(commands.redraw, by=director, tournament_id=cup, reason=wrong, shown=1, now=now),
        partial(commands.cancel, by=other, tournament_id=cup, reason="No light.", now=now),
    )
    assert said in (["done", "done"], ["done", "tournament.cancelled"])
    assert Tournament.objects.get().status == "cancelled"
    assert_whole()


def test_of_two_directors_who_start_a_tournament_one_has_started_it(director, other):
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    cup = announced(director, *people)
    said = both(commands.start, director, other, tournament_id=cup)
    assert said == ["done", "tournament.already-started"]
    assert count_of(cup, "tournament.round-drawn") == 1
    assert_whole()


def test_of_two_directors_who_pay_the_prizes_one_has_paid_them(other):
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    said = both(commands.close, evening.director, other, tournament_id=evening.id)
    assert said == ["done", "tournament.closed"]
    assert count_of(evening.id, "tournament.closed") == 1
    assert_whole()


def test_who_comes_later_with_an_older_page_is_told_so_by_page_and_form(director, other):
    from tests.support.play_pages import browser

    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    cup = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=cup, now=timezone.now())
    set_tables(timezone.now)
    page = f"/tournaments/{cup}/corrections/redraw"
    form = browser(other).get(page).context["forms"][0][2]
    sent = {
        "act": "redraw",
        "reason": "A name was wrong.",
        "shown": form["shown"].value(),
        "idempotency_key": str(form["idempotency_key"].value()),
    }
    assert sent["shown"] == 1
    commands.redraw(by=director, tournament_id=cup, reason="So.", now=timezone.now())
    refused = browser(other).post(page, sent)
    assert refused.status_code == 409
    html = refused.content.decode()
    assert "Something in the tournament has changed in the meantime." in html
    assert 'name="shown" value="2"' in html  # pressed again by who has read that, it is done
    odd = browser(other).post(page, {**sent, "shown": "x"})
    assert odd.status_code == 422 and "Press the button again." in odd.content.decode()
    assert browser(other).post(page, {**sent, "shown": "2"}).status_code == 303
    assert count_of(cup, "tournament.draw-discarded") == 2
