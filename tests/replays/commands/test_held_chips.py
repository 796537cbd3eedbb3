"""What is disputed is held, in an account of the dispute, until nobody can change it any more (§10.7, §10.8)."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import commands, tasks
from games.club.held_chips import HoldSet, MemberHold, Why, from_stored, hold_stream, to_stored
from games.commands.club.held_chips import TOP_UP
from games.engine.disputing.periods import HELD
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.infrastructure import outbox
from games.ledger.accounts import hold_account, member_account
from games.ledger.models import Transfer
from games.ledger.queries import balance, trial_balance
from games.log import read
from games.models import Deal, Player
from games.projections import rebuild
from games.queries.finished.histories import load_state
from games.queries.held_chips import held_chips, hold_of
from games.queries.required_balance import Cover, cover_of
from notices.models import Notice
from notices.tasks import follow
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, penalty_seed, stored_deal, taken_in
from tests.support.play_pages import browser

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("the_clubs_day", "followers_do_not_wait"),
]
WORTH = 2
"""Chips a point."""
HOUR, DAY = timedelta(hours=1), timedelta(hours=24)


@pytest.fixture
def the_clubs_day(settings):
    settings.TUSAC_DISPUTE_HOURS = settings.TUSAC_APPEAL_HOURS = 24


@pytest.fixture
def four(four: list[Player]) -> list[Player]:
    """Four members with their start sum, which is more than any deal here can cost."""
    for player in four:
        commands.grant_first_chips(player=player, now=NOW)
    return four


@pytest.fixture
def deal(four: list[Player]) -> Deal:
    """A deal with a penalty, for stakes that everybody can pay back."""
    return stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=WORTH)


@pytest.fixture
def second(db: None) -> Player:
    return Player.objects.create_user("hai", is_referee=True)


def have(players: list[Player]) -> list[int]:
    return [balance(member_account(player.pk)) for player in players]


def disputed(by: Player, deal: Deal, now: datetime = NOW) -> Dispute:
    row = rulings.file_dispute(
        by=by, deal_id=deal.pk, discard=taken_in(deal).version, reason="why", now=now
    )
    work(deal, now)
    return row


def ruled(by: Player, row: Dispute, how: str, now: datetime = NOW) -> None:
    rulings.give_ruling(
        by=by,
        dispute_id=row.pk,
        outcome=how,
        section="§10.3",
        reason="because",
        now=now,
    )
    work(row.deal, now)


def appealed(by: Player, row: Dispute, now: datetime = NOW) -> None:
    rulings.appeal_ruling(by=by, dispute_id=row.pk, reason="again", now=now)
    work(row.deal, now)


def work(deal: Deal, now: datetime) -> None:
    """What a worker does behind an event, and does again."""
    for _ in range(2):
        commands.settle(deal_id=deal.pk, now=now)
        commands.keep_hold(deal_id=deal.pk, now=now)


def nets(deal: Deal) -> list[int]:
    ending = load_state(deal.pk).ending
    assert ending is not None
    return [WORTH * net for net in ending.result.net]


def test_who_would_have_to_pay_back_lacks_exactly_that_until_the_last_word(
    four, referee, second, deal
):
    """A penalty: lifted, each other loser pays. Then the offender, who got it back, would have to pay again."""
    ending = load_state(deal.pk).ending
    assert ending is not None
    offender, winner = ending.result.offender, ending.result.winner
    assert offender is not None
    others = [seat for seat in range(4) if seat not in (offender, winner)]
    start, paid = 1000, nets(deal)
    row = disputed(four[offender], deal)
    share = WORTH * ending.result.amount
    assert have(four) == [start + paid[s] - (share if s in others else 0) for s in range(4)]
    assert balance(hold_account(deal.pk)) == 2 * share
    assert [one.chips for one in held_chips(four[others[0]].pk)] == [share]
    assert held_chips(four[offender].pk) == held_chips(four[winner].pk) == ()

    ruled(referee, row, "reversed")
    lifted = nets(deal)
    assert [lifted[s] - paid[s] for s in others] == [-share, -share]
    back = lifted[offender] - paid[offender]
    assert have(four) == [start + lifted[s] - (back if s == offender else 0) for s in range(4)]
    assert balance(hold_account(deal.pk)) == back == 2 * share

    appealed(four[others[0]], row)
    assert balance(hold_account(deal.pk)) == back
    ruled(second, row, "upheld", now=NOW + HOUR)
    assert have(four) == [start + paid[s] for s in range(4)]
    assert balance(hold_account(deal.pk)) == 0 and sum(trial_balance().values()) == 0
    deal.refresh_from_db()
    assert deal.hold_due is None and hold_of(deal) is None
    call_command("check_ledger")


def test_a_ruling_that_nobody_appeals_lets_go_when_its_time_is_over(four, referee, deal):
    row = disputed(four[0], deal)
    ruled(referee, row, "upheld")
    held = balance(hold_account(deal.pk))
    assert held > 0
    work(deal, NOW + DAY - timedelta(seconds=1))
    assert balance(hold_account(deal.pk)) == held
    work(deal, NOW + DAY)
    assert balance(hold_account(deal.pk)) == 0
    assert have(four) == [1000 + net for net in nets(deal)]
    assert read(hold_stream(deal.pk))[-1].payload == {"held": [], "why": "decided"}


def test_what_nobody_decides_holds_for_a_week_at_the_most_and_a_later_ruling_still_pays(
    four, referee, deal
):
    row = disputed(four[0], deal)
    work(deal, NOW + HELD)
    assert balance(hold_account(deal.pk)) == 0
    assert read(hold_stream(deal.pk))[-1].payload["why"] == "undecided"
    ruled(referee, row, "reversed", now=NOW + HELD + HOUR)
    assert balance(hold_account(deal.pk)) > 0
    work(deal, NOW + HELD + HOUR + DAY)
    assert have(four) == [1000 + net for net in nets(deal)]


def test_of_an_account_with_less_only_what_is_there_is_held_and_never_what_other_deals_may_cost(
    four, deal, monkeypatch
):
    ending = load_state(deal.pk).ending
    assert ending is not None
    poor, busy = (s for s in range(4) if s not in (ending.result.offender, ending.result.winner))
    share = WORTH * ending.result.amount
    commands.settle(deal_id=deal.pk, now=NOW)
    reserved = {
        four[poor].pk: have(four)[poor] - 3,
        four[busy].pk: have(four)[busy] + 5,
    }

    def short(player_id: int) -> Cover:
        return Cover(balance(member_account(player_id)), 0, reserved[player_id])

    monkeypatch.setattr("games.commands.club.held_chips.cover_of", short)
    disputed(four[0], deal)
    held = hold_of(Deal.objects.get(pk=deal.pk))
    assert held is not None
    told = {one.player: (one.chips, one.disputed) for one in held.held}
    assert told == {four[poor].pk: (3, share), four[busy].pk: (0, share)}
    assert balance(hold_account(deal.pk)) == 3
    call_command("check_ledger")


def test_held_chips_pay_for_no_other_seat(four, deal):
    before = [cover_of(player.pk).free for player in four]
    disputed(four[0], deal)
    after = [cover_of(player.pk).free for player in four]
    assert sum(before) - sum(after) == balance(hold_account(deal.pk)) > 0


def test_where_nothing_is_played_for_nothing_is_held(four, referee):
    deal = stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=0)
    ruled(referee, disputed(four[0], deal), "reversed")
    assert not read(hold_stream(deal.pk))
    deal.refresh_from_db()
    assert deal.hold_due is None


def test_the_worker_does_it_and_the_sweep_finds_what_was_lost(four, deal):
    now = timezone.now()
    deal = stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=10, name="2", now=now)
    discard = taken_in(deal).version
    rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=now)
    assert outbox.HOLD.due(now) and deal in Deal.objects.filter(outbox.HOLD.due(now))
    tasks.keep_hold(deal.pk)
    held = balance(hold_account(deal.pk))
    tasks.finish_deal(deal.pk)
    assert balance(hold_account(deal.pk)) == held > 0
    assert deal not in Deal.objects.filter(outbox.HOLD.due(now + HOUR))
    assert deal in Deal.objects.filter(outbox.HOLD.due(now + HELD))
    rebuild(deal.pk)
    tasks.keep_hold(deal.pk)
    assert balance(hold_account(deal.pk)) == held
    assert deal in Deal.objects.filter(outbox.HOLD.due(now + HELD))


def test_money_first_then_the_hold(four, deal):
    """Until a ruling's payment is posted nothing is held anew: what is there is not known yet."""
    row = disputed(four[0], deal)
    before = len(read(hold_stream(deal.pk)))
    Deal.objects.filter(pk=deal.pk).update(settled_version=0)
    commands.keep_hold(deal_id=row.deal_id, now=NOW + HELD)
    assert len(read(hold_stream(deal.pk))) == before


def test_the_member_and_the_pages_are_told(four, stranger, deal):
    ending = load_state(deal.pk).ending
    assert ending is not None
    one = next(s for s in range(4) if s not in (ending.result.offender, ending.result.winner))
    share, winner = WORTH * ending.result.amount, ending.result.winner
    assert winner is not None
    disputed(four[0], deal)
    html = browser(four[one]).get("/account/").content.decode()
    assert f"{share} chips are held until the dispute on " in html
    assert "held while it is disputed (§10.7)" in html
    answer = browser(four[one]).get("/api/v1/account/").json()
    assert answer["held"] == [{"deal": deal.pk, "chips": share}]
    follow()
    page = browser(four[one]).get("/notices").content.decode()
    assert f"{share} of your chips are held until the dispute on" in page
    work(deal, NOW + HELD)
    follow()
    page = browser(four[one]).get("/notices").content.decode()
    assert f"{share} of your chips are no longer held" in page
    assert "held" not in browser(four[winner]).get("/notices").content.decode()


def test_of_others_the_replay_says_only_that_something_is_held(four, stranger, deal):
    disputed(four[0], deal)
    replay = (
        browser(stranger).get(f"/replays/{deal.pk}/?at={taken_in(deal).version}").content.decode()
    )
    assert "The disputed chips are held until the decision is final" in replay


def test_who_had_less_is_held_to_the_whole_as_soon_as_it_is_there_and_nobody_else_sees_it(
    four, deal, monkeypatch
):
    ending = load_state(deal.pk).ending
    assert ending is not None
    poor, rich = (s for s in range(4) if s not in (ending.result.offender, ending.result.winner))
    share = WORTH * ending.result.amount
    commands.settle(deal_id=deal.pk, now=NOW)
    reserved = {four[poor].pk: have(four)[poor] - 5, four[rich].pk: 0}

    def cover(player_id: int) -> Cover:
        return Cover(balance(member_account(player_id)), 0, reserved[player_id])

    monkeypatch.setattr("games.commands.club.held_chips.cover_of", cover)
    disputed(four[0], deal)
    deal.refresh_from_db()
    assert deal.hold_due == NOW + TOP_UP
    work(deal, NOW + TOP_UP)
    reserved[four[poor].pk] += (
        50  # another deal may cost more than is left: what is held stays held
    )
    work(deal, NOW + 2 * TOP_UP)
    assert len(read(hold_stream(deal.pk))) == 1
    reserved[four[poor].pk] = 0
    work(deal, NOW + 3 * TOP_UP)
    assert [one.chips for one in held_chips(four[poor].pk)] == [share]
    deal.refresh_from_db()
    assert deal.hold_due == NOW + HELD
    keys = (
        Transfer.objects.filter(key__startswith="hold:")
        .order_by("pk")
        .values_list("key", flat=True)
    )
    first, second = f"hold:{deal.pk}:1", f"hold:{deal.pk}:2:{four[poor].pk}"
    assert set(keys) == {
        *(f"{first}:{four[seat].pk}" for seat in (poor, rich)),
        *(f"{second}:counter", second),
    }
    follow()
    told = Notice.objects.filter(name="hold.set").order_by("pk")
    assert [
        (one.player_id, one.facts["held"]) for one in told if one.player_id == four[rich].pk
    ] == [(four[rich].pk, share)]
    assert [one.facts["held"] for one in told if one.player_id == four[poor].pk] == [5, share]


def test_a_stored_hold_is_read_for_ever():
    said = {"held": [{"player": 3, "chips": 7, "disputed": 22}], "why": "ruled"}
    event = from_stored("hold.set", 1, said)
    assert (
        event == HoldSet((MemberHold(3, 7, 22),), Why.RULED)
        and json.loads(json.dumps(to_stored(event).payload)) == said
    )
    for name, schema in (("hold.set", 2), ("hold.let-go", 1)):
        with pytest.raises(ValueError):
            from_stored(name, schema, said)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_filed_ruled_and_appealed_in_the_end_everybody_has_what_was_ruled(
    seed, four, referee, second, deal
):
    chance, now = Random(seed), NOW
    row = disputed(four[chance.randrange(4)], deal)

    def withdrawn(by: Player) -> None:
        rulings.withdraw_ruling(by=by, dispute_id=row.pk, reason="an error", now=now)
        work(deal, now)

    for _ in range(10):
        by, judge = chance.choice(four), chance.choice([referee, second])
        how = chance.choice(["upheld", "reversed", "shared", "voided"])
        act = chance.choice(
            [
                partial(ruled, judge, row, how, now),
                partial(appealed, by, row, now),
                partial(withdrawn, judge),
                partial(work, deal, now),
            ]
        )
        with suppress(Refused):
            act()
        now += chance.choice([HOUR, 5 * HOUR, 20 * HOUR])
        work(deal, now)
        held = balance(hold_account(deal.pk))
        assert held >= 0 and sum(trial_balance().values()) == 0
        mine = [sum(one.chips for one in held_chips(player.pk)) for player in four]
        assert sum(mine) == held
        assert [h + c for h, c in zip(have(four), mine, strict=True)] == [
            1000 + net for net in nets(deal)
        ]
    work(deal, now + 2 * HELD)
    assert balance(hold_account(deal.pk)) == 0
    assert have(four) == [1000 + net for net in nets(deal)]
    call_command("check_ledger")
    call_command("verify_log")
