"""Live streams are open while Redis, PostgreSQL or the web process dies: pages go on hearing of their table."""

import contextlib
import signal
import threading
from collections.abc import Iterator

import pytest

from games.models import Deal
from tests.support.faults.evening import Member, Unreachable, assert_all_is_well, empty_broker, kill
from tests.support.faults.held import held
from tests.support.faults.listening import Page, open_streams
from tests.support.running_site import RunningSite
from tests.support.servers import Server, wait_until


@contextlib.contextmanager
def pages(club: RunningSite, table_id: int, count: int = 3) -> Iterator[list[Page]]:
    """So many pages of a table that listen; afterwards none is counted as open."""
    listening = [Page(club, table_id) for _ in range(count)]
    try:
        yield listening
    finally:
        for page in listening:
            page.close()
    wait_until(lambda: open_streams(club) == 0, "no stream is counted as open")


def new_table(club: RunningSite, member: Member) -> int:
    """Return a table at which the member plays against bots."""
    deal_id = member.deal_at_new_table()
    with club.database():
        return Deal.objects.get(pk=deal_id).table_id


def all_hear_of_a_move(listening: list[Page], member: Member, table_id: int) -> int:
    """Return the member moves, and every page is told; the deal."""
    deal_id, deal = member.turn_at(table_id)
    before = [page.heard for page in listening]
    member.send(deal_id, deal)
    for page, heard in zip(listening, before, strict=True):
        page.hears(heard)
    return deal_id


def test_pages_hear_of_moves_again_after_redis_came_back_empty_and_their_streams_stayed_open(
    club: RunningSite, lan: Member
) -> None:
    table_id = new_table(club, lan)
    with pages(club, table_id) as listening:
        wait_until(lambda: open_streams(club) == 3, "the open streams are counted")
        all_hear_of_a_move(listening, lan, table_id)
        deal_id, deal = lan.turn_at(table_id)
        heard = [page.heard for page in listening]
        assert club.process is not None
        club.process.send_signal(signal.SIGSTOP)  # so that the broker stays away
        try:
            kill(club, "broker")
            empty_broker(club)
            lan.send(deal_id, deal)  # told to nobody
        finally:
            club.process.send_signal(signal.SIGCONT)
        # Nobody knows what was missed: on its return every page is told to look.
        for page, before in zip(listening, heard, strict=True):
            page.hears(before)
        deal_id = all_hear_of_a_move(listening, lan, table_id)
        assert [page.connected for page in listening] == [1, 1, 1]
        lan.play(deal_id)  # bots go on by the sweep
    assert_all_is_well(club, deal_id)


@pytest.mark.only_on("postgresql")
def test_streams_stay_open_while_postgresql_is_killed_and_pages_hear_of_moves_afterwards(
    club: RunningSite, lan: Member, database_server: Server
) -> None:
    table_id = new_table(club, lan)
    with pages(club, table_id) as listening:
        lan.turn_at(table_id)
        database_server.kill()
        try:
            # A stream asks the database nothing: even a new one opens meanwhile.
            with contextlib.closing(Page(club, 1)) as another:
                assert another.heard
        finally:
            database_server.start()
        deal_id = all_hear_of_a_move(listening, lan, table_id)
        assert [page.connected for page in listening] == [1, 1, 1]
        lan.play(deal_id)
    assert_all_is_well(club, deal_id)


def test_a_web_process_killed_with_its_streams_is_found_again_by_its_pages(
    club: RunningSite, lan: Member
) -> None:
    table_id = new_table(club, lan)
    with pages(club, table_id) as listening:
        kill(club, "web")
        wait_until(lambda: all(page.connected > 1 for page in listening), "they connect again")
        all_hear_of_a_move(listening, lan, table_id)


@pytest.mark.only_on("postgresql")
def test_a_club_asked_to_stop_answers_the_move_in_flight_and_ends_its_streams_in_order(
    club: RunningSite, lan: Member, database_server: Server
) -> None:
    table_id = new_table(club, lan)
    deal_id, deal = lan.turn_at(table_id)
    said = {"move": deal["moves"][-1], "move_id": "in-flight", "expected_version": deal["version"]}
    answers: list[int] = []

    def send() -> None:
        with contextlib.suppress(Unreachable):
            answers.append(lan.ask("POST", f"deals/{deal_id}/moves/", said)[0])

    page = Page(club, table_id)
    row = f"SELECT FROM games_deal WHERE id = {deal_id} FOR UPDATE"
    with held(database_server, row) as lock:
        move = threading.Thread(target=send)
        move.start()
        lock.wait_for('%"games_deal"%')
        assert club.process is not None
        club.process.send_signal(signal.SIGTERM)
        # The stream ends before the move is answered: nothing waits for those who listen.
        wait_until(lambda: page.ends, "the stream ends")
        assert page.ends[0].endswith(b"0\r\n\r\n")  # the end of an answer, not of a connection
        assert not answers
        lock.release()
        move.join(30)
    page.close()
    assert answers == [200]
    assert club.process.wait(30) == 0
    assert "Cancel" not in club.log("web").rpartition("Shutting down")[2]
    wait_until(lambda: club.processes() == [], "no process is left")
    club.start()
    assert lan.look(deal_id)["version"] > deal["version"]
    assert lan.ask("POST", f"deals/{deal_id}/moves/", said)[0] == 200  # sent again, stored once
    lan.play(deal_id)
    assert_all_is_well(club, deal_id)
