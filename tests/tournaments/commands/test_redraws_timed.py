"""A redraw that is taken back by the clock, at tables with real cards, with who comes and goes between, and in tea."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tea import pause, resume, work
from tests.support.tournament_pages import player
from tournaments import check_draw, commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands.timing import follow_clock
from tournaments.models import RoundTable, Tournament
from tournaments.projections import rebuild

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
]


def do(command: Any, evening: Evening, **said: Any) -> None:
    command(**{"by": evening.director, **said}, tournament_id=evening.id, now=evening.now)
    sound(evening)


def rows(evening: Evening) -> list[Any]:
    shown = evening.rows()
    for drawn in shown[2]:
        del drawn["id"]
    return shown


def sound(evening: Evening) -> None:
    assert list(check_log()) == [] and list(check_ledger()) == []
    before = rows(evening)
    rebuild(evening.id)
    assert rows(evening) == before


def certificates(evening: Evening, folder: Path, rounds: int) -> list[str]:
    files = []
    for number in range(1, rounds + 1):
        address = f"/tournaments/{evening.id}/rounds/{number}/certificate.json"
        file = folder / f"{number}.json"
        file.write_bytes(browser().get(address).content)
        json.loads(file.read_text())
        files.append(str(file))
    return files


def clock(evening: Evening) -> Any:
    return Tournament.objects.get(pk=evening.id).clock_until


@pytest.mark.parametrize("wait", [0, 4])
def test_who_comes_and_goes_between_a_redraw_and_its_return_is_paid_and_drawn_for(wait, tmp_path):
    evening = Evening(
        8, late_until=2, deals_per_round=1, rounds=3, round_minutes=30, wait_minutes=wait
    )
    first = [drawn.seats for drawn in RoundTable.objects.order_by("number")]
    do(commands.redraw, evening, reason="Two names were mixed up.")
    evening.follow()
    evening.now += timedelta(minutes=1)
    late, gone = player("late"), evening.people[3]
    do(commands.enter, evening, by=late)
    do(commands.leave, evening, by=gone)
    do(commands.take_redraw_back, evening, reason="They were not.")
    assert [drawn.seats for drawn in RoundTable.objects.order_by("number")] == first
    until = clock(evening)
    assert until == evening.now + timedelta(minutes=wait or 30)
    if wait:
        evening.now = until
        follow_clock(lambda: evening.now)
        assert clock(evening) == until + timedelta(minutes=30)
    sound(evening)
    evening.follow()
    while Tournament.objects.get().rounds_closed < 3:
        if not evening.play():
            evening.now = clock(evening)
            follow_clock(lambda: evening.now)
        evening.follow()
    state = queries.current(evening.id).state
    assert [one.draw for one in state.rounds] == [1, 3, 4]
    assert all(
        f"player:{gone.pk}" not in str(drawn.seats) for drawn in RoundTable.objects.filter(round=2)
    )
    assert any(f"player:{late.pk}" in drawn.seats for drawn in RoundTable.objects.filter(round=2))
    evening.close()
    sound(evening)
    assert check_draw.main(certificates(evening, tmp_path, 3)) == 0
    call_command("verify_log")
    call_command("check_ledger")


def test_real_cards_lie_at_a_numbered_table_whichever_draw_stands(tmp_path):
    evening = Evening(8, deals_per_round=1, rounds=2, round_minutes=30)
    do(commands.mark_tables, evening, table=1, cardboard=True)
    do(commands.redraw, evening, reason="Two names were mixed up.")
    evening.follow()
    do(commands.mark_tables, evening, table=2, cardboard=True)
    do(commands.take_redraw_back, evening, reason="They were not.")
    evening.follow()
    marked = RoundTable.objects.order_by("number").values_list("cardboard", flat=True)
    assert list(marked) == [True, True]
    sound(evening)
    assert check_draw.main(certificates(evening, tmp_path, 1)) == 0


def test_a_redraw_that_is_taken_back_during_tea_begins_behind_it():
    evening = Evening(8, deals_per_round=1, rounds=2, round_minutes=30, wait_minutes=3)
    do(commands.redraw, evening, reason="Two names were mixed up.")
    pause(evening)
    work(evening)
    do(commands.take_redraw_back, evening, reason="They were not.")
    work(evening)
    evening.now += timedelta(minutes=50)
    follow_clock(lambda: evening.now)
    assert Tournament.objects.get().rounds_begun == 0
    resume(evening)
    work(evening)
    until = clock(evening)
    assert until is not None and until >= evening.now
    evening.now = until
    follow_clock(lambda: evening.now)
    assert Tournament.objects.get().rounds_begun == 1
    assert clock(evening) == until + timedelta(minutes=30)
    sound(evening)
