"""What a point is worth stands in the log: an edit of the table's row changes nothing that is owed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import commands
from games.checks.log import differing_deals
from games.engine.rules import VINAGAMES
from games.ledger.models import Posting
from games.log import read
from games.models import Deal, Player, Table
from tests.support.deals import NOW, play_on, running_deal, safe_win_seed, stored_deal
from tests.support.forger import forge, rechain

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


def won(deal: Deal) -> int:
    """Return the most that an account got for the deal, in chips."""
    amounts = Posting.objects.filter(transfer__key=f"deal:{deal.pk}").values_list(
        "amount", flat=True
    )
    return max(amounts)


def points(deal: Deal) -> int:
    return max(seat.net or 0 for seat in deal.seats.all())


def test_the_first_event_says_what_the_deal_is_played_for(players: list[Player]) -> None:
    deal = running_deal(VINAGAMES, 7, players, chips_per_point=3)
    first, second, *_rest = read(deal.stream)
    assert first.metadata["chips_per_point"] == 3
    assert "chips_per_point" not in second.metadata


def test_a_stake_that_was_raised_in_the_middle_of_a_deal_pays_nothing_more(
    players: list[Player],
) -> None:
    deal = running_deal(VINAGAMES, safe_win_seed(), players, chips_per_point=3)
    Table.objects.update(chips_per_point=1000)
    play_on(deal.pk, now=NOW)
    commands.settle(deal_id=deal.pk)
    assert won(deal) == 3 * points(deal) > 0
    call_command("check_ledger", stdout=StringIO())


def test_a_row_whose_stake_was_changed_afterwards_is_named_and_the_ledger_stays_right(
    players: list[Player],
) -> None:
    deal = stored_deal(VINAGAMES, safe_win_seed(), players, chips_per_point=3)
    assert list(differing_deals()) == []
    Table.objects.update(chips_per_point=5)
    call_command("check_ledger", stdout=StringIO())
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_log", stdout=out)
    assert f"deal-{deal.pk}: its table says 5 chips per point, its first event says 3." in (
        out.getvalue()
    )


def test_a_deal_from_before_its_first_event_said_it_is_worth_what_its_table_says(
    players: list[Player],
) -> None:
    deal = running_deal(VINAGAMES, safe_win_seed(), players, chips_per_point=3)
    forge("UPDATE log_event SET metadata = '{}' WHERE stream = %s AND version = 1", deal.stream)
    rechain(deal.stream)
    play_on(deal.pk, now=NOW)
    commands.settle(deal_id=deal.pk)
    assert won(deal) == 3 * points(deal)
    assert list(differing_deals()) == []
