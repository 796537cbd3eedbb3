"""Makes the next draw of a tournament, by its own secret or by the secret opened for all draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tournaments.engine.draw_events import RoundDrawn
from tournaments.engine.draws.commitment import fits, seed_of
from tournaments.engine.draws.odd.turns import Out, sitting_out
from tournaments.engine.draws.pairing_method import DrawInputs
from tournaments.engine.draws.pairing_methods import method_of
from tournaments.engine.draws.seating import pairs_of, starters
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import member_label, player_id
from tournaments.engine.state import TournamentState

Secrets = Callable[[int], str | None]
"""The secret of the draw of a number, None where it cannot be read."""


def no_secret(_draw: int) -> None:
    """Return None, as for a tournament whose draws have no secrets of their own."""


def can_draw(state: TournamentState, secret: str | None) -> bool:
    """Return whether the next draw is bound to this secret; always True with one secret for all draws.

    A duplicate never opens its last secret, from which its deals are made.
    """
    if state.bound_draws == 1:
        return True
    before = state.secret or ""
    return (
        secret is not None
        and state.draws < state.bound_draws - state.options.duplicate
        and fits(before, secret)
    )


def drawn(state: TournamentState, secret: str | None) -> RoundDrawn:
    """Return the draw of the next round.

    If each draw has its own secret, ``secret`` is stored in the draw; otherwise the stored secret is None.
    """
    apart, method = tuple(state.apart.values()), method_of(state)
    bound = secret if state.bound_draws > 1 else None
    past = [seed_of(one.secret) if one.secret else state.seed or 0 for one in state.rounds]
    seeds = (*past, state.seed or 0 if bound is None else seed_of(bound))
    rounds, outs = tuple(one.drawn for one in state.rounds), state.outs
    out: Out = ()
    if count := state.sizes.out:
        out = sitting_out(map(member_label, state.playing), count, rounds, outs, seeds[-1])
    made = method.draw(
        state,
        DrawInputs(
            tuple(label for label in state.participants if label not in out),
            rounds,
            seeds,
            (*(pairs_of(one.apart) for one in state.rounds), pairs_of(apart)),
            outs,
        ),
    )
    return RoundDrawn(
        number=state.next_round,
        starters=starters(state.options.deals_per_round),
        method=method.number,
        secret=bound,
        apart=apart,
        out=tuple(map(player_id, out)),
        **made,
    )


def most_together(state: TournamentState, groups: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return a largest set of members of the next round who must all be kept apart from each other."""
    playing = set(state.playing)
    near: dict[int, set[int]] = {}
    for group in groups:
        for player in group:
            if player in playing:
                near.setdefault(player, set()).update(playing.intersection(group) - {player})
    best: tuple[int, ...] = ()

    def grow(found: tuple[int, ...], rest: set[int]) -> None:
        nonlocal best
        if len(found) > len(best):
            best = found
        for player in sorted(rest):
            if len(found) + len(rest) <= len(best):
                return
            grow((*found, player), rest & near[player])
            rest = rest - {player}

    grow((), set(near))
    return best


def check_apart(state: TournamentState) -> None:
    """Raise `TournamentRefused` if more members must be kept apart than the next round has tables."""
    members, tables = (
        len(most_together(state, state.apart.values())),
        state.sizes.tables,
    )
    if members > tables:
        raise TournamentRefused("tournament.apart-impossible", members=members, tables=tables)
