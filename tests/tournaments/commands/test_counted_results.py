"""Results of real cards that were entered by their numbers alone: paid, confirmed, corrected, not judged, not rated."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from games.checks.log import differing_rows
from games.engine.real_cards.counted import CountedHand
from games.models import Deal, Player
from games.ratings.rated import counting, rated_deal
from tests.support.cardboard import V4, Table
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments import commands
from tournaments.checks.ledger import check_ledger
from tournaments.engine.real_cards.deciding import WrittenDeal
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.engine.real_cards.events import Lay
from tournaments.models import Standing

pytestmark = pytest.mark.django_db
COUNTED = Lay(1, counted=CountedHand(19, 1, 1))
"""V4 of §9, by its numbers."""


@pytest.fixture
def table() -> Table:
    return Table(player("director", is_director=True))


def test_numbers_pay_what_the_cards_pay(table):
    table.enter(table.seats[0], COUNTED)
    table.enter(table.seats[0], V4, deal=2)
    assert table.score(1).net == table.score(2).net == (-54, 162, -54, -54)
    standing = Standing.objects.get(player=table.seats[1])
    assert (standing.points, standing.best_hand) == (324, 19)
    deal = Deal.objects.get(pk=table.score().deal_id)
    assert deal.entered["sets"] == [] and deal.entered["counted"]["points"] == 19
    assert list(check_ledger()) == [] and list(differing_rows()) == []


@pytest.mark.parametrize(
    ("lay", "code"),
    [
        (Lay(1, counted=CountedHand(8)), "cardboard.points-between"),
        (Lay(1, counted=CountedHand(7, 1)), "cardboard.points-range"),
        (Lay(1, counted=CountedHand(31, 3, 3)), "cardboard.kongs-too-many"),
        (replace(V4, counted=CountedHand(19, 1, 1)), "cardboard.unreadable"),
        (Lay(None, counted=CountedHand(1)), "cardboard.nobody-pays"),
        (replace(COUNTED, offender=1, section="§10.5"), "cardboard.offender"),
        (replace(COUNTED, asides=((), ("khap",), (), ())), "cardboard.winners-aside"),
        (replace(COUNTED, asides=(("quan",) * 6, (), (), ())), "cardboard.loser-cards"),
    ],
)
def test_numbers_that_cannot_be_change_nothing(table, lay, code):
    with refused(code):
        table.enter(table.seats[0], lay)
    assert not Deal.objects.filter(entered__isnull=False)


def test_who_disagrees_says_it_in_words_since_no_discard_can_be_judged(table):
    table.enter(table.seats[0], COUNTED)
    with refused("tournament.discard-without-cards"):
        table.dispute(table.seats[2])
    table.contradict(table.seats[2], "I had a khạp.")
    assert table.score().paper.status is ResultStatus.CONTRADICTED
    with refused("tournament.cardboard-contradicted"):  # against each other: the director decides
        table.confirm(table.seats[3])
    table.correct(table.director, replace(COUNTED, asides=((), (), ("khap",), ())))
    assert table.score().net == (-57, 162, -48, -57)


def test_numbers_are_replaced_by_the_cards_and_the_other_way_round(table):
    table.enter(table.seats[0], COUNTED)
    table.correct(table.director, V4)
    assert table.score().paper.lay.counted is None
    table.correct(table.director, COUNTED)
    assert table.score().paper.lay.sets == () and table.score().points == 19


def test_such_a_deal_is_not_rated(table):
    table.enter_confirmed(1, lay=COUNTED)
    deal = table.score().deal_id
    assert counting([deal]) == [deal] and rated_deal(deal) is None


def sheet(table: Table, *deals: WrittenDeal, by: Player | None = None) -> int:
    told: dict[str, Any] = {
        "by": by or table.director,
        "tournament_id": table.id,
        "round_number": 1,
    }
    return commands.enter_sheets(deals=deals, now=timezone.now(), **told)


def test_a_sheet_is_entered_whole_or_not_at_all(table):
    with refused("tournament.sheets-empty"):
        sheet(table)
    with refused("tournament.cardboard-order"):
        sheet(table, WrittenDeal(1, 2, COUNTED))
    with refused("cardboard.points-between"):
        sheet(table, WrittenDeal(1, 1, COUNTED), WrittenDeal(1, 2, Lay(0, counted=CountedHand(4))))
    with refused("tournament.not-director"):
        sheet(table, WrittenDeal(1, 1, COUNTED), by=table.seats[0])
    assert not Deal.objects.filter(entered__isnull=False).exists()
    sheet(table, WrittenDeal(1, 1, COUNTED), WrittenDeal(1, 2, Lay(None)))
    assert table.score(1).points == 19 and table.score(2).winner is None
    assert list(differing_rows()) == []


def test_the_sheet_of_the_own_table_is_the_word_of_the_directors_own_seat(table):
    playing = table.seats[2]
    playing.is_director = True
    playing.save()
    sheet(table, WrittenDeal(1, 1, COUNTED), by=playing)
    assert table.score(1).paper.confirmed_by == (2,) and table.score(1).paper.alone
