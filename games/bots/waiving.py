"""Decides for bots whether they let pairs go while they wait to win (§13.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.bots import careful, club, master
from games.bots.careful import lets_pairs_go as counted
from games.bots.club import lets_pairs_go as usual
from games.engine.deal import let_pairs_go, may_turn_waiver
from games.engine.events import Event
from games.engine.moves import Move
from games.engine.sight import SeatView, see
from games.engine.state import DealState

WAIVING: Final[dict[Callable[..., Move], Callable[[SeatView], bool]]] = {
    club: usual,
    careful: counted,
    master: counted,
}
"""A bot → whether it lets pairs go, by what it sees. Of a bot that is not here the switch stays off."""


def turned(state: DealState, bots: Sequence[Callable[..., Move] | None]) -> Iterator[Event]:
    """Yield an event for each bot that turns "let pairs go" on or off now (§13.6).

    `bots` has one entry for each seat, in seat order: the bot that plays it, or None.
    """
    if not state.rules.pair_waived_when_waiting:
        return
    for seat, bot in enumerate(bots):
        wish = None if bot is None else WAIVING.get(bot)
        if wish is not None and may_turn_waiver(state, seat):
            yield from let_pairs_go(state, seat=seat, on=wish(see(state, seat)))
