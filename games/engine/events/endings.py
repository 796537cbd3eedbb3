"""How a deal ends: called off before its cards are dealt, won, exhausted or stopped; then its secret is published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from games.engine.events.kinds import EventKind
from games.engine.fast_frozen import changed, quick_to_make
from games.engine.moves import Hit
from games.engine.scoring import Result
from games.engine.state import DealState, Ending, Phase


@dataclass(frozen=True, slots=True)
class DealCancelled:
    """The table broke up before the cards were dealt; the deal never happened."""

    reason: str


@quick_to_make
@dataclass(frozen=True, slots=True)
class DealWon:
    """Tới (§7): the seat won, with no trash in its private block; `result` has what everybody pays (§9)."""

    seat: int
    result: Result


@dataclass(frozen=True, slots=True)
class DealExhausted:
    """Hoà (§8.1): seat `due` was to draw from a stock at its limit, so nobody wins and nobody pays.

    Seat `due` starts the next deal.
    """

    due: int
    result: Result


@dataclass(frozen=True, slots=True)
class DealStopped(DealExhausted):
    """A director stopped a tournament's deal, with a reason: nobody won, nobody pays, the hands are shown.

    `due` is the seat that started this deal. It also starts the deal that is played instead.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class SecretPublished:
    """The server's secret seed (hex), so that anybody can check the commitment and the shuffle."""

    secret: str


def _cancelled(s: DealState, e: DealCancelled) -> DealState:
    nothing = Result(None, 0, 0, (), None, (), (0,) * s.seats)
    ending = Ending(nothing, 0, None, nothing, cancelled=e.reason)
    return changed(s, version=s.version + 1, phase=Phase.OVER, ending=ending)


def _won(s: DealState, e: DealWon) -> DealState:
    ending = Ending(e.result, e.seat, s.last, e.result)
    return changed(s, version=s.version + 1, phase=Phase.OVER, turn=e.seat, ending=ending)


def _exhausted(s: DealState, e: DealExhausted) -> DealState:
    dead = s.dead if s.active is None else (*s.dead, s.active.card)
    starter = e.due
    if s.rules.starter_after_draw == "same" and s.setup.starter is not None:
        starter = s.setup.starter  # §13.12
    ending = Ending(e.result, starter, None, e.result)
    return changed(
        s,
        version=s.version + 1,
        phase=Phase.OVER,
        turn=e.due,
        dead=dead,
        active=None,
        ending=ending,
    )


def _published(s: DealState, e: SecretPublished) -> DealState:
    assert s.ending is not None
    return changed(s, version=s.version + 1, ending=changed(s.ending, secret=e.secret))


Ended = DealWon | DealExhausted
"""How a deal ends whose cards were dealt; a `DealStopped` is a `DealExhausted`."""

Over = Ended | DealCancelled
"""The deal is over, whether its cards were dealt or not."""

EndingEvent = DealCancelled | DealWon | DealExhausted | DealStopped | SecretPublished
ENDING_EVENTS: Final[dict[type[Any], EventKind]] = {
    DealCancelled: EventKind("deal.cancelled", _cancelled, public=True),
    DealWon: EventKind("deal.won", _won, public=True, follows=True),
    DealExhausted: EventKind(
        "deal.exhausted", _exhausted, public=True, move=lambda e: Hit(e.due), forced=lambda _: True
    ),
    DealStopped: EventKind("deal.stopped", _exhausted, since=6, public=True, worded=True),
    SecretPublished: EventKind("deal.secret-published", _published, public=True),
}
