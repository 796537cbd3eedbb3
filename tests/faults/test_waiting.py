"""A lock that nobody lets go of, and a web process all of whose threads wait for it."""

import threading
import urllib.request

import pytest

from tests.support.faults.evening import Member
from tests.support.faults.held import held
from tests.support.running_site import RunningSite
from tests.support.servers import Server
from tusac_site.serving.handler import THREADS


@pytest.mark.only_on("postgresql")
def test_whoever_waits_for_a_forgotten_lock_is_told_so_and_the_process_lives_on(
    club: RunningSite, database_server: Server | None, lan: Member
) -> None:
    assert database_server is not None
    _, table = lan.ask("POST", "tables/", {"name": "Bàn", "seats": 4, "seconds_per_move": 60})
    answers: list[int] = []

    def sit() -> None:
        answers.append(lan.ask("POST", f"tables/{table['id']}/sit/", {"seat": 0})[0])

    lock = f"SELECT 1 FROM games_table WHERE id = {table['id']} FOR UPDATE"
    with held(database_server, lock) as one:
        waiting = [threading.Thread(target=sit) for _ in range(THREADS)]
        for thread in waiting:
            thread.start()
        one.wait_for("%games_table%", THREADS)
        with urllib.request.urlopen(f"{club.base_url}/healthz", timeout=5) as alive:
            assert alive.read() == b"ok"
        assert answers == []  # all threads were waiting while it answered
        for thread in waiting:
            thread.join(60)
        assert answers == [503] * THREADS
        assert lan.ask("GET", "tables/")[0] == 200  # though the lock is still held
    assert lan.ask("POST", f"tables/{table['id']}/sit/", {"seat": 0})[0] == 200
