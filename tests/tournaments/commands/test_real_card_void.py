"""A deal with real cards that a referee declares void (§10.8): it counts for nobody, until an appeal says otherwise."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.acts import gather
from games.checks.log import differing_rows
from games.engine.disputing.periods import HELD
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Deal, Player
from tests.support.cardboard import V4, Table
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments import commands, projections
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands import timing
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.models import RoundTable, Standing, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def table() -> Table:
    """A table whose two deals are entered and confirmed, with ten minutes to appeal; East has won both."""
    table = Table(player("director", is_director=True), deals=2, appeal_minutes=10)
    table.enter_confirmed(1, 2)
    return table


def later(**span: int) -> datetime:
    return timezone.now() + timedelta(**(span or {"hours": 1}))


def void(table: Table, by: Player, **options: Any) -> int:
    return table.rule(by, False, **{"void": True, "reason": "A card was marked.", **options})


def points(table: Table) -> list[int]:
    found = dict(Standing.objects.filter(tournament=table.id).values_list("player", "points"))
    return [found[one.pk] for one in table.seats]


def held_together(table: Table) -> None:
    assert list(check_ledger()) == [] and list(differing_rows()) == []
    assert list(check_log()) == []


def test_a_void_deal_pays_nobody_and_counts_for_nobody(table, referee):
    table.dispute(table.seats[2])
    void(table, referee)
    score, drawn = table.score(), table.state.rounds[0].tables[0]
    assert score in drawn.voided and score.ruled_out and not score.called_off
    assert (score.net, score.penalised) == ((0, 0, 0, 0), None)
    assert score.paper.void and score.paper.lay == V4  # what was entered stays to be read
    assert score.paper.status is ResultStatus.CONFIRMED
    assert points(table) == [-54, 162, -54, -54]  # the other deal's
    assert RoundTable.objects.get(tournament=table.id).voided == [1]
    deal = Deal.objects.get(pk=score.deal_id)
    assert [seat.net for seat in deal.seats.order_by("number")] == [0, 0, 0, 0]
    held_together(table)
    rows = [
        *Deal.objects.order_by("pk").values(),
        *Tournament.objects.values(),
        *RoundTable.objects.values(),
    ]
    projections.rebuild(table.id)
    now = [
        *Deal.objects.order_by("pk").values(),
        *Tournament.objects.values(),
        *RoundTable.objects.values(),
    ]
    assert now == rows


def test_who_disputed_a_deal_with_real_cards_does_not_void_it_by_a_correction(table, referee):
    table.dispute(table.director)
    told: dict[str, Any] = {"tournament_id": table.id, "deal": table.score().deal_id}
    told["now"] = timezone.now()
    with refused("tournament.own-dispute"):
        commands.void_deal(by=table.director, reason="As I said.", **told)
    table.rule(referee, True)
    with refused("tournament.own-dispute"):
        commands.void_deal(by=referee, reason="As I said.", **told)
    commands.void_deal(by=player("other", is_director=True), reason="A torn card.", **told)


def test_only_a_ruling_lets_it_count_again(table, referee):
    table.dispute(table.seats[2])
    void(table, referee)
    deal_id = table.score().deal_id
    with refused("tournament.voided-by-ruling"):
        commands.take_voiding_back(
            by=table.director,
            tournament_id=table.id,
            deal=deal_id,
            reason="I say so.",
            now=timezone.now(),
        )
    with refused("tournament.voided-by-ruling"):
        table.correct(table.director, V4)
    table.appeal(1)
    assert not timing.end_one(table.id, now=later())  # it holds the prizes
    with refused("tournament.discard-interest"):
        table.rule(referee)
    table.rule(player("second", is_referee=True))
    score = table.score()
    assert score in table.state.rounds[0].tables[0].scores and not score.ruled_out
    assert score.net == (-162, 162, 0, 0)
    assert points(table) == [-216, 324, -54, -54]
    with refused("tournament.cardboard-final"):
        table.appeal(1)
    held_together(table)


def test_void_on_appeal_and_void_again(table, referee):
    table.dispute(table.seats[2])
    void(table, referee)
    table.appeal(1)
    void(table, player("second", is_referee=True))
    assert table.score().ruled_out and points(table) == [-54, 162, -54, -54]
    with refused("tournament.voided-by-ruling"):
        commands.take_voiding_back(
            by=table.director,
            tournament_id=table.id,
            deal=table.score().deal_id,
            reason="I say so.",
            now=timezone.now(),
        )


def test_a_directors_own_voiding_stays_whatever_is_ruled(table, referee):
    table.dispute(table.seats[2])
    commands.void_deal(
        by=table.director,
        tournament_id=table.id,
        deal=table.score().deal_id,
        reason="A card lay on the floor.",
        now=timezone.now(),
    )
    table.rule(referee)
    assert table.score().called_off and points(table) == [-54, 162, -54, -54]
    held_together(table)


def test_void_and_a_penalty_are_no_ruling(table, referee):
    table.dispute(table.seats[2])
    version = table.state.version
    with refused("tournament.discard-decide"):
        table.rule(referee, True, void=True)
    with refused("ruling.not-referee"):
        void(table, table.director)
    with refused("tournament.reason-missing"):
        void(table, referee, reason=" ")
    assert table.state.version == version


def test_a_ruling_behind_the_prizes_corrects_them_and_can_be_appealed(table, referee):
    before = {one: balance(member_account(one.pk)) for one in table.seats}
    table.dispute(table.seats[2])
    assert timing.end_one(table.id, now=later(minutes=11) + HELD)
    assert balance(member_account(table.seats[1].pk)) == before[table.seats[1]] + 40
    now = later(days=9)
    table.rule(referee, now=now)  # South, who shared the second place, pays for all
    paid = {one: balance(member_account(one.pk)) - before[one] for one in table.seats}
    assert paid[table.seats[0]] == 0 and sum(paid.values()) == 80
    held_together(table)
    said = browser(table.seats[0]).get(f"/tournaments/{table.id}/").content.decode()
    assert "The ruling on Round 1, table 1, deal 1" in said
    with refused("tournament.appeal-over"):
        table.appeal(0, now=now + timedelta(days=2))
    table.appeal(0, now=now + timedelta(minutes=5))
    void(table, player("second", is_referee=True), now=now + timedelta(days=3))
    again = {one: balance(member_account(one.pk)) - before[one] for one in table.seats}
    assert sum(again.values()) == 80 and again[table.seats[0]] > 0
    assert points(table) == [-54, 162, -54, -54]
    held_together(table)


def test_what_was_not_seen_is_not_signed(table, referee):
    table.dispute(table.seats[2])
    seen = table.score().paper.dispute.said
    commands.join_discard(
        by=table.seats[3],
        tournament_id=table.id,
        deal_id=table.score().deal_id,
        revision=1,
        reason="I paid, too.",
        now=timezone.now(),
    )
    with refused("ruling.moved-on"):
        void(table, referee, seen=seen)
    void(table, referee, seen=seen + 1)


def test_everybody_reads_that_it_is_void_and_why(table, referee):
    table.dispute(table.seats[2])
    void(table, referee)
    told = browser(table.seats[0]).get(f"/tournaments/{table.id}/log").content.decode()
    assert "the deal is void (A card was marked.)" in told
    page = browser(table.seats[0]).get(table.page).content.decode()
    assert "does not count" in page
    replay = browser(table.seats[0]).get(f"/replays/{table.score().deal_id}/").content.decode()
    assert "deal void" in replay
    gather()
    house = browser(table.seats[0]).get("/club/staff/").content.decode()
    assert "A card was marked." in house
