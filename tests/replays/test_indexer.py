"""What finished deals are found by: written from the log, anew after a ruling, and of no deal that is not for all."""

from datetime import timedelta

import pytest

from games import commands
from games.engine.errors import BadNotation
from games.engine.rules import FOURSAC, VINAGAMES
from games.log.followers import catch_up
from games.models import Deal
from games.queries.finished.histories import Row, history
from replays import projections
from replays.commands import rulings
from replays.index import bitmap, indexer
from replays.models import FoundDeal, TermBitmap
from replays.queries.replay import get_replay
from replays.queries.steps import StepKind
from tests.support.cardboard import Table
from tests.support.deals import (
    NOW,
    ending_of,
    exhausted_seed,
    play_on,
    running_deal,
    stored_deal,
)
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def facts(deal: Deal) -> set[tuple[int, str]]:
    """Return what is told of a deal, quantities as `name=value`."""
    number = FoundDeal.objects.get(deal=deal).number
    block, place = divmod(number, bitmap.BLOCK)
    found: set[tuple[int, str]] = set()
    quantities: dict[tuple[int, str], int] = {}
    for row in TermBitmap.objects.filter(block=block):
        if bitmap.unpack(bytes(row.bits)) >> place & 1:
            name, _dot, digit = row.fact.partition(".")
            if digit:
                key = row.about, name
                quantities[key] = quantities.get(key, 0) | 1 << int(digit)
            else:
                found.add((row.about, name))
    return found | {(about, f"{name}={value}") for (about, name), value in quantities.items()}


def told() -> dict[int, set[tuple[int, str]]]:
    return {row.deal_id: facts(row.deal) for row in FoundDeal.objects.select_related("deal")}


def test_a_finished_deal_is_told_by_its_events(four, deal):
    indexer.index_new()
    found = facts(deal)
    result, whole = ending_of(deal).result, get_replay(deal.pk)[1]
    paid = sum(net for net in result.net if net > 0)
    for name in ("all", "rules:vinagames", "outcome:won", "penalty", "ruling:none"):
        assert (0, name) in found
    assert {(0, f"paid={paid}"), (0, f"steps={len(whole.steps)}")} < found
    assert not [name for _about, name in found if name.startswith(("tournament", "by_guest"))]
    for seat, player in enumerate(four):
        assert (player.pk, "all") in found
        assert ((player.pk, "won") in found) == (seat == result.winner)
        assert ((player.pk, "lost") in found) == (seat != result.winner)
        assert ((player.pk, "penalty") in found) == (seat == result.offender)
        mistakes = {
            "unsafe" if step.event.__class__.__name__ == "CardDiscarded" else "declined"
            for step in whole.steps
            if StepKind.MISTAKE in step.kind and step.decided_by == seat
        }
        assert {name for about, name in found if about == player.pk} >= mistakes
        assert ((player.pk, "unsafe") in found) == ("unsafe" in mistakes)
    assert any(name == "unsafe" for _about, name in found)


def test_a_ruling_changes_the_facts_and_a_rebuild_tells_the_same(four, deal, discard, referee):
    other = stored_deal(VINAGAMES, 3, four, name="Bàn 2")
    indexer.index_new()
    before = facts(other)
    dispute = rulings.file_dispute(
        by=four[0], deal_id=deal.pk, discard=discard, reason="not so", now=NOW
    )
    indexer.index_new()
    assert (0, "ruling:open") in facts(deal)
    rulings.give_ruling(
        by=referee,
        dispute_id=dispute.pk,
        outcome="reversed",
        section="§10.5",
        reason="it was the last",
        now=NOW,
    )
    indexer.index_new()
    found = facts(deal)
    assert (0, "ruling:changed") in found
    assert not {(0, "ruling:open"), (0, "ruling:none"), (0, "penalty")} & found
    assert not [about for about, name in found if name == "penalty"]
    deal.refresh_from_db()
    paid = sum(max(seat.net, 0) for seat in deal.seats.all())
    assert (0, f"paid={paid}") in found
    assert facts(other) == before
    whole = told()
    projections.rebuild_all()
    assert told() == whole


def test_bots_are_not_told_and_what_nobody_won_is(four):
    deal = stored_deal(FOURSAC, exhausted_seed(FOURSAC, people=1), four[:1])
    indexer.index_new()
    found = facts(deal)
    assert {(0, "rules:4sac"), (0, "outcome:exhausted"), (four[0].pk, "all")} < found
    assert not [name for _about, name in found if name in ("won", "lost") or "paid" in name]
    assert {about for about, _name in found} == {0, four[0].pk}


def test_nothing_is_written_of_a_deal_that_is_played_called_off_or_sealed(four, deal):
    running_deal(VINAGAMES, 5, four, name="Bàn 2")
    Deal.objects.filter(pk=deal.pk).update(sealed=True)
    indexer.index_new()
    assert told() == {}
    assert not TermBitmap.objects.exists()


def test_reading_the_log_twice_changes_nothing(four, deal):
    stored_deal(VINAGAMES, 3, four, name="Bàn 2", now=NOW + timedelta(hours=1))
    indexer.index_new()
    before = told()
    assert len(before) == 2
    projections.rebuild_all()
    assert told() == before
    indexer.index_new()
    assert told() == before


def test_a_duplicate_is_told_when_every_table_has_played_it():
    evening = Evening(8, duplicate=True, rounds=1)
    one, two = [
        Deal.objects.get(table=row.games_table_id) for row in RoundTable.objects.order_by("number")
    ]
    evening.now += timedelta(seconds=61)
    for deal in (one, two):
        commands.start_deal(deal_id=deal.pk, now=evening.now)
    play_on(one.pk, now=evening.now)
    evening.finish_deal(one.pk)
    evening.follow()
    indexer.index_new()
    assert told() == {}
    play_on(two.pk, now=evening.now)
    evening.finish_deal(two.pk)
    evening.follow()
    indexer.index_new()
    assert {one.pk, two.pk} <= set(told())
    number = f"tournament:{one.table.origin.partition('/')[0].removeprefix('tournament-')}"
    assert (0, number) in facts(one)


def test_a_result_of_real_cards_is_told_with_its_ruling(director, referee):
    table = Table(director)
    table.enter(table.seats[1])
    indexer.index_new()
    deal = Deal.objects.get(pk=table.score().deal_id)
    winner = table.seats[1].pk
    found = facts(deal)
    assert {(0, "quan"), (0, "khui"), (0, "ruling:none"), (0, f"tournament:{table.id}")} < found
    assert {(winner, "won"), (winner, "quan"), (winner, "khui")} < found
    assert not [name for _about, name in found if name.startswith("steps") or name == "penalty"]
    table.dispute(table.seats[1])
    indexer.index_new()
    assert (0, "ruling:open") in facts(deal)
    table.rule(referee)
    indexer.index_new()
    found = facts(deal)
    offender = deal.seats.get(number=0).player_id
    assert {(0, "ruling:changed"), (0, "penalty"), (offender, "penalty")} < found
    whole = told()
    projections.rebuild_all()
    assert told() == whole


@pytest.mark.parametrize(
    "page", ["what-if/?at=20", "analysis/", "notes/", "puzzle/?at=20", "keep/?at=20", "steps.json"]
)
def test_what_needs_moves_says_of_a_deal_with_real_cards_that_there_are_none(director, page):
    table = Table(director)
    table.enter(table.seats[1])
    member = browser(table.seats[0])
    where = f"/replays/{table.score().deal_id}/"
    answer = member.get(f"{where}{page}")
    assert answer.status_code == 404
    assert "This deal was played with real cards" in answer.content.decode()
    assert member.get(where).status_code == 200


def test_a_damaged_deal_keeps_no_other_from_being_found(four, deal, monkeypatch):
    other = stored_deal(VINAGAMES, 3, four, name="Bàn 2")

    def damaged(deal_id: int) -> list[Row]:
        if deal_id == deal.pk:
            raise BadNotation("no such card")
        return history(deal_id)

    monkeypatch.setattr(indexer, "history", damaged)
    indexer.index_new()
    assert set(told()) == {other.pk}


def test_deals_have_their_numbers_in_the_order_in_which_they_ended(four):
    late = running_deal(VINAGAMES, 5, four, name="Bàn 1")
    soon = stored_deal(VINAGAMES, 6, four, name="Bàn 2")
    play_on(late.pk, now=NOW)
    indexer.index_new()
    assert list(FoundDeal.objects.order_by("number").values_list("deal_id", "number")) == [
        (soon.pk, 0),
        (late.pk, 1),
    ]


def test_one_run_reads_so_much_and_the_next_goes_on(four, monkeypatch):
    deals = [stored_deal(VINAGAMES, seed, four, name=f"Bàn {seed}") for seed in (3, 5, 6)]
    monkeypatch.setattr(indexer, "catch_up", lambda one: catch_up(one, limit=50))
    monkeypatch.setattr(indexer, "BATCHES", 2)
    indexer.index_new()
    assert len(told()) < len(deals)
    for _run in deals:
        indexer.index_new()
    assert set(told()) == {deal.pk for deal in deals}
