"""The next draw of a tournament: by the secret that it opens, or by the one that was opened for all draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from tournaments.engine.commitment import fits, seed_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import RoundDrawn
from tournaments.engine.fixed import METHOD_GIVEN, given_round
from tournaments.engine.formats import Format
from tournaments.engine.participants import SEATS
from tournaments.engine.seating import (
    METHOD,
    METHOD_BOUND,
    draw_bound,
    draw_round,
    pairs_of,
    starters,
)
from tournaments.engine.state import TournamentState
from tournaments.engine.swiss import METHOD_SWISS, draw_swiss, ranked

Secrets = Callable[[int], str | None]
"""The secret of the draw of a number, None where it cannot be read."""


def no_secret(_draw: int) -> None:
    """Where no draw has a secret of its own."""


def can_draw(state: TournamentState, secret: str | None) -> bool:
    """Whether this is what the next draw is bound to; where one secret is for all draws, nothing more is asked.

    A duplicate opens not the last one, of which its deals are made.
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
    """The next draw, with the secret that it opens, if it has one of its own."""
    history = [tuple(table.seats for table in past.tables) for past in state.rounds]
    apart = tuple(state.apart.values())
    kept, start = pairs_of(apart), starters(state.options.deals_per_round)
    bound = secret if state.bound_draws > 1 else None
    event = RoundDrawn(len(history) + 1, (), start, METHOD, bound, apart)
    seed = state.seed or 0 if bound is None else seed_of(bound)
    players = state.participants
    if state.options.format == Format.SWISS:
        ranking = ranked(state.standings())
        tables = draw_swiss(players, history, seed=seed, ranking=ranking, apart=kept)
        return replace(event, tables=tables, method=METHOD_SWISS, ranking=ranking)
    if state.options.format == Format.FIXED:
        tables = given_round(state.given[len(history)], set(players), state.options.filler)
        return replace(event, tables=tables, method=METHOD_GIVEN)
    if bound is None:
        return replace(event, tables=draw_round(players, history, seed=seed, apart=kept))
    seeds = [seed_of(past.secret) for past in state.rounds if past.secret]
    tables = draw_bound(
        players,
        history,
        seeds=[*seeds, seed],
        apart=[*(pairs_of(past.apart) for past in state.rounds), kept],
    )
    return replace(event, tables=tables, method=METHOD_BOUND)


def most_together(state: TournamentState, groups: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """A largest set of members of the next round no two of whom may meet: each of them needs a table."""
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
    """Raise `TournamentRefused` where more members are to be kept from each other than the next round has tables."""
    members, tables = (
        len(most_together(state, state.apart.values())),
        len(state.participants) // SEATS,
    )
    if members > tables:
        raise TournamentRefused("tournament.apart-impossible", members=members, tables=tables)
