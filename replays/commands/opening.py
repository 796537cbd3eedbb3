"""Opening a deal to anyone with the link: each person in it decides for themselves."""

from __future__ import annotations

from games.errors import Refused
from games.models import Player
from games.queries import seat_of
from games.queries.finished.private_deals import private_by_house
from replays import queries
from replays.models import Opened


def let_all_open(*, by: Player, deal_id: int, may: bool) -> None:
    """Let anyone with the link open the deal, or no longer; a repeat changes nothing.

    Raises Refused("replay.not-seated") for anyone who did not sit there, Refused("replay.house-keeps") for consent
    while the club keeps such deals among members, and as `get_replay` does. Earlier consent stays stored: it can be
    withdrawn meanwhile, and counts again when the club opens such deals.
    """
    deal, _replay = queries.get_replay(deal_id)
    if seat_of(deal_id, by) is None:
        raise Refused("replay.not-seated")
    if may and deal in private_by_house():
        raise Refused("replay.house-keeps")
    if may:
        Opened.objects.get_or_create(deal=deal, player=by)
    else:
        Opened.objects.filter(deal=deal, player=by).delete()
