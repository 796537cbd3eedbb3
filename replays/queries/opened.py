"""Who may open a finished deal by its link: members always, others by the rule that stands in `is_open_to_all`."""

from __future__ import annotations

from games.models import Deal, DealSeat, Player
from replays.models import Opened


def is_open_to_all(deal: Deal) -> bool:
    """Whether who is not logged in may open this deal's replay and record.

    A tournament's deals are open to all. Any other is where every seat is a bot's or of somebody who has opened it: one
    person's no is enough. An imported deal's people are not here to be asked. This says nothing of a deal that may not
    be seen yet: `get_replay` decides that for everybody.
    """
    if deal.ended_at is None or deal.cancelled:
        return False
    if deal.table.origin.startswith("tournament-"):
        return True
    seats = list(DealSeat.objects.filter(deal=deal).values_list("player_id", "bot"))
    people = {player for player, bot in seats if not bot}
    willing = set(Opened.objects.filter(deal=deal).values_list("player_id", flat=True))
    return bool(people) and people <= willing


def has_opened(deal: Deal, player: Player) -> bool:
    """Whether this player lets whoever has the link open the deal."""
    return Opened.objects.filter(deal=deal, player=player).exists()
