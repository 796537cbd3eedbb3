"""The interface of a pairing method, and the inputs of every draw; `pairing_methods` has the methods."""

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
    """The inputs of every draw: the labels to be seated, bots among them, and the earlier rounds.

    ``seeds`` and ``apart`` have an entry for each earlier round and one for this round; ``outs`` are the members who
    sat out the earlier ones.
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

    ``draw`` returns the fields of `RoundDrawn` that the method decides, the tables among them; ``again`` returns the
    tables from a certificate. ``fields`` returns the method's own fields of a certificate, ``malformed`` yields those
    with a wrong shape, and ``faults`` yields what is inconsistent in them.
    """

    number: int
    draw: Callable[[TournamentState, DrawInputs], dict[str, Any]]
    again: Callable[[Certificate, DrawInputs], Round]
    fields: Callable[[TournamentState, int], dict[str, Any]] = _no_fields
    malformed: Callable[[Certificate], Iterator[str]] = _nothing
    faults: Callable[[Certificate], Iterator[str]] = _nothing
