"""Events of requests by directors who play for another member's agreement, and of their ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from games.engine.disputing.approval import Approval
from tournaments.engine.real_cards.events import Lay
from tournaments.engine.state import Registered, TournamentState, without


class Ending(StrEnum):
    """The ways in which a request for agreement can end."""

    AGREED = "agreed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"
    """Somebody agreed, but it could no longer be done."""


@dataclass(frozen=True, slots=True)
class AgreementAsked:
    """A director who plays asked another member to agree to an act, which is carried out only after that.

    ``act`` is the name of the command, ``arguments`` and ``lay`` are its arguments. ``players`` are the members whom
    the act names, and ``points`` the points that it adjusts. ``round``, ``table`` and ``deal_number`` are 0 where the
    act is about none. ``interested`` are the members who cannot agree, ``draw`` is the number of the current draw.
    """

    number: int
    act: str
    arguments: dict[str, Any]
    lay: Lay | None
    round: int
    table: int
    deal_number: int
    players: tuple[int, ...]
    points: int
    reason: str
    interested: tuple[int, ...]
    draw: int
    director: int


@dataclass(frozen=True, slots=True)
class AgreementEnded:
    """A request for agreement ended with the answer of ``player``; ``how`` is a value of `Ending`.

    If agreed, the events of the act follow, and count as the ``director``'s.
    """

    number: int
    how: str
    player: int
    director: int


AgreementEvent: TypeAlias = AgreementAsked | AgreementEnded


def _asked(state: TournamentState, event: AgreementAsked) -> TournamentState:
    waits: Approval[AgreementAsked, int] = Approval(event, event.director)
    return replace(state, agreements={**state.agreements, event.number: waits}, asked=event.number)


AGREEMENT_EVENTS: Final = (
    Registered(AgreementAsked, "tournament.agreement-asked", _asked),
    Registered(
        AgreementEnded,
        "tournament.agreement-ended",
        lambda state, event: replace(state, agreements=without(state.agreements, event.number)),
    ),
)
"""The events of agreements, each with its stored name and how it changes the state."""
