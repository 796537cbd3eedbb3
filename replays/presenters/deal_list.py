"""Presents the list of finished deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Deal, DealSeat, Player
from games.presenters.play.entered import doubt_of, is_void
from games.presenters.sentences import distinct_names, rules_name
from games.queries.play.participants import bot_at, name_elsewhere, names_of
from games.schema import rules_from_plain
from replays.queries.signatures import void_deals


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """A finished deal in the list."""

    deal: Deal
    rules: str
    """The name of its rule set."""
    players: tuple[str, ...]
    """By seat, no two alike."""
    winner: str
    """The winner's name, empty if nobody won."""
    mine: DealSeat | None
    """The viewer's own seat in it."""
    doubt: str
    """That its result was entered and is not confirmed, in words; empty of any other."""
    void: bool
    """Whether a ruling has declared it void (§10.8)."""


def list_deals(deals: Iterable[Deal], viewer: Player | None) -> list[ListedDeal]:
    """Return these finished deals as the list shows them."""
    listed = list(deals)
    labels = sorted({seat.label for deal in listed for seat in deal.seats.all()})
    names = dict(zip(labels, names_of(labels), strict=True))
    void = void_deals(listed)
    return [_listed(deal, names, viewer, void=deal.pk in void or is_void(deal)) for deal in listed]


def _listed(deal: Deal, names: dict[str, str], viewer: Player | None, *, void: bool) -> ListedDeal:
    seats = list(deal.seats.all())
    players = distinct_names(
        [
            bot_at(seat.number)
            if seat.bot
            else names[seat.label]
            if seat.player_id is not None
            else name_elsewhere(seat)
            for seat in seats
        ]
    )
    return ListedDeal(
        deal=deal,
        rules=rules_name(rules_from_plain(deal.table.rules)),
        players=players,
        winner="" if deal.winner is None else players[deal.winner],
        mine=next((seat for seat in seats if viewer and seat.player_id == viewer.pk), None),
        doubt=doubt_of(deal),
        void=void,
    )
