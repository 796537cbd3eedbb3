"""The open stream of an account: it looks when its tables move on, and tells each state once."""

import asyncio
import json

import pytest
from django.utils import timezone

from games.commands.people.tokens import issue, revoke
from games.live import hub as live
from games.live import sse
from games.live.account import LINES, SERVER_SENT, AccountLine
from games.live.publish import topic_of_account, topic_of_login
from games.models import Player
from tests.support.account_streams import LOGIN, Club, Program, event, looks
from tests.support.threads import on_a_loop
from tusac_site.serving import account_streams as streams
from tusac_site.serving.known_callers import credential_of


def test_it_asks_as_the_program_did_and_then_behind_its_last_line(hub):
    club = Club()

    async def play():
        program = Program(club)
        await looks(club, 2)
        club.told = [event(1), event(2)]
        hub.ring("table-12")
        await program.hears("table", "event", "event")
        club.told = []
        hub.ring("account-7")
        await looks(club, 4)
        await program.leave()
        return program

    program = on_a_loop(play)
    assert club.asked == ["after=3.4.5", "after=12.0.0", "after=12.0.0", "after=12.34.2"]
    assert program.start["status"] == 200
    headers = dict(program.start["headers"])
    assert headers[b"content-type"] == LINES.encode()
    assert headers[b"cache-control"] == b"no-store, no-transform"
    assert hub._listeners == {}


def test_a_state_that_says_nothing_new_is_not_told_again(hub):
    club = Club()

    async def play():
        program = Program(club)
        await looks(club, 2)
        hub.ring("table-12")
        await looks(club, 3)
        club.told = [AccountLine("table", 12, "12.0.0", b'{"table_id":12,"said":1}')]
        hub.ring("table-12")
        await program.hears("table", "table")
        await program.leave()
        return program.lines

    assert "said" in on_a_loop(play)[1]


def test_a_quiet_stream_looks_and_breathes_at_its_beat_whatever_happens_elsewhere(hub, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    club = Club()

    async def play():
        program = Program(club)
        async with asyncio.timeout(20):
            while len(program.lines) < 4:
                hub.ring("table-13")
                await asyncio.sleep(0.001)
        await program.leave()
        return program.lines

    assert [line["type"] for line in on_a_loop(play)[:4]] == ["table", "beat", "beat", "beat"]


def test_server_sent_events_begin_with_the_time_to_come_again(hub):
    async def play():
        program = Program(Club(), (b"accept", SERVER_SENT.encode()))
        async with asyncio.timeout(20):
            while b"event: table\nid: 12.0.0\n" not in program.body:
                await asyncio.sleep(0.001)
        await program.leave()
        return program

    program = on_a_loop(play)
    assert program.body.startswith(sse.RETRY)
    assert dict(program.start["headers"])[b"content-type"] == SERVER_SENT.encode()


def test_a_look_that_the_club_is_too_busy_for_is_tried_again(hub, monkeypatch):
    monkeypatch.setattr(streams, "AGAIN", 0.001)
    club = Club()

    async def play():
        program = Program(club)
        await looks(club, 2)
        club.status = 503
        hub.ring("table-12")
        await looks(club, 5)
        club.status, club.told = 200, [event(1)]
        await program.hears("table", "event")
        await program.leave()

    on_a_loop(play)


def pauses(hub, monkeypatch, play):
    """Return the seconds that timers were set to, all of which are up at once, while this was played."""
    set_to: list[float] = []

    async def in_no_time():
        loop = asyncio.get_running_loop()
        later = loop.call_later
        passed = [0.0]

        def call_later(delay, told, *args, **more):
            if getattr(told, "__name__", "") != "signal" or delay >= live.HEARTBEAT:
                return later(delay, told, *args, **more)
            set_to.append(delay)
            passed[0] += delay
            return loop.call_soon(told, *args, **more)

        monkeypatch.setattr(loop, "call_later", call_later)
        monkeypatch.setattr(streams, "monotonic", lambda: passed[0])
        await play()

    on_a_loop(in_no_time)
    return set_to


def test_looks_in_vain_wait_growing_pauses_whatever_happens_meanwhile(hub, monkeypatch):
    monkeypatch.setattr(streams, "uniform", lambda low, high: (low + high) / 2)
    club = Club()

    async def play():
        program = Program(club)
        await looks(club, 2)
        club.status = 503
        hub.ring("table-12")
        await looks(club, 9)
        await program.leave()

    waited = pauses(hub, monkeypatch, play)
    assert [round(one) for one in waited[:6]] == [1, 2, 4, 8, 16, 16]


def test_a_stream_rests_between_two_looks_and_hears_its_end_at_once(hub, monkeypatch):
    monkeypatch.setattr(streams, "BETWEEN", 1000)
    club = Club()

    async def play():
        program = Program(club)
        await program.hears("table")
        for _ in range(100):
            hub.ring("table-12")
            await asyncio.sleep(0)
        asked = len(club.asked)
        club.status = 401
        hub.ring(LOGIN)
        await asyncio.wait_for(program.done, 20)
        return asked, program.lines[-1]["type"]

    assert on_a_loop(play) == (1, "end")


def test_a_seat_at_another_table_is_heard_of_from_then_on(hub):
    club = Club()

    async def play():
        program = Program(club)
        await looks(club, 2)
        club.topics = frozenset({"account-7", "table-13-" + "a" * 32})
        hub.ring("account-7")
        await looks(club, 4)  # once more: it may have moved on before it was listened to
        hub.ring("table-12")
        hub.ring("table-13-" + "a" * 32)
        await looks(club, 5)
        await asyncio.sleep(0)
        await program.leave()

    on_a_loop(play)
    assert len(club.asked) == 5
    assert hub._listeners == {}


def test_invitations_are_told_when_they_change_and_nobodys_are_no_news(hub):
    club = Club()

    def invite(*tables):
        said = json.dumps({"tables": tables}, separators=(",", ":")).encode()
        club.told = [AccountLine("invitations", 0, "12.0.0", said)]

    async def play():
        invite()
        program = Program(club)
        asked = 2
        for tables in ((), (15,), (15,), (), (), (15,)):
            invite(*tables)
            await looks(club, asked)
            hub.ring("table-12")
            asked += 1
        await looks(club, asked)
        await program.leave()
        return [line["tables"] for line in program.lines]

    assert on_a_loop(play) == [[15], [], [15]]


# --- what is published ----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_token_is_published_to_its_streams_alone(monkeypatch):
    told: list[str] = []
    monkeypatch.setattr("games.live.publish._send", told.append)
    player = Player.objects.create_user("an", password="sesame")
    keys = [issue(player, now=timezone.now()) for _ in range(2)]
    revoke(by=player, token_id=player.api_tokens.order_by("pk")[0].pk)
    shown = [(b"authorization", f"Token {keys[0]}".encode())]
    assert told == [topic_of_login(credential_of(shown))]


@pytest.mark.django_db(transaction=True)
def test_a_duty_that_ends_or_begins_is_published_to_the_account(monkeypatch):
    told: list[str] = []
    monkeypatch.setattr("games.live.publish._send", told.append)
    player = Player.objects.create_user("an", password="sesame")
    for is_director in (True, False):
        player.is_director = is_director
        player.save(update_fields=["is_director"])
    assert told == [topic_of_account(player.pk)] * 2
    player.muted = [None]
    player.save(update_fields=["muted"])
    assert len(told) == 2
