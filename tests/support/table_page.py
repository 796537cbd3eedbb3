"""Looking at a table's page between the moves."""

from games import queries
from games.engine.deal import to_move
from tests.support.deals import until_a_person_moves
from tests.support.play_pages import form_of_first_move, same_browser

HTMX = {"HX-Request": "true"}


def address(deal, what=""):
    return f"/tables/{deal.table_id}/{what}"


def bots_play(deal):
    until_a_person_moves(deal)


def page_of(player, deal):
    return same_browser(player).get(address(deal)).content.decode()


def form_now(html):
    form = form_of_first_move(html)
    assert form is not None
    return form


def mover_of(deal, *players):
    """The player whose turn it is, after the bots have played."""
    bots_play(deal)
    return players[to_move(queries.load_state(deal.pk))[0]]
