"""What a pairing method provides, and the inputs of every draw; the methods are in `pairing_methods`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tournaments.engine.draws.odd.turns import Out
from tournaments.engine.draws.pairing_history import Pairs
from tournaments.engine.draws.seating import Round
from tournaments.engine.state import TournamentState

Certificate: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """The inputs of every draw: who sits at a table, bots among them, and the rounds before.

    ``seeds`` and ``apart`` are of each of these and of this one, ``outs`` who sat out those before.
    """

    participants: tuple[str, ...]
    history: tuple[Round, ...]
    seeds: tuple[int, ...]
    apart: tuple[Pairs, ...]
    outs: tuple[Out, ...] = ()


def _no_fields(_state: TournamentState, _number: int) -> dict[str, Any]:
    return {}


def _nothing(_given: Certificate) -> Iterator[str]:
    return iter(())


@dataclass(frozen=True, slots=True)
class PairingMethod:
    """A pairing method, known by the ``number`` stored with a drawn round.

    ``draw`` gives the fields of `RoundDrawn` that it decides, the tables among them; ``again`` the tables from a
    certificate. ``fields`` are what a certificate holds for that beside what all hold, ``malformed`` what has not the
    shape of it, and ``faults`` what does not agree in it.
    """

    number: int
    draw: Callable[[TournamentState, DrawInputs], dict[str, Any]]
    again: Callable[[Certificate, DrawInputs], Round]
    fields: Callable[[TournamentState, int], dict[str, Any]] = _no_fields
    malformed: Callable[[Certificate], Iterator[str]] = _nothing
    faults: Callable[[Certificate], Iterator[str]] = _nothing
