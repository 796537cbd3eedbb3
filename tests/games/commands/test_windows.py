"""Claim windows (§6.10): open behind every discard and draw, held up by whoever likes, closed for all at their time."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from games import commands, queries, tasks
from games.checks.log import differing_deals
from games.club.house_rules import HouseRules
from games.engine.deal import legal_moves
from games.engine.events import TimeRanOut, WindowHeld
from games.engine.moves import Pass
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.errors import Refused
from games.models import Deal, Player
from tests.support.claims import in_a_window, window_of
from tests.support.deals import NOW, prepared_deal, running_deal, turns
from tests.support.play_pages import same_browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


def version_of(deal: Deal, player: Player) -> int:
    return queries.see_deal(Deal.objects.get(pk=deal.pk), player).view.version


def hold(deal: Deal, player: Player) -> None:
    commands.hold_window(
        by=player, deal_id=deal.pk, expected_version=version_of(deal, player), now=deal.changed_at
    )


@pytest.mark.parametrize("asked", [True, False])
def test_a_card_opens_a_window_in_which_nobody_else_moves_asked_or_not(people, asked):
    deal, _state = in_a_window(people, 40, asked=asked)
    until = window_of(deal)
    assert until == deal.changed_at + timedelta(seconds=HouseRules().claim_seconds)
    assert (deal.deadline, deal.bot_due, deal.phase) == (None, None, Phase.TURN)
    for viewer in (*people, None):
        seen = queries.see_deal(deal, viewer)
        assert (seen.view.phase, seen.window, seen.moves) == (Phase.CLAIMS, True, ())
        assert (seen.deadline, seen.waiting) == (until, ())
    assert commands.close_window(deal_id=deal.pk, now=until)
    deal.refresh_from_db()
    assert deal.window_until is None
    assert deal.deadline or deal.bot_due or deal.ended_at
    assert list(differing_deals()) == []


def test_anybody_holds_a_window_up_once_asked_or_not_and_all_see_it(people):
    deal, _state = in_a_window(people, 40, asked=False)
    until, more = window_of(deal), timedelta(seconds=HouseRules().claim_hold_seconds)
    before = version_of(deal, people[0])
    for _again in range(2):
        for player in people:
            hold(deal, player)
    deal.refresh_from_db()
    assert deal.window_until == until + 2 * more
    seen = queries.see_deal(deal, None)
    assert [row.event for row in seen.events[-2:]] == [WindowHeld(0, 10), WindowHeld(1, 10)]
    assert not seen.may_hold
    assert not queries.see_deal(deal, people[0]).may_hold
    assert not commands.close_window(deal_id=deal.pk, now=until)
    with pytest.raises(Refused, match="You are not playing in this deal"):
        hold(deal, Player.objects.create_user("stranger"))
    commands.close_window(deal_id=deal.pk, now=window_of(deal))
    with pytest.raises(Refused) as late:
        commands.hold_window(
            by=people[0], deal_id=deal.pk, expected_version=before, now=window_of(deal)
        )
    assert late.value.code in ("window.closed", "deal.stale", "deal.over")


def test_a_deal_with_held_windows_and_late_seats_is_a_whole_record(people):
    deal, _state = in_a_window(people, 40, asked=True)
    hold(deal, people[1])
    deal.refresh_from_db()
    finish(deal)
    names = {type(row.event) for row in queries.history(deal.pk)}
    assert {WindowHeld, TimeRanOut} <= names
    assert verify(queries.record_of(deal.pk)) is None
    assert list(differing_deals()) == []


def finish(deal: Deal) -> None:
    """Nobody answers and nobody moves: the clock does it all."""
    now = deal.changed_at
    while queries.load_state(deal.pk).phase is not Phase.OVER:
        now += timedelta(minutes=2)
        commands.close_window(deal_id=deal.pk, now=now)
        commands.time_out(deal_id=deal.pk, now=now)
        commands.play_bots(deal_id=deal.pk, clock=lambda: now)  # noqa: B023 - called at once


def test_an_answer_may_wait_for_the_end_of_a_window_that_another_holds_up(people):
    for seed in range(6, 40):
        deal = running_deal(FOURSAC, seed, people)
        state = next(
            (s for s in turns(deal, lambda moves: moves[0]) if s.phase is Phase.CLAIMS), None
        )
        if state is not None:
            break
        commands.close_table(by=people[0], table_id=deal.table_id, now=NOW)
    assert state is not None
    seat = next(seat for seat in (0, 1) if legal_moves(state, seat))
    commands.submit_move(
        by=people[seat],
        deal_id=deal.pk,
        move=Pass(seat),
        move_id="my-answer",
        expected_version=version_of(deal, people[seat]),
        now=deal.changed_at,
    )
    hold(deal, people[1 - seat])
    assert queries.load_state(deal.pk).phase is Phase.CLAIMS
    deal.refresh_from_db()
    finish(deal)
    assert verify(queries.record_of(deal.pk)) is None


def test_a_club_may_choose_quick_windows_and_its_page_says_what_they_tell(people):
    owner = Player.objects.create_superuser("owner")
    deal, _state = in_a_window(people, 40, asked=False)
    page = Client().get(f"/tables/{deal.table_id}/").content.decode()
    assert "it may be a bluff" in page
    commands.set_house_rules(by=owner, rules=HouseRules(claim_seconds=0), now=NOW)
    page = Client().get(f"/tables/{deal.table_id}/").content.decode()
    assert "A pause tells the others that somebody was asked" in page
    assert 'id="pause-tells"' not in page, "nobody who looks on can make a pause"
    commands.close_window(deal_id=deal.pk, now=window_of(deal))
    finish(deal)
    other = running_deal(FOURSAC, 6, people)
    for _state in turns(other, lambda moves: moves[0], clock=lambda: NOW):
        assert other.window_until is None


@pytest.mark.parametrize(
    ("rules", "claim_seconds", "says"),
    [(FOURSAC, 0, True), (FOURSAC, 5, False), (VINAGAMES, 0, False)],
    ids=["quick", "even", "forced"],
)
def test_6_10_the_table_itself_warns_its_seats_of_quick_claims(people, rules, claim_seconds, says):
    """The warning stood in a sheet that nobody opens."""
    owner = Player.objects.create_superuser("owner")
    house = HouseRules(claim_seconds=claim_seconds)
    commands.set_house_rules(by=owner, rules=house, now=NOW)
    deal = running_deal(rules, 6, people)
    for player in people:
        page = same_browser(player).get(f"/tables/{deal.table_id}/").content.decode()
        [prompt] = re.findall(r'id="prompt">(.*?)</p>', page, re.DOTALL)
        assert ("A pause tells the others that somebody was asked" in prompt) == says


def test_forced_claims_and_bots_alone_have_no_windows(people):
    deal = running_deal(VINAGAMES, 7, people)
    for _state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
        assert deal.window_until is None
    assert "claims-note" not in Client().get(f"/tables/{deal.table_id}/").content.decode()


def test_the_time_in_which_the_service_was_away_is_given_back_to_a_window_asked_or_not(people):
    deal, _state = in_a_window(people, 40, asked=False)
    until = window_of(deal)
    commands.keep_time(now=deal.changed_at)
    back = deal.changed_at + timedelta(minutes=10)
    with time_machine.travel(back, tick=False):
        tasks.close_window(deal.pk)  # a ring from before, which comes before the sweep
    deal.refresh_from_db()
    assert deal.window_until == until
    assert commands.keep_time(now=back) == 1
    deal.refresh_from_db()
    assert deal.window_until == until + timedelta(minutes=10)


def test_the_sweep_closes_a_window_whose_message_the_broker_lost(people, eager):
    deal, _state = in_a_window(people, 40, asked=False)
    commands.keep_time(now=window_of(deal))
    with time_machine.travel(window_of(deal) + timedelta(seconds=1), tick=False):
        tasks.sweep()
    deal.refresh_from_db()
    assert deal.window_until is None


def test_the_page_holds_a_window_up_without_scripts(people):
    deal, _state = in_a_window(people, 40, asked=False)
    client = Client()
    client.force_login(people[1])
    address = f"/tables/{deal.table_id}/"
    with time_machine.travel(deal.changed_at, tick=False):
        assert "Wait 10 more seconds" in client.get(address).content.decode()
        form = {"deal": deal.pk, "expected_version": version_of(deal, people[1])}
        assert client.post(address + "hold", form).status_code == 303
        page = client.get(address).content.decode()
    assert "Wait 10 more seconds" not in page
    assert "asked for 10 more seconds before claims close" in page


def test_no_window_is_open_before_the_cards_are_dealt(people):
    deal = prepared_deal(FOURSAC, 6, people)
    with pytest.raises(Refused) as refused:
        hold(deal, people[0])
    assert refused.value.code == "window.closed"
