"""The ways to draw a round, one row each: how it is drawn, drawn again, and what a certificate holds of it beside.

A new format is a new row: `way.Way` says what it has to bring, `WAYS` finds it by the number that a drawn round keeps,
and `way_of` by the format of a tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tournaments.engine.draws.certificate_shape import (
    are_tables,
    as_round,
    is_label,
    is_ranking,
    ranking_of,
)
from tournaments.engine.draws.even import METHOD_EVEN, draw_even
from tournaments.engine.draws.fixed import METHOD_GIVEN, given_round
from tournaments.engine.draws.groups_method import GROUPS, GROUPS_FIRST
from tournaments.engine.draws.pairing_method import Certificate, Material, Way
from tournaments.engine.draws.seating import (
    METHOD,
    METHOD_BOUND,
    Round,
    draw_bound,
    draw_round,
)
from tournaments.engine.draws.swiss import METHOD_SWISS, draw_swiss, farthest, ranked
from tournaments.engine.formats import Format
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.state import TournamentState


def _even(state: TournamentState, of: Material) -> dict[str, Any]:
    return {
        "tables": draw_round(state.participants, of.history, seed=of.seeds[-1], apart=of.apart[-1])
    }


def _even_again(given: Certificate, of: Material) -> Round:
    return draw_round(given["participants"], of.history, seed=of.seeds[-1], apart=of.apart[-1])


def _bound(state: TournamentState, of: Material) -> dict[str, Any]:
    return {"tables": draw_bound(state.participants, of.history, seeds=of.seeds, apart=of.apart)}


def _bound_again(given: Certificate, of: Material) -> Round:
    return draw_bound(given["participants"], of.history, seeds=of.seeds, apart=of.apart)


def _evenly(state: TournamentState, of: Material) -> dict[str, Any]:
    return {"tables": draw_even(state.participants, of.history, seeds=of.seeds, apart=of.apart)}


def _evenly_again(given: Certificate, of: Material) -> Round:
    return draw_even(given["participants"], of.history, seeds=of.seeds, apart=of.apart)


def _swiss(state: TournamentState, of: Material) -> dict[str, Any]:
    ranking = ranked(state.standings())
    tables = draw_swiss(
        state.participants, of.history, seed=of.seeds[-1], ranking=ranking, apart=of.apart[-1]
    )
    return {"tables": tables, "ranking": ranking}


def _swiss_again(given: Certificate, of: Material) -> Round:
    return draw_swiss(
        given["participants"],
        of.history,
        seed=of.seeds[-1],
        ranking=ranking_of(given),
        apart=of.apart[-1],
    )


def _swiss_fields(state: TournamentState, number: int) -> dict[str, Any]:
    drawn = state.rounds[number - 1]
    placed = {member_label(one.player) for one in drawn.ranking}
    seated = {label for table in drawn.tables for label in table.seats} - placed
    return {
        "ranking": [[one.player, one.place, one.points] for one in drawn.ranking],
        "left": sorted(seated.intersection(map(member_label, drawn.had_left))),
        "farthest": farthest([table.seats for table in drawn.tables], drawn.ranking),
    }


def _swiss_malformed(given: Certificate) -> Iterator[str]:
    if not is_ranking(given.get("ranking")):
        yield "ranking: is no list of [player, place, points] in the order of their places"
    left = given.get("left", [])
    if not isinstance(left, list) or not all(is_label(one) and not is_bot(one) for one in left):
        yield "left: is no list of labels of members"


def _swiss_faults(given: Certificate) -> Iterator[str]:
    """Whoever has not one place in the standings before, and how far somebody sits from theirs.

    Only who has left has none: their seat is drawn on for a substitute, behind all others, and named as such.
    """
    times = Counter(one.player for one in ranking_of(given))
    for label in sorted(set(given["participants"])):
        if is_bot(label):
            continue
        due = 0 if label in given.get("left", []) else 1
        found = times[player_id(label)]
        if found != due:
            yield f"ranking: {label} has {found} places, not {due}"
    right = farthest(as_round(given["tables"]), ranking_of(given))
    if given.get("farthest") != right:
        yield f"farthest: is {right}, not {given.get('farthest')}"


def _given(state: TournamentState, of: Material) -> dict[str, Any]:
    tables = state.given[len(of.history)]
    return {"tables": given_round(tables, set(state.participants), state.options.filler)}


def _given_again(given: Certificate, _of: Material) -> Round:
    return given_round(as_round(given["given"]), set(given["participants"]), given["filler"])


def _given_fields(state: TournamentState, number: int) -> dict[str, Any]:
    tables: Sequence[Sequence[str]] = state.given[number - 1]
    return {"filler": state.options.filler, "given": [list(table) for table in tables]}


def _given_malformed(given: Certificate) -> Iterator[str]:
    if not are_tables(given.get("given")):
        yield "given: is no list of tables of four labels"
    if not is_label(given.get("filler")):
        yield "filler: is no label of a bot"


_EVEN: Final = Way(METHOD, _even, _even_again)
_BOUND: Final = Way(METHOD_BOUND, _bound, _bound_again)
_EVENLY: Final = Way(METHOD_EVEN, _evenly, _evenly_again)
_SWISS: Final = Way(
    METHOD_SWISS, _swiss, _swiss_again, _swiss_fields, _swiss_malformed, _swiss_faults
)
_GIVEN: Final = Way(METHOD_GIVEN, _given, _given_again, _given_fields, _given_malformed)

ALL: Final = (_EVEN, _BOUND, _EVENLY, _SWISS, _GIVEN, GROUPS_FIRST, GROUPS)
"""Each with a number of its own."""
WAYS: Final[Mapping[int, Way]] = {way.number: way for way in ALL}
"""By its number: a round that was drawn in an older way than these cannot be drawn again.

Nothing new is drawn as `_BOUND` and `GROUPS_FIRST` do, but their rounds can be drawn again.
"""
_OF_FORMAT: Final[Mapping[str, Way]] = {
    Format.SWISS: _SWISS,
    Format.FIXED: _GIVEN,
    Format.GROUPS: GROUPS,
}


def way_of(state: TournamentState) -> Way:
    """In which way the next round of a tournament is drawn."""
    # Everybody meets evenly by another search where each draw has a seed of its own.
    return _OF_FORMAT.get(state.options.format) or (_EVENLY if state.bound_draws > 1 else _EVEN)
