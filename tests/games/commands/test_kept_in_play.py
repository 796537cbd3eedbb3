"""What play keeps to the end: who wrote a payment, whose time runs out, what is shown after the deal, and no press
that comes too late."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.utils import timezone

from games import commands, queries
from games.checks.log import differing_deals
from games.commands.club.chips import grant_chips
from games.commands.deal.presence import MOST_GIVEN
from games.commands.people.accounts import duties_of
from games.engine.deal import legal_moves, to_move
from games.engine.events import DealWon, TimeRanOut
from games.engine.rules import VINAGAMES
from games.engine.state import Phase
from games.ledger.models import Transfer
from games.models import Deal, Player
from games.queries.finished.histories import history
from games.queries.people.second_factor import has_duty
from tests.support.claims import in_a_window, window_of
from tests.support.deals import NOW, running_deal, stored_deal
from tests.support.presence import fresh
from tests.support.refused import refused

pytestmark = pytest.mark.django_db


# --- money -----------------------------------------------------------------------------------------


def test_a_transfer_names_whose_doing_the_event_was_and_none_where_it_was_the_services(
    four, director
) -> None:
    deal = stored_deal(VINAGAMES, 1, four)
    from uuid import uuid4

    grant_chips(
        by=director, players=[four[0]], amount=5, idempotency_key=uuid4(), now=timezone.now()
    )
    granted = Transfer.objects.exclude(metadata="{}").get(key__startswith=f"grant:{four[0].pk}:")
    assert granted.metadata == f'{{"by":{director.pk}}}'
    for transfer in Transfer.objects.filter(stream=deal.stream):
        event = next(row for row in history(deal.pk) if row.version == transfer.version)
        assert transfer.metadata == ("{}" if event.by is None else f'{{"by":{event.by}}}')


# --- time ------------------------------------------------------------------------------------------


def test_the_time_of_a_bot_or_of_a_seat_that_is_gone_never_runs_out(four) -> None:
    deal = running_deal(VINAGAMES, 3, four[:1])
    for at in range(1, 400):
        deal.refresh_from_db()
        if deal.ended_at is not None:
            break
        now = NOW + at * timedelta(hours=1)
        commands.time_out(deal_id=deal.pk, now=now)
        commands.play_bots(deal_id=deal.pk, clock=partial(datetime.fromisoformat, now.isoformat()))
    assert deal.ended_at is not None
    late = [row.event for row in history(deal.pk) if isinstance(row.event, TimeRanOut)]
    assert [one.seat for one in late] == [0, 0], "two in a row, and then the seat is gone"


def test_no_time_is_given_in_a_finished_deal(four, director) -> None:
    deal = stored_deal(VINAGAMES, 1, four)
    with refused("deal.over"):
        commands.give_time(
            by=director, deal_id=deal.pk, seconds=MOST_GIVEN, key="late", now=lambda: NOW
        )


# --- moves that come again, or too late --------------------------------------------------------------


def test_the_move_that_won_is_answered_the_same_when_it_is_sent_again(four) -> None:
    deal = running_deal(VINAGAMES, 1, four)
    at, last = NOW, None
    while True:
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            break
        seat = to_move(state)[0]
        said = {
            "by": four[seat],
            "deal_id": deal.pk,
            "move": legal_moves(state, seat)[-1],
            "move_id": f"move-{state.version:06}",
            "expected_version": queries.see_deal(fresh(deal), four[seat]).view.version,
        }
        at += timedelta(seconds=1)
        last = said, commands.submit_move(**said, now=at)
    assert last is not None
    said, version = last
    assert any(isinstance(row.event, DealWon) for row in history(deal.pk)) or state.ending
    before = len(history(deal.pk))
    assert commands.submit_move(**said, now=at + timedelta(minutes=5)) == version
    assert len(history(deal.pk)) == before
    assert list(differing_deals()) == []


def test_a_stale_press_or_one_in_a_pause_holds_no_window(four, director) -> None:
    deal, _state = in_a_window(four[:2], 40, asked=True)
    now = window_of(deal) - timedelta(seconds=1)
    current = queries.see_deal(deal, four[0]).view.version
    for version in (0, current - 1, current + 1, 10**6):
        with refused("deal.stale"):
            commands.hold_window(by=four[0], deal_id=deal.pk, expected_version=version, now=now)
    commands.pause_deal(by=director, deal_id=deal.pk, resume=False, now=lambda: now)
    with refused("deal.paused"):
        commands.hold_window(
            by=four[0],
            deal_id=deal.pk,
            expected_version=queries.see_deal(fresh(deal), four[0]).view.version,
            now=now,
        )


# --- what is shown, who has a duty --------------------------------------------------------------------


def test_after_the_deal_every_viewer_sees_all_hands_the_stock_and_who_claimed(four) -> None:
    deal = stored_deal(VINAGAMES, 1, four)
    state = queries.load_state(deal.pk)
    for viewer in (None, *four):
        seen = queries.see_deal(Deal.objects.get(pk=deal.pk), viewer).view
        assert seen.phase is Phase.OVER
        assert [sorted(hand or ()) for hand in seen.hands] == [
            sorted(hand) for hand in map(list, _hands(state))
        ]
        told = [row.event for row in queries.see_deal(Deal.objects.get(pk=deal.pk), viewer).events]
        assert told == [row.event for row in history(deal.pk)]


def _hands(state):
    from games.engine.hands.hand import cards_of

    return [cards_of(block) for block in state.blocks]


def test_a_closed_account_has_no_duties(director) -> None:
    assert duties_of(director) == {"is_director"} and has_duty(director)
    Player.objects.filter(pk=director.pk).update(is_active=False)
    director.refresh_from_db()
    assert duties_of(director) == frozenset()
