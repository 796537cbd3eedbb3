"""A program's open stream tells nothing of what others were offered, answered or passed up (§6.10, §13.6).

The attack: read a stream byte by byte in two worlds that differ in what is hidden from its seat, and count its looks.
"""

import asyncio
from random import Random

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from games import commands, queries
from games.engine.moves import Pass
from games.engine.rules import VINAGAMES
from games.live.account import ADDRESS, HANDED
from games.live.publish import topic_of_account
from tests.support.account_streams import quiet_hub
from tests.support.claims import asked_otherwise, in_a_window
from tests.support.deals import NOW
from tests.support.security.hidden_cards import situation
from tests.support.tables import opened_table
from tests.support.threads import beside
from tusac_site.serving import account_streams as streams

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hub(monkeypatch):
    return quiet_hub(monkeypatch)


class Pages:
    """Answers looks by the club's own view, on the thread of the test."""

    def __init__(self, player):
        self.client = AsyncClient()
        self.client.force_login(player)
        self.looks = 0

    async def __call__(self, scope, receive, send):
        self.looks += 1
        asked = {name: scope[name] for name in ("path", "query_string", HANDED)}
        asked |= {"method": "GET", "headers": [(b"host", b"testserver")]}
        answer = await self.client.request(**asked)
        await send({"type": "http.response.start", "status": answer.status_code, "headers": []})
        await send({"type": "http.response.body", "body": answer.content})


def heard(hub, player, deal, *, rings=3):
    """Return each piece that the stream of this player sends, told of the deal from its second event on; and its looks.

    Between the pieces it is woken, as a move elsewhere or its beat would.
    """
    pages = Pages(player)
    said: list[bytes] = []
    left = asyncio.Event()

    async def go():
        await left.wait()
        return {"type": "http.disconnect"}

    async def take(told):
        said.append(told.get("body", b""))

    async def play():
        query = f"after={deal.table_id}.{deal.pk}.1".encode()
        scope = {"client": ("192.0.2.1", 1), "headers": [], "query_string": query, "path": ADDRESS}
        stream = asyncio.create_task(streams.AccountStreams(pages)(scope, go, take))
        for looks in range(2, 3 + rings):
            while pages.looks < looks:
                assert not stream.done(), (stream.result(), said)
                await asyncio.sleep(0)
            if looks < 2 + rings:
                hub.ring(topic_of_account(player.pk))
        left.set()
        await stream

    beside(async_to_sync(play))
    return said, pages.looks


def test_an_invitation_wakes_nobody_and_is_told_alike_whatever_others_were_offered(
    club, hub, ticks
):
    deal, _state = in_a_window(club.people, 40, asked=True)
    east, host = club.people[1], club.people[0]
    table = opened_table(
        by=host, name="Bàn", rules=VINAGAMES, seats=2, now=NOW, admission="invited"
    )
    ticks.clear()
    commands.invite(by=host, table_id=table.pk, players=[east])
    assert ticks == []
    before = heard(hub, east, deal)
    assert [one for one in before[0] if f'"tables":[{table.pk}]'.encode() in one]
    with asked_otherwise(deal, 1, Random(deal.pk)) as more:
        assert heard(hub, east, deal) == before
    assert more


@pytest.mark.parametrize("asked", [True, False])
def test_lines_sizes_and_looks_are_the_same_whatever_others_were_offered(asked, club, hub):
    deal, _state = in_a_window(club.people, 40, asked=asked)
    east = club.people[1]
    before = heard(hub, east, deal)
    assert len(before[0]) > 5
    with asked_otherwise(deal, 1, Random(deal.pk)) as more:
        assert heard(hub, east, deal) == before
    assert more


def test_the_attack_finds_the_logs_own_versions(club, hub, monkeypatch):
    deal, _state = in_a_window(club.people, 40, asked=True)
    monkeypatch.setattr("games.engine.sight.numbers", lambda shown: list(range(1, len(shown) + 1)))
    before = heard(hub, club.people[1], deal)
    with asked_otherwise(deal, 1, Random(deal.pk)):
        assert heard(hub, club.people[1], deal) != before


def test_an_answer_to_a_claim_wakes_nobody_and_adds_no_line_for_others(club, hub, ticks):
    deal = situation(club, "4sac, claims are open")
    state = queries.load_state(deal.pk)
    seat = next(seat for seat in (0, 1) if state.offers[seat].kinds)
    mine, other = club.people[seat], club.people[1 - seat]
    before = heard(hub, other, deal)
    ticks.clear()
    commands.submit_move(
        by=mine,
        deal_id=deal.pk,
        move=Pass(seat),
        move_id="my-answer",
        expected_version=queries.see_deal(deal, mine).view.version,
        now=deal.changed_at,
    )
    assert ticks == []
    assert heard(hub, other, deal) == before
