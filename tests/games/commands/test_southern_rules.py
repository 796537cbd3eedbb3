"""Deals of the southern rules and of mixed claims in a club, through its commands and pages (§13.5-§13.7)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from games import commands, queries
from games.checks.log import differing_deals
from games.commands.deal.deal_work import DealWork
from games.engine.events import CardMelded, TimeRanOut, WaiverTurned
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC, MIEN_NAM
from games.engine.state import Phase
from games.engine.taking import keeps_king
from games.errors import Refused
from games.models import Deal, Player
from tests.support.deals import NOW, play_to_the_end, running_deal, turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [Player.objects.create_user(name) for name in ("an", "binh")]


@pytest.mark.parametrize(
    "rules",
    [
        MIEN_NAM,
        replace(MIEN_NAM, key="Nhà An", khap_claim="offered", win_claim="offered"),
        replace(FOURSAC, key="Nhà Bình", pair_claim="forced", win_claim="forced"),
        replace(FOURSAC, key="Nhà Chi", drawn_king="kept", king_triples=True),
    ],
    ids=lambda rules: rules.key,
)
def test_whole_deals_are_played_on_the_page_with_the_switch_and_proved(people, rules):
    turned = 0
    for seed in range(3):
        deal = running_deal(rules, seed, people, name=f"Bàn {seed}")
        clients = []
        for player in people:
            clients.append(Client())
            clients[-1].force_login(player)
        for at, _state in enumerate(turns(deal, lambda moves: moves[0], clock=lambda: NOW)):
            now = Deal.objects.get(pk=deal.pk)
            for player, client in zip(people, clients, strict=True):
                seen = queries.see_deal(now, player)
                if at % 4 == 0:
                    assert client.get(f"/tables/{deal.table_id}/").status_code == 200
                if seen.may_let_pairs_go and not seen.view.lets_pairs_go:
                    commands.let_pairs_go(
                        by=player,
                        deal_id=deal.pk,
                        on=True,
                        expected_version=seen.view.version,
                        now=now.changed_at,
                    )
                    turned += 1
        record = queries.record_of(deal.pk)
        assert verify(record) is None
        assert clients[0].get(f"/replays/{deal.pk}/").status_code == 200
        stored = [event for event in record.history if isinstance(event, WaiverTurned)]
        turned -= len(stored)
        assert (stored != []) <= rules.pair_waived_when_waiting
    assert turned == 0
    assert list(differing_deals()) == []


def test_13_7_when_the_time_is_up_the_king_is_melded_with_most_points(people):
    rules = replace(MIEN_NAM, key="A", king=0, melds="no-more-trash", king_guard_minister=3)
    for seed in range(40):
        deal = running_deal(rules, seed, people)
        for state in turns(deal, lambda moves: moves[-1], clock=lambda: NOW):
            if state.phase is Phase.TURN and keeps_king(state) and state.turn < 2:
                deal.refresh_from_db()
                assert deal.deadline is not None
                late = deal.deadline + timedelta(seconds=1)
                assert commands.time_out(deal_id=deal.pk, now=late) == 1
                history = [row.event for row in queries.history(deal.pk)]
                at = max(n for n, event in enumerate(history) if isinstance(event, TimeRanOut))
                melded = next(event for event in history[at:] if isinstance(event, CardMelded))
                assert melded.seat == state.turn
                play_to_the_end(deal, now=late)
                assert verify(queries.record_of(deal.pk)) is None
                return
        commands.close_table(by=people[0], table_id=deal.table_id, now=NOW)
    raise AssertionError("nobody drew a king")


def test_a_page_from_before_the_switch_still_moves(people):
    """The same player's other page: the switch moves no card."""
    for seed in range(40):
        deal = running_deal(MIEN_NAM, seed, people)
        for state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
            seat = state.turn
            deal.refresh_from_db()
            if state.phase is not Phase.TURN or seat > 1:
                continue
            seen = queries.see_deal(deal, people[seat])
            if not seen.may_let_pairs_go or seen.view.lets_pairs_go:
                continue
            said = {"by": people[seat], "deal_id": deal.pk, "now": deal.changed_at}
            said["expected_version"] = seen.view.version
            commands.let_pairs_go(**said, on=True)
            moved = commands.submit_move(**said, move=seen.moves[-1], move_id="from-before")
            assert moved > seen.view.version + 1
            again = commands.submit_move(**said, move=seen.moves[-1], move_id="from-before")
            assert again == moved
            return
        commands.close_table(by=people[0], table_id=deal.table_id, now=NOW)
    raise AssertionError("nobody waited in their turn")


def test_a_press_that_comes_behind_the_seats_own_discard_is_refused(people):
    deal = running_deal(MIEN_NAM, 1, people)
    work = DealWork.on(deal.pk, now=deal.changed_at)
    before = {seat: len(work.known_to(seat)) for seat in (0, 1)}
    discarded = None
    for state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
        if discarded is not None:
            break
        discarded = state.turn if state.phase is Phase.DISCARD else None
    assert discarded is not None
    with pytest.raises(Refused) as refusal:
        commands.let_pairs_go(
            by=people[discarded],
            deal_id=deal.pk,
            on=True,
            expected_version=before[discarded],
            now=deal.changed_at,
        )
    assert refusal.value.code == "deal.stale"
