"""A client of the API as a member, and whose turn it is."""

from rest_framework.test import APIClient

from games import queries
from games.engine.deal import to_move

LONG_AGO = "00000000-0000-4000-8000-000000000001"


def client_of(player):
    client = APIClient(raise_request_exception=True)
    if player is not None:
        client.force_authenticate(player)
    return client


def get(player, path, **query):
    return client_of(player).get(f"/api/v1/{path}", query)


def post_to(player, path, body=None):
    return client_of(player).post(
        f"/api/v1/{path}", body if body is not None else {}, format="json"
    )


def mover(deal, four):
    """The seat whose turn it is, its player, and the state."""
    state = queries.load_state(deal.pk)
    (seat,) = to_move(state)
    return seat, four[seat], state
