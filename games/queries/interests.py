"""Checks whether a person has an interest in a table: a seat there, or a part in its tournament (§10.8)."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

from games.errors import Refused
from games.models import Deal, Player, Seat


def plays_beside(deal_id: int, player: Player) -> bool:
    """Return whether a player takes part in the tournament to which this deal's table belongs."""
    return plays_for(Deal.objects.values_list("table__origin", flat=True).get(pk=deal_id), player)


def plays_for(origin: str, player: Player) -> bool:
    """Return whether a player takes part in the tournament to which a table belongs: as a seated player or an
    entrant.

    The part of `origin` before its first slash names the tournament (`tournament-3/1/2`); without a slash there is
    none. The functions named in `settings.TUSAC_INTERESTS` know the entrants who have no seat.
    """
    behalf, stroke, _rest = origin.partition("/")
    if not stroke:
        return False
    if Seat.objects.filter(player=player, table__origin__startswith=behalf + stroke).exists():
        return True
    return any(import_string(name)(behalf, player.pk) for name in settings.TUSAC_INTERESTS)


def require_proposer(player_id: int, interest: Callable[[Player], str | None]) -> None:
    """Raise Refused if the author of a proposed ruling may no longer give it (§10.8).

    A second signature makes the proposal its author's ruling. Since proposing it, the author may have lost the
    referee's duty ("ruling.proposer") or got an interest in the deal. `interest` returns the code of a player's
    interest, or None.
    """
    proposer = Player.objects.filter(pk=player_id).first()
    if proposer is None or not proposer.may_rule:
        raise Refused("ruling.proposer")
    if (code := interest(proposer)) is not None:
        objected = code == "ruling.own-dispute"
        raise Refused("ruling.proposer-objected" if objected else "ruling.proposer-plays")
