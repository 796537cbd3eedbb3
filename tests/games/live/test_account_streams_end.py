"""The open stream of an account ends with its login, and there are only so many of them."""

import asyncio
import gc
import json
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.live import sse
from games.live.account import Look
from tests.support.account_streams import LOGIN, Club, Program, event, looks
from tests.support.threads import on_a_loop
from tusac_site.serving import account_streams as streams

# --- how it ends ----------------------------------------------------------------------------------


def test_it_ends_with_its_login_and_says_why(hub):
    club = Club()

    async def play():
        program = Program(club)
        other = Program(club)
        await looks(club, 4)
        club.status = 401
        hub.ring(LOGIN)
        await asyncio.wait_for(program.done, 20)
        await asyncio.wait_for(other.done, 20)
        return program.lines

    lines = on_a_loop(play)
    assert lines[-1] == {"type": "end", "problem": {"code": "login.needed"}}
    assert hub._listeners == {}


def test_no_line_follows_the_end_of_a_login_not_even_one_that_was_made(hub):
    club = Club()

    async def play():
        program = Program(club)
        await looks(club, 2)
        await program.hears("table")
        club.told = [event(1), event(2), event(3)]
        program.awake.clear()  # the first event is on its way, as slowly as its reader takes it
        hub.ring("table-12")
        await looks(club, 3)
        club.status = 401
        hub.ring(LOGIN)
        program.awake.set()
        await asyncio.wait_for(program.done, 20)
        return program.lines

    assert [line["type"] for line in on_a_loop(play)][-2:] == ["event", "end"]


def test_it_ends_when_the_time_of_its_token_is_up(hub):
    club = Club()
    club.until = timezone.now() + timedelta(milliseconds=30)

    async def play():
        program = Program(club)
        await asyncio.wait_for(program.done, 20)
        return program.lines

    lines = on_a_loop(play)
    assert lines[-1]["problem"]["code"] == "stream.ended"
    assert lines[-1]["problem"]["detail"]


def test_it_ends_when_the_duties_of_its_account_change(hub):
    club = Club()
    club.duties = (True, False, False)

    async def play():
        program = Program(club)
        await looks(club, 2)
        club.duties, club.told = (False, False, False), [event(1)]
        hub.ring("account-7")
        await asyncio.wait_for(program.done, 20)
        return program.lines

    lines = on_a_loop(play)
    assert [line["type"] for line in lines] == ["table", "end"]
    assert lines[-1]["problem"]["code"] == "stream.ended"


def test_a_stop_of_the_server_ends_it(hub):
    async def play():
        program = Program(Club())
        await program.hears("table")
        hub.close()
        await asyncio.wait_for(program.done, 20)

    on_a_loop(play)


def test_a_refused_program_gets_the_answer_of_any_page(hub):
    club = Club()
    club.status = 401

    async def play():
        program = Program(club)
        await asyncio.wait_for(program.done, 20)
        return program

    program = on_a_loop(play)
    assert (program.start["status"], program.body) == (401, b'{"code":"login.needed"}')
    assert hub._listeners == {}


# --- how many there may be ------------------------------------------------------------------------


def test_an_account_has_few_streams_and_others_have_theirs(hub):
    club = Club()

    async def play():
        programs = [Program(club) for _ in range(streams.OF_ACCOUNT)]
        await looks(club, 2 * streams.OF_ACCOUNT)
        late = Program(club, token="another of the same account")
        await asyncio.wait_for(late.done, 20)
        club.player = 8
        other = Program(club, token="of another")
        await other.hears("table")
        club.player = 7
        await programs[0].leave()
        again = Program(club)
        await again.hears("table")
        for program in (*programs[1:], other, again):
            await program.leave()
        return late

    late = on_a_loop(play)
    assert late.start["status"] == 429
    said = json.loads(late.body)
    assert said["code"] == "stream.too-many-of-account"
    assert dict(late.start["headers"])[b"retry-after"]


def test_an_access_key_with_its_streams_open_costs_no_further_look(hub):
    club = Club()

    async def play():
        programs = [Program(club) for _ in range(streams.OF_ACCOUNT)]
        await looks(club, 2 * streams.OF_ACCOUNT)
        late = Program(club)
        await asyncio.wait_for(late.done, 20)
        asked = len(club.asked)
        for program in programs:
            await program.leave()
        return late, asked

    late, asked = on_a_loop(play)
    assert (late.start["status"], asked) == (429, 2 * streams.OF_ACCOUNT)


def test_an_account_has_one_look_at_a_time_the_first_of_a_key_as_well(hub):
    club = SlowClub()

    async def play():
        programs = [Program(club) for _ in range(streams.OF_ACCOUNT)]
        await looks(club, 2 * streams.OF_ACCOUNT)
        await programs.pop().leave()
        programs.append(Program(club))
        hub.ring("account-7")
        await looks(club, 3 * streams.OF_ACCOUNT + 1)
        for program in programs:
            await program.leave()

    on_a_loop(play)
    assert club.most == 1


class SlowClub(Club):
    """Counts the looks that are under way at a time."""

    under_way = most = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        for _ in range(10):
            await asyncio.sleep(0)
        await super().__call__(scope, receive, send)
        self.under_way -= 1


def test_an_open_stream_keeps_no_look(hub):
    club = Club()
    club.player = 70_007

    async def play():
        program = Program(club)
        await looks(club, 2)
        await program.hears("table")
        club.told = [event(1)]
        hub.ring("table-12")
        await program.hears("table", "event")
        await asyncio.sleep(0)
        kept = [one for one in gc.get_objects() if type(one) is Look and one.player == club.player]
        await program.leave()
        return kept

    assert on_a_loop(play) == []


def test_ten_thousand_streams_take_no_more_than_there_is_room_for_and_the_rest_are_told(
    hub, monkeypatch
):
    monkeypatch.setattr(streams, "limit", sse.ConnectionLimit(most=3))
    for counts in ("of_account", "of_credential"):
        monkeypatch.setattr(streams, counts, sse.ConnectionLimit(each=10_000))
    club = Club()

    async def play():
        programs = [Program(club) for _ in range(10_000)]
        async with asyncio.timeout(60):
            while sum(one.done.done() for one in programs) < 9_997:
                await asyncio.sleep(0.001)
        refused = [one for one in programs if one.done.done()]
        open_ones = [one for one in programs if not one.done.done()]
        for program in open_ones:
            await program.hears("table")
            await program.leave()
        return refused

    refused = on_a_loop(play)
    assert {one.start["status"] for one in refused} == {429}
    assert {json.loads(one.body)["code"] for one in refused} == {"stream.full"}


def test_a_reader_that_takes_nothing_keeps_one_look_and_no_more(hub):
    club = Club()

    async def play():
        program = Program(club)
        await looks(club, 2)
        await program.hears("table")
        program.awake.clear()
        club.told = [event(1)]
        for _ in range(100):
            hub.ring("table-12")
            await asyncio.sleep(0)
        asked = len(club.asked)
        program.left.set()  # the server has cut the connection
        program.awake.set()
        await asyncio.wait_for(program.done, 20)
        return asked

    assert on_a_loop(play) == 3
    assert hub._listeners == {}
