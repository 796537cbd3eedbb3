"""A round that is closed while a deal of it runs: the director is told what is left, and nothing is half done."""

from typing import Any
from uuid import uuid4

import pytest

from games.errors import Refused
from games.models import Deal, Player
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments import commands, queries
from tournaments.commands.club_tables import set_tables
from tournaments.engine.real_cards.events import Lay
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def evening() -> Evening:
    """One table with real cards, whose deal one seat has entered, and one on screens, whose deal runs."""
    evening = Evening(8, open_tables=False, rounds=2, deals_per_round=1)
    commands.mark_tables(
        by=evening.director, tournament_id=evening.id, table=1, cardboard=True, now=evening.now
    )
    set_tables(lambda: evening.now)
    commands.enter_result(
        by=seated(evening), tournament_id=evening.id, round_number=1, table=1, deal_number=1,
        lay=Lay(None), now=evening.now,
    )  # fmt: skip
    return evening


def seated(evening: Evening, seat: int = 0) -> Player:
    loaded = queries.current(evening.id)
    label = loaded.state.rounds[0].tables[0].seats[seat]
    return Player.objects.get(pk=label.removeprefix("player:"))


def everything(evening: Evening) -> list[Any]:
    return [evening.version, evening.rows(), list(Deal.objects.order_by("pk").values())]


def close_round(evening: Evening) -> None:
    commands.close_round(by=evening.director, tournament_id=evening.id, now=evening.now)


def test_a_round_is_not_closed_while_a_deal_of_it_runs_and_nothing_is_half_done(evening):
    before = everything(evening)
    with pytest.raises(Refused) as refused:
        close_round(evening)
    assert refused.value.code == "tournament.deals-left"
    assert "still to be played: 1" in str(refused.value.sentence)
    assert everything(evening) == before


def test_the_button_says_so_in_words_and_the_deal_is_played_on(evening):
    before = everything(evening)
    page = f"/tournaments/{evening.id}/rounds/1/tables/1/result"
    answer = browser(evening.director).post(
        page,
        {"act": "round", "idempotency_key": str(uuid4())},
        headers={"Accept-Language": "en"},
    )
    assert 400 <= answer.status_code < 500
    assert "Deals of this round still to be played: 1." in answer.content.decode()
    assert everything(evening) == before
    evening.play()
    evening.follow()
    close_round(evening)
    loaded = queries.current(evening.id)
    assert [drawn.closed for drawn in loaded.state.rounds] == [True, False]
    assert RoundTable.objects.filter(tournament=evening.id, round=2).exists()


def test_the_tournament_is_not_closed_either_while_a_deal_runs(evening):
    before = everything(evening)
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.round-open"):
        evening.close()
    assert everything(evening) == before
