"""Disputes and rulings: who may, about what, and what follows from it (§10.7, §10.8)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet

from games import queries, tasks
from games.engine.disputing.outcomes import RulingGiven
from games.engine.events import CardDiscarded
from games.engine.rules import FOURSAC, VINAGAMES
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balances, statement, trial_balance
from games.log import read, stream_version
from games.models import Deal, Player
from games.queries.held_chips import held_chips
from replays import projections
from replays.commands import rulings
from replays.models import Dispute
from replays.tasks import follow
from tests.support.deals import (
    NOW,
    ending_of,
    exhausted_seed,
    running_deal,
    safe_win_seed,
    stored_deal,
    taken_in,
)

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def dispute(by: Player, deal: Deal, discard: int, reason: str = "It was safe.") -> Dispute:
    return rulings.file_dispute(by=by, deal_id=deal.pk, discard=discard, reason=reason, now=LATER)


def rule(
    by: Player,
    row: Dispute,
    *,
    outcome: str = "reversed",
    section: str = "§10.3",
    reason: str = "Both were worst cards.",
) -> Dispute:
    said: dict[str, Any] = {"section": section, "reason": reason, "now": LATER}
    return rulings.give_ruling(by=by, dispute_id=row.pk, outcome=outcome, **said)


def fresh() -> Player:
    """Return a referee who has ruled on nothing yet."""
    return Player.objects.create_user(f"referee{Player.objects.count()}", is_referee=True)


def withdraw(by: Player, row: Dispute, reason: str = "I looked at the wrong deal.") -> Dispute:
    return rulings.withdraw_ruling(by=by, dispute_id=row.pk, reason=reason, now=LATER)


def refused(code: str, call: Callable[..., object], *args: Any, **kwargs: Any) -> None:
    """The call is refused with this code, and neither the log nor the rows have changed."""
    before = list(Dispute.objects.values()), {d.pk: stream_version(d.stream) for d in all_deals()}
    with pytest.raises(Refused) as info:
        call(*args, **kwargs)
    assert info.value.code == code
    assert info.value.sentence
    after = list(Dispute.objects.values()), {d.pk: stream_version(d.stream) for d in all_deals()}
    assert after == before


def all_deals() -> QuerySet[Deal]:
    return Deal.objects.order_by("pk")


def chips(players: list[Player]) -> list[int]:
    """Return what each has, and what the dispute holds of it (`test_held_chips.py`)."""
    have = balances(member_account(player.pk) for player in players).values()
    held = (sum(one.chips for one in held_chips(player.pk)) for player in players)
    return [one + more for one, more in zip(have, held, strict=True)]


def net(deal: Deal) -> list[int]:
    return [seat.net or 0 for seat in deal.seats.order_by("number")]


# --- filing ---------------------------------------------------------------------------------------


def test_a_seat_of_the_deal_files_a_dispute_on_the_discard_that_paid_for_all(four, deal, discard):
    row = dispute(four[2], deal, discard, "  Look at the white rook.  ")
    assert (row.number, row.seat, row.discard) == (1, 2, discard)
    assert row.reason == "Look at the white rook."
    assert row.filed_by == four[2]
    assert row.filed_at == LATER
    assert row.status == Dispute.OPEN
    filed, deadline = read(deal.stream)[-2:]
    assert (filed.name, deadline.name) == ("deal.dispute-filed", "deal.deadline-set")
    assert row.pk == filed.position
    assert filed.metadata["by"] == four[2].pk


def test_a_director_files_a_dispute_for_no_seat(director, deal, discard):
    row = dispute(director, deal, discard)
    assert row.seat is None
    assert row.filed_by == director


def test_who_neither_sat_there_nor_directs_files_nothing(stranger, referee, deal, discard):
    refused("dispute.not-seated", dispute, stranger, deal, discard)
    refused("dispute.not-seated", dispute, referee, deal, discard)


def test_a_dispute_needs_a_reason_of_a_bearable_length(four, deal, discard):
    for reason in ("", "   ", "x" * 1001, "a\0b"):
        refused("dispute.reason", dispute, four[0], deal, discard, reason)
    assert dispute(four[0], deal, discard, "x" * 1000).reason == "x" * 1000


def test_only_the_discard_that_completed_the_hand_is_disputed(four, deal, discard):
    others = [
        row.version
        for row in queries.history(deal.pk)
        if isinstance(row.event, CardDiscarded) and row.version != discard
    ]
    refused("dispute.completed-nothing", dispute, four[0], deal, others[-1])
    refused("dispute.completed-nothing", dispute, four[0], deal, 0)
    refused("dispute.completed-nothing", dispute, four[0], deal, 10_000)


def test_a_seat_disputes_a_discard_once(four, deal, discard):
    dispute(four[0], deal, discard)
    refused("dispute.filed", dispute, four[0], deal, discard)


def test_there_is_nothing_to_dispute_where_no_penalty_is_possible(four):
    foursac = stored_deal(FOURSAC, 3, four)
    refused("dispute.no-penalty-rule", dispute, four[0], foursac, 20)
    nobody_won = stored_deal(VINAGAMES, exhausted_seed(), four)
    refused("dispute.completed-nothing", dispute, four[0], nobody_won, 20)
    unfinished = running_deal(VINAGAMES, 1, four, moves=4)
    refused("deal.not-over", dispute, four[0], unfinished, unfinished.version)
    with pytest.raises(Refused, match="This deal doesn't exist"):
        rulings.file_dispute(by=four[0], deal_id=10**9, discard=1, reason="why", now=LATER)


# --- ruling ---------------------------------------------------------------------------------------


def test_a_reversed_penalty_moves_the_money_back_and_changes_the_deal(four, referee, deal, discard):
    assert net(deal) != [0, 0, 0, 0]
    before, paid = net(deal), chips(four)
    assert paid == [10 * points for points in before]
    row = rule(referee, dispute(four[deal.offender], deal, discard), section="10.3")
    tasks.finish_deal(deal.pk)
    tasks.finish_deal(deal.pk)
    assert (row.status, row.section, row.referee) == ("reversed", "§10.3", referee)
    assert row.ruled_at == LATER
    # The last event says until when it can be appealed.
    assert row.ruling_version == stream_version(deal.stream) - 1
    deal.refresh_from_db()
    assert deal.offender is None
    assert deal.settled_version == deal.owed_version == row.ruling_version
    result = ending_of(deal).result
    assert result.offender is None
    assert net(deal) == list(result.net) != before
    assert chips(four) == [10 * points for points in result.net]
    assert sum(trial_balance().values()) == 0
    keys = [line.key for line in statement(member_account(four[deal.winner].pk))]
    ruling = f"deal:{deal.pk}:ruling:{row.ruling_version}"
    assert keys == [f"deal:{deal.pk}", f"{ruling}:counter", ruling]


def test_a_ruling_enqueues_its_settlement_and_the_sweep_finds_a_lost_message(
    four, referee, deal, discard, monkeypatch, django_capture_on_commit_callbacks
):
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(
        "games.infrastructure.broker.current_app.send_task",
        lambda name, args, **options: asked.append((name, *args)),
    )
    row = dispute(four[0], deal, discard)
    with django_capture_on_commit_callbacks(execute=True):
        rule(referee, row)
    assert ("games.tasks.finish_deal", deal.pk) in asked
    asked.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tasks.sweep()
    assert asked == [("games.tasks.finish_deal", deal.pk)]


def test_an_upheld_penalty_leaves_everybody_with_what_he_has(four, referee, deal, discard):
    before, had = net(deal), chips(four)
    row = rule(referee, dispute(four[0], deal, discard), outcome="upheld")
    tasks.finish_deal(deal.pk)
    deal.refresh_from_db()
    assert row.status == "upheld"
    assert deal.offender is not None
    assert net(deal) == before
    assert chips(four) == had
    assert deal.settled_version == deal.owed_version


def test_a_ruling_can_lay_a_penalty_where_none_fell(four, director, referee):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four)
    taken = taken_in(deal)
    rule(referee, dispute(director, deal, taken.version))
    tasks.finish_deal(deal.pk)
    deal.refresh_from_db()
    assert deal.offender == taken.seat
    assert chips(four) == net(deal)


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_payment_is_shared_in_chips_rows_and_the_replay(four, referee, deal, discard):
    row = rule(referee, dispute(four[0], deal, discard), outcome="shared", section="§10.8")
    tasks.finish_deal(deal.pk)
    deal.refresh_from_db()
    assert (row.status, row.section) == ("shared", "§10.8")
    state = queries.load_state(deal.pk)
    assert state.ending is not None and state.ending.disputes[0].shared
    result = state.ending.result
    others = [seat for seat in range(4) if seat not in (result.winner, result.offender)]
    halves = [line for line in result.lines if line.reason == "shared"]
    assert [line.amount for line in halves if line.payer in others] == [result.amount // 2] * 2
    assert deal.offender == result.offender and sum(net(deal)) == 0
    assert chips(four) == [10 * points for points in net(deal)]
    projections.rebuild_all()
    assert Dispute.objects.get().status == "shared"


def test_a_withdrawn_ruling_restores_what_held_before_and_can_be_ruled_again(
    four, referee, deal, discard
):
    before, had = net(deal), chips(four)
    row = rule(referee, dispute(four[0], deal, discard))
    row = withdraw(fresh(), row)
    tasks.finish_deal(deal.pk)
    assert (row.status, row.referee, row.section, row.ruled_at) == ("open", None, "", None)
    deal.refresh_from_db()
    assert net(deal) == before
    assert chips(four) == had
    again = rule(fresh(), row, outcome="upheld", reason="Looked again.")
    assert again.status == "upheld"
    assert again.ruling == "Looked again."


def test_each_ruling_has_a_number_of_its_own(four, referee, deal, discard):
    first = rule(referee, dispute(four[0], deal, discard))
    second = rule(fresh(), withdraw(fresh(), first))
    assert first.ruling_version is not None and second.ruling_version is not None
    assert first.ruling_version < second.ruling_version
    given = [row for row in queries.history(deal.pk) if isinstance(row.event, RulingGiven)]
    assert [row.version for row in given] == [first.ruling_version, second.ruling_version]


def test_only_a_referee_who_did_not_sit_there_rules(
    four, director, referee, stranger, deal, discard
):
    row = dispute(four[0], deal, discard)
    for somebody in (four[1], director, stranger):
        refused("ruling.not-referee", rule, somebody, row)
        refused("ruling.not-referee", withdraw, somebody, row)
    four[3].is_referee = True
    four[3].save()
    refused("ruling.own-deal", rule, four[3], row)
    ruled = rule(referee, row)
    refused("ruling.own-deal", withdraw, four[3], ruled)


def test_a_ruling_needs_a_reason_and_a_section_of_the_rulebook(four, referee, deal, discard):
    row = dispute(four[0], deal, discard)
    for reason in ("", " \n ", "x" * 1001):
        refused("ruling.reason", rule, referee, row, reason=reason)
        refused("ruling.reason", withdraw, referee, row, reason=reason)
    for section in ("", "§99.1", "§10.99", "ten", "10.3; DROP TABLE", "§10.3.1"):
        refused("ruling.section", rule, referee, row, section=section)


def test_a_dispute_is_ruled_once_and_only_a_ruling_is_withdrawn(four, referee, deal, discard):
    row = dispute(four[0], deal, discard)
    refused("ruling.none", withdraw, referee, row)
    rule(referee, row)
    refused("ruling.given", rule, fresh(), row)
    row.pk += 1000
    refused("dispute.unknown", rule, referee, row)


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("followers_do_not_wait")
def test_rebuilding_gives_the_same_rows(four, director, referee, deal, discard):
    rule(referee, dispute(four[0], deal, discard))
    other = stored_deal(VINAGAMES, safe_win_seed(), four)
    taken = taken_in(other).version
    withdraw(fresh(), rule(referee, dispute(director, other, taken), outcome="upheld"))
    before = list(Dispute.objects.order_by("pk").values())
    assert len(before) == 2
    Dispute.objects.all().update(status="open", reason="something else")
    projections.rebuild_all()
    assert list(Dispute.objects.order_by("pk").values()) == before
    Dispute.objects.all().delete()
    projections.rebuild_all()
    assert list(Dispute.objects.order_by("pk").values()) == before
    projections.project(deal.pk)
    projections.project(10**9)
    assert list(Dispute.objects.order_by("pk").values()) == before


@pytest.mark.usefixtures("followers_do_not_wait")
def test_the_follower_makes_rows_that_nobody_has_projected(four, referee, deal, discard):
    rule(referee, dispute(four[0], deal, discard))
    before = list(Dispute.objects.values())
    Dispute.objects.all().delete()
    follow()
    assert list(Dispute.objects.values()) == before
    follow()
    assert list(Dispute.objects.values()) == before


def test_an_erased_name_leaves_the_dispute(four, referee, deal, discard):
    row = dispute(four[0], deal, discard)
    Player.objects.filter(pk=four[0].pk).update(display_name="", username="erased-1")
    projections.project(deal.pk)
    row.refresh_from_db()
    assert row.filed_by == four[0]
