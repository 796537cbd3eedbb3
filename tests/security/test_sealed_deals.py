"""Nobody learns how a duplicate's deal went while another table may yet play it: the attack, on every address.

The proof is by difference, as in `test_hidden_cards`: the deal that is over at table 1 is put in the place of one that
went otherwise in everything, and whoever did not sit there asks every address of the site before and after.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client

from games import commands, queries
from games.engine import events as ev
from games.errors import Refused
from games.log import codec
from games.models import Deal, Player
from games.schema import to_stored
from replays.commands import rulings
from tests.support.append_only import lifted
from tests.support.deals import ending_of, play_on
from tests.support.evening import Evening
from tests.support.sightseeing import Tour
from tests.support.worlds import chain_anew, changed_for
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


WHOLE = ("who plays it now", "owner")
"""Who asks every address of the site; the others ask those of tables and deals."""


class Night:
    """Two tables of a duplicate: the first has played deal 1 and begun deal 2, the second still plays deal 1."""

    def __init__(self) -> None:
        self.evening = Evening(8, duplicate=True, rounds=1)
        one, two = RoundTable.objects.order_by("number")
        self.over = Deal.objects.get(table=one.games_table_id)
        self.open = Deal.objects.get(table=two.games_table_id)

        self.evening.now += timedelta(seconds=61)
        for deal in (self.over, self.open):
            commands.start_deal(deal_id=deal.pk, now=self.evening.now)
        play_on(self.over.pk, now=self.evening.now)
        self.evening.finish_deal(self.over.pk)
        self.evening.follow()
        self.over.refresh_from_db()
        ids = {seat.number: seat.player for seat in self.open.seats.all()}
        self.there = {seat.number: seat.player for seat in self.over.seats.all()}
        self.viewers = {
            "anonymous": None,
            "a member elsewhere": Player.objects.create_user("elsewhere"),
            "who plays it now": ids[0],
            "another who plays it now": ids[2],
            "director": self.evening.director,
            "referee": Player.objects.create_user("referee", is_referee=True, is_staff=True),
            "owner": Player.objects.create_superuser("root", is_director=True, is_referee=True),
        }


@contextmanager
def otherwise(deal: Deal) -> Iterator[int]:
    """The deal with other hands, other moves of cards and another end, as many events; how many differ."""
    before = [row.event for row in queries.history(deal.pk)]
    after = [_other(event) for event in before]
    different = [at for at, event in enumerate(after) if event != before[at]]
    with transaction.atomic():
        with lifted(), connection.cursor() as cursor:
            for at in different:
                (stored,) = to_stored([after[at]])
                cursor.execute(
                    "UPDATE log_event SET payload = %s, name = %s WHERE stream = %s AND version = %s",
                    [codec.encode(stored.payload), stored.name, deal.stream, at + 1],
                )
            chain_anew(deal.stream)
        yield len(different)
        transaction.set_rollback(True)


def _other(event: ev.Event) -> ev.Event:
    match event:
        case ev.DealStarted():
            hands = event.hands[1:] + event.hands[:1]
            return replace(event, hands=hands, stock=event.stock[::-1])
        case ev.DealWon():
            result = event.result
            other = (result.winner + 1) % 4 if result.winner is not None else 0
            net = result.net[-1:] + result.net[:-1]
            return replace(
                event,
                result=replace(result, winner=other, points=result.points + 2, net=net, sets=()),
            )
        case ev.DealExhausted():
            return event
        case ev.SecretPublished():
            return ev.SecretPublished("c5" * 32)
    return event


@pytest.fixture
def night(own_cache, caplog):
    caplog.set_level(logging.DEBUG)
    night = Night()
    with time_machine.travel(night.evening.now, tick=False):
        yield night


def test_no_address_tells_who_did_not_sit_there_how_a_sealed_deal_went(night):
    deal = night.over
    secret = ending_of(deal).secret
    assert secret is not None
    for name, viewer in night.viewers.items():
        here = Tour(deal, viewer)
        whole = name in WHOLE
        before = here.go(whole=whole)
        with otherwise(deal) as changed:
            assert changed >= 3
            after = here.again().go(whole=whole)
        assert here.settle(before, after, whole=whole) == [], name
        assert not any(secret in text for text in here.raw), name
        answer = before[f"GET /api/v1/deals/{deal.pk}/"]
        assert answer.status == (401 if viewer is None else 403), name


def test_who_sat_there_sees_no_hand_but_the_own_one(night):
    deal, seat = night.over, 1
    here = Tour(deal, night.there[seat])
    before = here.go(whole=False)
    with changed_for(deal, seat, Random(1)) as changed:
        assert changed
        after = here.again().go(whole=False)
    assert here.settle(before, after, whole=False) == []
    client = Client()
    client.force_login(night.there[seat])
    page = client.get(f"/tables/{deal.table_id}/").text
    assert "Deal 1 is over at this table." in page
    result = ending_of(deal).result
    answer = client.get(f"/api/v1/tables/{deal.table_id}/").json()
    assert answer["last_deal"] is None
    assert (answer["sealed"]["net"], answer["sealed"]["points"]) == (
        list(result.net),
        result.points,
    )


def test_the_attack_finds_a_deal_that_is_not_sealed(night):
    Deal.objects.filter(pk=night.over.pk).update(sealed=False)
    tour = Tour(night.over, night.viewers["who plays it now"])
    before = tour.go(whole=False)
    with otherwise(night.over):
        after = tour.go(whole=False)
    leaking = {where for where in before if before[where] != after[where]}
    assert f"GET /replays/{night.over.pk}/" in leaking
    assert f"GET /api/v1/deals/{night.over.pk}/record/" in leaking
    for what in ("picture.svg", "picture.png", "what-if/"):
        assert any(f"/replays/{night.over.pk}/{what}" in where for where in leaking), what


@pytest.mark.parametrize("who", ["anonymous", "a member elsewhere", "director", "who plays it now"])
def test_nobody_looks_on_at_a_duplicates_table(night, who):
    client = Client()
    if night.viewers[who] is not None:
        client.force_login(night.viewers[who])
    running = Deal.objects.get(table=night.over.table_id, ended_at=None)
    assert running.deadline is not None
    commands.start_deal(deal_id=running.pk, now=running.deadline)
    page = client.get(f"/tables/{running.table_id}/")
    assert page.status_code == 403
    assert "t be watched now" in page.text


def test_records_disputes_and_lists_wait_until_all_tables_have_played_it(night, tmp_path, capsys):
    deal = night.over
    with pytest.raises(Refused) as refusal:
        rulings.file_dispute(
            by=night.there[0], deal_id=deal.pk, discard=9, reason="why", now=night.evening.now
        )
    assert refusal.value.code == "deal.sealed"
    assert deal.pk not in queries.recorded_deals()
    call_command("export_deals", out=str(tmp_path / "all.jsonl"))
    assert f"deal-{deal.pk}" not in (tmp_path / "all.jsonl").read_text()
    with pytest.raises((Refused, CommandError)):
        call_command("export_deals", str(deal.pk), out=str(tmp_path / "one.jsonl"))
    assert deal not in queries.finished_deals()
    assert deal not in queries.finished_deals(night.there[0])
    play_on(night.open.pk, now=night.evening.now)
    night.evening.finish_deal(night.open.pk)
    night.evening.follow()
    assert {deal.pk, night.open.pk} <= set(queries.recorded_deals())
    assert Client().get(f"/replays/{deal.pk}/").status_code == 200
    client = Client()
    client.force_login(night.viewers["a member elsewhere"])
    assert client.get(f"/replays/{deal.pk}/", follow=True).status_code == 200
