"""What the answer to a move shows is what the log and the rows hold by then, and is asked of them once."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import commands, queries
from games.bots import club
from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves, to_move
from games.engine.rules import VINAGAMES
from games.engine.sight import see
from games.errors import Refused
from games.models import Deal, Player
from games.presenters.play.table import etag_of
from games.queries.play.seen_table import JustNow, SeenTable
from tests.support.deals import NOW, running_deal
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def people() -> list[Player]:
    """Four members, and no bot beside them."""
    return [Player.objects.create_user(f"player{number}") for number in range(4)]


def moved(deal: Deal, people: list[Player]) -> commands.MoveResult:
    """Return the next move of a deal, as the club bot makes it."""
    state = queries.load_state(deal.pk)
    seat = to_move(state)[0]
    return commands.make_move(
        by=people[seat],
        table_id=deal.table_id,
        deal_id=deal.pk,
        move=lambda own: club(see(state, own), legal_moves(state, own)),
        move_id=f"step-{state.version:05}",
        expected_version=state.version,
        now=NOW,
    )


def told(page: SeenTable) -> tuple[Any, ...]:
    """Return all that a page draws of a table and its deal."""
    seen = page.current
    assert seen is not None
    return (
        *(etag_of(page), page.my_seat, page.sits_with_others, page.away),
        *(seen.view, seen.moves, seen.waiting, seen.names, seen.events, seen.window),
        *(seen.there, seen.terms, seen.deadline, seen.seen_seats),
        [(seat.number, seat.player_id, seat.ready) for seat in seen.seats],
        [(deal.version, deal.phase, deal.turn, deal.bot_due) for deal in (seen.deal,)],
    )


def test_a_move_shows_each_viewer_what_reading_it_anew_would(people: list[Player]) -> None:
    """Whoever looks: a seat, and somebody without one."""
    deal = running_deal(VINAGAMES, 1, people)
    for _ in range(10):
        made = moved(deal, people)
        assert made.loaded is not None
        for viewer in (*people, None):
            at_once = queries.see_table(
                deal.table_id, viewer, just_now=JustNow(made.deal, made.loaded)
            )
            assert told(at_once) == told(queries.see_table(deal.table_id, viewer))


def test_a_move_asks_for_each_row_once(people: list[Player]) -> None:
    """The session brings its member; the deal that the move has written is not read again, nor who plays it."""
    deal = running_deal(VINAGAMES, 1, people)
    state = queries.load_state(deal.pk)
    seat = to_move(state)[0]
    card = next(iter(see(state, seat).verdict.worst))  # type: ignore[union-attr]
    form = {"deal": deal.pk, "expected_version": state.version, "move_id": "first-discard"}
    form |= {"move": "discard", "cards": CARD_NAMES[card]}
    there = browser(people[seat])
    with CaptureQueriesContext(connection) as captured:
        answer = there.post(f"/tables/{deal.table_id}/move", form, headers=HTMX)
    assert answer.status_code == 200
    asked = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    for table, times in (
        *(("games_membersession", 1), ("games_player", 0), ("games_deal", 1)),
        *(("games_dealseat", 0), ("games_seat", 1)),
    ):
        assert sum(f'FROM "{table}"' in sql for sql in asked) == times, table


def test_a_deal_of_another_table_is_unknown_there(people: list[Player]) -> None:
    """The address names the table, the form the deal."""
    deal = running_deal(VINAGAMES, 1, people)
    deal.table_id += 1000
    with pytest.raises(Refused) as refusal:
        moved(deal, people)
    assert refusal.value.code == "deal.unknown"
