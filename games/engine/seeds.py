"""Collects the seats' seeds for the shuffle in two steps (§1.4): every seat commits to one, then all are opened."""

from __future__ import annotations

import re

from games.engine.errors import IllegalMove
from games.engine.events import Event, SeedCommitted, SeedGiven, SeedWithheld
from games.engine.shuffle import SEED_LENGTH, commit_seed
from games.engine.state import PREPARED, DealState, Phase

_SEED = re.compile(rf"[0-9A-Za-z_-]{{1,{SEED_LENGTH}}}")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def bind_seed(state: DealState, *, seat: int, commitment: str, kept: bool) -> tuple[Event, ...]:
    """Commit a seat, once, to a seed that nobody else knows yet: the first step. Raises IllegalMove.

    `commitment` is the SHA-256 of the seed in hex, and `kept` says whether the server keeps the seed.
    """
    require_seat(state, seat)
    if state.phase is not Phase.SEEDS:
        raise IllegalMove("seed.too-late" if state.phase is not Phase.REVEAL else "seed.bound")
    if any(seed is not None for seed in state.setup.seeds):
        raise IllegalMove("seed.not-bound")
    if state.setup.bound and state.setup.bound[seat] is not None:
        raise IllegalMove("seed.bound")
    if not _COMMITMENT.fullmatch(commitment):
        raise IllegalMove("seed.commitment")
    return (SeedCommitted(seat, commitment, kept),)


def give_seed(state: DealState, *, seat: int, seed: str) -> tuple[Event, ...]:
    """Give a seat's seed for the shuffle, once and before the deal. Raises IllegalMove.

    A seed has 1 to 64 letters, digits, `-` or `_`. In deals where seats commit to their seeds this is the second
    step: all seats must have done so, and the seed must be the one that the seat committed to.
    """
    require_seat(state, seat)
    if state.phase not in PREPARED:
        raise IllegalMove("seed.too-late")
    if state.phase is Phase.SEEDS and state.setup.bound:
        raise IllegalMove("seed.too-early")
    if state.setup.seeds[seat] is not None:
        raise IllegalMove("seed.given")
    if not _SEED.fullmatch(seed):
        raise IllegalMove("seed.malformed")
    if not fits(state, seat, seed):
        raise IllegalMove("seed.mismatch")
    return (SeedGiven(seat, seed),)


def withhold(state: DealState, *, seat: int) -> tuple[Event, ...]:
    """Record that a seat did not open its seed in time; `cancel` follows. Raises IllegalMove."""
    require_seat(state, seat)
    if state.phase is not Phase.REVEAL:
        raise IllegalMove("seed.too-late" if state.phase is not Phase.SEEDS else "seed.too-early")
    if state.setup.seeds[seat] is not None:
        raise IllegalMove("seed.given")
    return (SeedWithheld(seat),)


def fits(state: DealState, seat: int, seed: str) -> bool:
    """Return whether a seed is the one that the seat committed to; True if it has not committed to any."""
    bound = state.setup.bound[seat] if state.setup.bound else None
    return bound is None or commit_seed(seed) == bound.commitment


def require_seat(state: DealState, seat: int) -> None:
    """Raise IllegalMove if the table has no such seat."""
    if not 0 <= seat < state.seats:
        raise IllegalMove("seat.unknown")
