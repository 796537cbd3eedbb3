"""Who is told where a pot is moved without them (§13.14), and what a statement calls it."""

import pytest

from games import commands
from games.models import Player
from replays.commands import rulings
from tests.support.deals import NOW
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser, member
from tests.support.pots import next_played, pot_played
from tests.support.rulings import reverse_the_penalty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def four() -> list[Player]:
    return [member(name) for name in ("an", "binh", "chi", "dung")]


def told_of_pot(player: Player) -> list[str]:
    return [words for words in words_for(player) if "pot" in words]


def statement(player: Player) -> str:
    html = browser(player).get("/account/").content.decode()
    return " ".join(html.replace("\u2068", "").replace("\u2069", "").split())


def test_who_left_is_told_that_the_table_has_ended_and_the_statement_says_so(
    four: list[Player],
) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    commands.leave_table(by=four[3], table_id=deal.table_id, now=NOW)
    tell()
    assert told_of_pot(four[3]) == []
    commands.close_table(by=four[0], table_id=deal.table_id, now=NOW)
    tell()
    words = "+7 chips: a table has ended, and you got back what you paid into its pot (§13.14)."
    for one in four:
        assert told_of_pot(one) == [words]
        assert "Deal 1 at Bàn 1: paid into the pot" in statement(one)
        assert "Deal 1 at Bàn 1: returned from the pot, because the table has closed" in statement(
            one
        )


def test_a_void_deal_and_its_return_are_told_with_what_moves(four: list[Player]) -> None:
    first = pot_played(four, takes=False)
    commands.settle(deal_id=first.pk, now=NOW)
    second = next_played(first, four, takes=True)
    commands.settle(deal_id=second.pk, now=NOW)
    dispute = reverse_the_penalty(second, four, void=True)
    commands.settle(deal_id=second.pk, now=NOW)
    tell()
    winner = four[second.winner or 0]
    second.refresh_from_db()
    (taker,) = [one for one in four if any("−42" in words for words in told_of_pot(one))]
    assert "won the pot" in statement(taker)
    for one in four:
        gone = "−42" if one == taker else "+14"
        place = "deal 2 at Bàn 1"
        words = f"{gone} chips: a ruling voided {place}, so the pot won there is returned (§13.14)."
        assert told_of_pot(one) == [words]
        assert "the pot was given back, because the deal is void" in statement(one)
    other = member("other", is_referee=True)
    rulings.withdraw_ruling(by=other, dispute_id=dispute.pk, reason="my error", now=NOW)
    commands.settle(deal_id=second.pk, now=NOW)
    tell()
    assert "+42 chips" in told_of_pot(taker)[-1]
    assert "the pot went to its winner again after a ruling" in statement(taker)
    assert winner in four
