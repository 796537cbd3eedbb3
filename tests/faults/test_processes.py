"""Each process of the club is killed in the middle of a deal: the deal goes on by itself and is paid once."""

import os
import signal
import subprocess
import sys
from datetime import timedelta

from django.utils import timezone

from games import commands, queries
from games.engine.deal import legal_moves, to_move
from games.engine.state import Phase
from games.models import Deal, Player
from tests.support.faults.evening import (
    Member,
    assert_all_is_well,
    empty_broker,
    kill,
    pool,
)
from tests.support.running_site import PROJECT, RunningSite
from tests.support.servers import wait_until


def test_a_deal_goes_on_after_its_worker_was_killed_in_a_bots_turn(
    club: RunningSite, lan: Member
) -> None:
    deal_id = lan.deal_at_new_table()
    lan.move(deal_id)
    kill(club, "worker")
    lan.play(deal_id)
    assert_all_is_well(club, deal_id)


def test_a_broker_that_comes_back_empty_loses_nothing_and_nobody_waits_for_it(
    club: RunningSite, lan: Member
) -> None:
    deal_id = lan.deal_at_new_table()
    assert club.process is not None
    club.process.send_signal(signal.SIGSTOP)  # so that the broker stays away
    try:
        lan.move(deal_id)
        kill(club, "broker")
        empty_broker(club)
        status, _ = lan.ask("GET", "tables/")
        assert status == 200
        other = lan.deal_at_new_table()  # its bells ring in vain
    finally:
        club.process.send_signal(signal.SIGCONT)
    for rung_in_vain in (deal_id, other):
        lan.play(rung_in_vain)
        assert_all_is_well(club, rung_in_vain)


def test_a_web_process_killed_in_the_middle_comes_back_and_the_move_counts_once(
    club: RunningSite, lan: Member
) -> None:
    deal_id = lan.deal_at_new_table()
    lan.move(deal_id)
    kill(club, "web")
    lan.play(deal_id)
    assert_all_is_well(club, deal_id)


def test_a_club_killed_with_all_its_processes_goes_on_where_it_was(
    club: RunningSite, lan: Member
) -> None:
    deal_id = lan.deal_at_new_table()
    lan.move(deal_id)
    club.stop(signal.SIGKILL)
    wait_until(lambda: club.processes() == [], "no process is left")
    club.start()
    lan.play(deal_id)
    assert_all_is_well(club, deal_id)


def test_the_sweep_finds_what_nobody_enqueued(club: RunningSite, lan: Member) -> None:
    # The test's own process has no broker: nothing that it does is rung for.
    with club.database():
        lan_herself = Player.objects.get(username="lan")
        table = Deal.objects.latest("pk").table
        deal = table.deals.get(ended_at__isnull=True)
        commands.get_ready(by=lan_herself, deal_id=deal.pk, now=timezone.now())
        wait_until(lambda: not _bots_turn(deal.pk), "the sweep has the bots play")
        _play_in_this_process(deal.pk, lan_herself)
    assert_all_is_well(club, deal.pk)


def _bots_turn(deal_id: int) -> bool:
    state = queries.load_state(deal_id)
    return state.phase is not Phase.OVER and 0 not in to_move(state)


def _play_in_this_process(deal_id: int, player: Player) -> None:
    later = timezone.now() + timedelta(seconds=1)
    while (state := queries.load_state(deal_id)).phase is not Phase.OVER:
        if 0 in to_move(state):
            commands.submit_move(
                by=player,
                deal_id=deal_id,
                move=legal_moves(state, 0)[-1],
                move_id=f"version-{state.version:04}",
                expected_version=state.version,
                now=later,
            )
        commands.play_bots(deal_id=deal_id, clock=lambda: later)


def test_two_beats_and_two_workers_do_no_harm(club: RunningSite, lan: Member) -> None:
    told = club.home / "second.log"
    with told.open("wb") as log:
        second = subprocess.Popen(
            [
                *[sys.executable, "-m", "celery", "-A", "tusac_site"],
                # With a beat of its own.
                *["worker", "-B", "--schedule", str(club.home / "second-schedule")],
                *["--concurrency", "1", "--hostname", "second@%h", "--loglevel", "INFO"],
            ],
            cwd=PROJECT,
            env=club.env,
            stdout=log,
            stderr=log,
        )
    try:
        wait_until(
            lambda: all(word in told.read_text() for word in ("Sending due task", "ready.")),
            "the second beat and the second worker are at work",
        )
        deal_id = lan.deal_at_new_table()
        lan.play(deal_id)
        assert_all_is_well(club, deal_id)
    finally:
        second.terminate()
        second.wait(20)


def test_a_sigkill_to_one_pool_process_alone_is_made_good(club: RunningSite, lan: Member) -> None:
    deal_id = lan.deal_at_new_table()
    lan.move(deal_id)
    wait_until(lambda: pool(club), "the pool works")
    os.kill(max(pool(club)), signal.SIGKILL)
    lan.play(deal_id)
    assert_all_is_well(club, deal_id)
