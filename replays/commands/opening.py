"""Opens a deal to anyone with the link, as far as each of its players consents."""

from __future__ import annotations

from games.errors import Refused
from games.models import Player
from games.queries import seat_of
from games.queries.finished.private_deals import private_by_house
from replays import queries
from replays.models import Opened


def let_all_open(*, by: Player, deal_id: int, may: bool) -> None:
    """Record whether this player consents that anyone with the link may open the deal.

    A repeat changes nothing. Raises Refused("replay.not-seated") for anyone who did not sit in the deal,
    Refused("replay.house-keeps") for consent while the club keeps such deals among members, and as `get_replay` does.
    Consent stays stored if the club begins to keep such deals: it can be withdrawn, and counts again when the club
    opens them.
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
