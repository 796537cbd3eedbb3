"""Access to a finished deal by its link: members always, others by the rule in `is_open_to_all`."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Deal, DealSeat, Player
from games.queries.finished.private_deals import PrivateDeals, is_of_tournament, private_by_house
from replays.models import Opened


def is_open_to_all(deal: Deal, kept: PrivateDeals | None = None) -> bool:
    """Return whether strangers may open this deal's replay and record.

    They may not if the club keeps the deal among members, or if it was imported, because its players cannot be asked.
    Otherwise a tournament's deals are open to all, and any other deal is open once every player in it has consented;
    bots are not asked. Whether the deal may be seen yet is not checked here: `get_replay` does that for everybody.
    `kept` are the deals that the club keeps among members; None looks them up.
    """
    return deal.pk in open_to_all([deal], kept)


def open_to_all(deals: Iterable[Deal], kept: PrivateDeals | None = None) -> frozenset[int]:
    """Return the ids of those of these deals that strangers may open (`is_open_to_all`)."""
    over = [deal for deal in deals if deal.ended_at is not None and not deal.cancelled]
    if not over:
        return frozenset()
    kept = private_by_house() if kept is None else kept
    over = [deal for deal in over if deal not in kept]
    found = {deal.pk for deal in over if is_of_tournament(deal)}
    asked = [deal.pk for deal in over if deal.pk not in found]
    if not asked:
        return frozenset(found)
    people: dict[int, set[int | None]] = {}
    for deal_id, player, bot in DealSeat.objects.filter(deal__in=asked).values_list(
        "deal", "player", "bot"
    ):
        if not bot:
            people.setdefault(deal_id, set()).add(player)
    willing: dict[int, set[int | None]] = {}
    for deal_id, player in Opened.objects.filter(deal__in=asked).values_list("deal", "player"):
        willing.setdefault(deal_id, set()).add(player)
    found |= {one for one, sat in people.items() if sat <= willing.get(one, set())}
    return frozenset(found)


def has_opened(deal: Deal, player: Player) -> bool:
    """Return whether this player lets anyone with the link open the deal."""
    return Opened.objects.filter(deal=deal, player=player).exists()
