"""Where real cards meet the rest of an evening: the round's minutes, voided deals and the time to appeal."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.checks.log import differing_rows
from games.errors import Refused
from games.models import Player
from tests.support.cardboard import V4, Table, minutes_over
from tests.support.tournament_pages import player
from tournaments import commands, projections
from tournaments.commands import timing
from tournaments.engine.real_cards.events import Lay
from tournaments.models import RoundTable, Tournament

pytestmark = pytest.mark.django_db


def rebuilt_alike(tournament_id: int) -> None:
    before = [*Tournament.objects.values(), *RoundTable.objects.values()]
    projections.rebuild(tournament_id)
    assert [*Tournament.objects.values(), *RoundTable.objects.values()] == before
    assert list(differing_rows()) == []


def closed(table: Table) -> bool:
    return table.state.rounds[0].closed


def stopped(table: Table) -> int | None:
    return table.row.stopped


def test_behind_the_minutes_the_deal_that_was_running_is_the_last(director):
    table = Table(director, deals=4, round_minutes=20)
    table.enter(table.seats[0])
    minutes_over()
    table.confirm(table.seats[1])
    assert not closed(table)
    table.enter(table.seats[1], V4, deal=2)
    table.confirm(table.seats[0], 2)
    assert stopped(table) == 2 and closed(table)
    rebuilt_alike(table.id)


def no_more(table: Table, by: Player) -> None:
    told: dict[str, Any] = {"tournament_id": table.id, "round_number": 1, "table": 1}
    commands.play_no_more(by=by, as_director=by.is_director, now=timezone.now(), **told)


def test_or_a_director_says_that_none_was_running(director):
    table = Table(director, deals=4, round_minutes=20)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    no_more(table, director)
    assert stopped(table) is None  # the minutes are not over
    minutes_over()
    for other in (
        player("stranger"),
        table.seats[3],
    ):  # who loses the deal that runs would say so, too
        with pytest.raises(
            Refused,
            check=lambda error: (
                error.code in {"tournament.not-at-table", "tournament.not-director"}
            ),
        ):
            no_more(table, other)
    no_more(table, director)
    assert stopped(table) == 1 and closed(table)
    rebuilt_alike(table.id)


def test_a_table_that_a_member_has_left_is_ended_by_a_director_and_the_leaver_says_nothing_more(
    director,
):
    table = Table(director, deals=4, rounds=2)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    gone = table.seats[2]
    commands.leave(by=gone, tournament_id=table.id, now=timezone.now())
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.not-at-table"):
        table.enter(gone, deal=2)
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.not-at-table"):
        table.confirm(gone)
    no_more(table, director)
    assert stopped(table) == 1 and closed(table)
    rebuilt_alike(table.id)


def test_what_one_seat_alone_has_said_pays_no_prize(director):
    table = Table(director, deals=1, appeal_minutes=10)
    table.enter(table.seats[1])
    later = timezone.now() + timedelta(hours=1)
    assert not timing.end_one(table.id, now=later)
    table.confirm(table.seats[0])
    assert timing.end_one(table.id, now=later)


def test_a_voided_result_is_played_again_and_a_correction_of_it_counts_nothing(director):
    table = Table(director, deals=2)
    table.enter(table.seats[0])
    deal = table.score().deal_id
    told: dict[str, Any] = {
        "by": director,
        "tournament_id": table.id,
        "deal_id": deal,
        "now": timezone.now(),
    }
    void = told | {"reason": "A card was torn.", "section": "§1.3", "replay": True}
    commands.void_deal(deal=void.pop("deal_id"), **void)
    assert not any(row.points for row in table.state.standings())
    commands.correct_result(**told, revision=1, lay=Lay(None), reason="Nobody had won.")
    assert not any(row.points for row in table.state.standings())
    table.enter(table.seats[1], V4, deal=2)
    assert not closed(table)
    table.enter(table.seats[1], V4, deal=3)
    for deal in (2, 3):
        table.confirm(table.seats[0], deal)
    assert closed(table) and len(table.state.rounds[0].tables[0].scores) == 2
    rebuilt_alike(table.id)


def test_a_contradicted_result_keeps_the_prizes_until_it_is_decided(director):
    table = Table(director, deals=1, appeal_minutes=10)
    table.enter(table.seats[0])
    deal = table.score().deal_id
    said: dict[str, Any] = {
        "tournament_id": table.id,
        "deal_id": deal,
        "revision": 1,
        "now": timezone.now(),
    }
    commands.contradict_result(by=table.seats[2], reason="The khui was mine.", **said)
    later = timezone.now() + timedelta(hours=1)
    assert not timing.end_one(table.id, now=later)
    commands.confirm_result(by=director, as_director=True, **said)
    assert timing.end_one(table.id, now=later)
    assert Tournament.objects.get().status == Tournament.Status.CLOSED
