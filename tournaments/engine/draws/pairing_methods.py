"""Lists the pairing methods, one row each: how a round is drawn, drawn again, and what its certificate adds.

A new format is a new row: `PairingMethod` is its interface, `METHODS` finds it by the number stored with a drawn
round, and `method_of` by the format of a tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tournaments.engine.draws.certificate_shape import (
    are_groups,
    are_members,
    are_tables,
    as_round,
    is_label,
    is_ranking,
    ranking_of,
)
from tournaments.engine.draws.even import METHOD_EVEN, draw_even
from tournaments.engine.draws.fixed import METHOD_GIVEN, given_round
from tournaments.engine.draws.groups import (
    METHOD_GROUPS,
    METHOD_GROUPS_FIRST,
    Groups,
    draw_final,
    draw_groups,
    finalists_of,
    joined,
    lot,
)
from tournaments.engine.draws.odd.swiss_threes import draw_swiss_threes
from tournaments.engine.draws.odd.threes import METHOD_ANY, draw_any
from tournaments.engine.draws.pairing_method import Certificate, DrawInputs, PairingMethod
from tournaments.engine.draws.seating import (
    METHOD,
    METHOD_BOUND,
    Round,
    draw_bound,
    draw_round,
    pairs_of,
)
from tournaments.engine.draws.swiss import METHOD_SWISS, draw_swiss, farthest, ranked
from tournaments.engine.participants import SEATS, is_bot, member_label, player_id
from tournaments.engine.scoring.standing_rows import RankAtDraw
from tournaments.engine.state import TournamentState
from tournaments.engine.terms import Format


def _even(state: TournamentState, of: DrawInputs) -> dict[str, Any]:
    return {
        "tables": draw_round(of.participants, of.history, seed=of.seeds[-1], apart=of.apart[-1])
    }


def _even_again(given: Certificate, of: DrawInputs) -> Round:
    return draw_round(of.participants, of.history, seed=of.seeds[-1], apart=of.apart[-1])


def _bound(state: TournamentState, of: DrawInputs) -> dict[str, Any]:
    return {"tables": draw_bound(of.participants, of.history, seeds=of.seeds, apart=of.apart)}


def _bound_again(given: Certificate, of: DrawInputs) -> Round:
    return draw_bound(of.participants, of.history, seeds=of.seeds, apart=of.apart)


def _evenly(state: TournamentState, of: DrawInputs) -> dict[str, Any]:
    return {"tables": draw_even(of.participants, of.history, seeds=of.seeds, apart=of.apart)}


def _evenly_again(given: Certificate, of: DrawInputs) -> Round:
    return draw_even(of.participants, of.history, seeds=of.seeds, apart=of.apart)


def _any(_state: TournamentState, of: DrawInputs) -> dict[str, Any]:
    return {"tables": _of_any(of)}


def _any_again(_given: Certificate, of: DrawInputs) -> Round:
    return _of_any(of)


def _of_any(of: DrawInputs) -> Round:
    return draw_any(of.participants, of.history, of.outs, seeds=of.seeds, apart=of.apart)


def _swiss(state: TournamentState, of: DrawInputs) -> dict[str, Any]:
    ranking = ranked(state.standings())
    return {"tables": _by_standings(of, ranking), "ranking": ranking}


def _swiss_again(given: Certificate, of: DrawInputs) -> Round:
    return _by_standings(of, ranking_of(given))


def _by_standings(of: DrawInputs, ranking: Sequence[RankAtDraw]) -> Round:
    seed, apart = of.seeds[-1], of.apart[-1]
    if len(of.participants) % SEATS:
        return draw_swiss_threes(
            of.participants, of.history, of.outs, seed=seed, ranking=ranking, apart=apart
        )
    return draw_swiss(of.participants, of.history, seed=seed, ranking=ranking, apart=apart)


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
    """Yield a fault for each member without exactly one place in the standings, and for a wrong ``farthest``.

    Members listed in the certificate's ``left`` must have no place: they have left, and their seat was drawn for a
    substitute, after all others.
    """
    times = Counter(one.player for one in ranking_of(given))
    for label in sorted({label for table in given["tables"] for label in table}):
        if is_bot(label):
            continue
        due = 0 if label in given.get("left", []) else 1
        found = times[player_id(label)]
        if found != due:
            yield f"ranking: {label} has {found} places, not {due}"
    right = farthest(as_round(given["tables"]), ranking_of(given))
    if given.get("farthest") != right:
        yield f"farthest: is {right}, not {given.get('farthest')}"


def _given(state: TournamentState, of: DrawInputs) -> dict[str, Any]:
    tables = state.given[len(of.history)]
    return {"tables": given_round(tables, set(of.participants), state.options.filler)}


def _given_again(given: Certificate, _of: DrawInputs) -> Round:
    return given_round(as_round(given["given"]), set(given["participants"]), given["filler"])


def _given_fields(state: TournamentState, number: int) -> dict[str, Any]:
    tables: Sequence[Sequence[str]] = state.given[number - 1]
    return {"filler": state.options.filler, "given": [list(table) for table in tables]}


def _given_malformed(given: Certificate) -> Iterator[str]:
    if not are_tables(given.get("given")):
        yield "given: is no list of tables of four labels"
    if not is_label(given.get("filler")):
        yield "filler: is no label of a bot"


def _draw_in_groups(state: TournamentState, of: DrawInputs) -> dict[str, Any]:
    options, began = state.options, state.final_began
    playing = {member_label(player) for player in state.playing}
    if began is None and state.next_round <= options.rounds - options.final_rounds:
        groups = _groups(state, of)
        tables = draw_groups(
            groups,
            playing,
            of.history,
            filler=options.filler,
            seeds=of.seeds,
            apart=of.apart,
        )
        return {"tables": tables, "groups": groups}
    groups = state.rounds[-1].groups
    made: dict[str, Any] = {"groups": groups, "finalists": state.rounds[-1].finalists}
    if began is None:
        made["ranking"] = ranked(state.standings())
        made["finalists"] = finalists_of(
            groups, made["ranking"], playing, options.finalists, of.seeds[-1]
        )
    made["tables"] = draw_final(
        made["finalists"],
        playing,
        of.history,
        began=began or state.next_round,
        filler=options.filler,
        seeds=of.seeds,
        apart=of.apart,
    )
    return made


def _groups(state: TournamentState, of: DrawInputs) -> Groups:
    """Return the next round's groups: drawn by lot for the first round, later extended by new members."""
    there = [player for player in state.entrants if player not in state.left]
    if not state.rounds:
        return lot(there, of.seeds[-1], of.apart[-1])
    before = state.rounds[-1].groups
    return joined(before, _newly_grouped(there, before))


def _newly_grouped(members: list[int], before: Groups) -> list[int]:
    grouped = {player for group in before for player in group}
    return [player for player in members if player not in grouped]


def _groups_fields(state: TournamentState, number: int) -> dict[str, Any]:
    drawn = state.rounds[number - 1]
    before = state.rounds[number - 2].groups if number > 1 else None
    now = {player for group in drawn.groups for player in group}
    order = [player for player in state.entrants if player in now]
    began = next((one.number for one in state.rounds[:number] if one.finalists), None)
    found: dict[str, Any] = {
        "groups": [list(group) for group in drawn.groups],
        "groups_before": None if before is None else [list(group) for group in before],
        "joined": [] if before is None else _newly_grouped(order, before),
        "final_began": began,
        "finalists": list(drawn.finalists),
        "final_size": state.options.finalists,
    }
    if began == number:
        found["ranking"] = [[one.player, one.place, one.points] for one in drawn.ranking]
    return found


def _groups_malformed(given: Certificate) -> Iterator[str]:
    if not are_groups(given.get("groups")):
        yield "groups: is no list of groups of members"
    if given.get("groups_before") is not None and not are_groups(given["groups_before"]):
        yield "groups_before: is neither null nor a list of groups of members"
    for name in ("joined", "finalists"):
        if not are_members(given.get(name)):
            yield f"{name}: is no list of members"
    if type(given.get("final_size")) is not int:
        yield "final_size: is no whole number"
    began = given.get("final_began")
    if began is not None and (
        type(began) is not int
        or type(given.get("round")) is not int
        or not 1 < began <= given["round"]
    ):
        yield "final_began: is neither null nor the number of a round up to this one"
    if began is not None and began == given.get("round") and not is_ranking(given.get("ranking")):
        yield "ranking: is no list of [player, place, points] in the order of their places"


def _groups_faults(given: Certificate) -> Iterator[str]:
    """Yield a fault for groups that differ from the lot, misplaced latecomers, and wrong finalists."""
    groups: Groups = tuple(map(tuple, given["groups"]))
    apart = pairs_of(given["apart"][-1]) if "apart" in given else frozenset()
    for player, times in sorted(Counter(one for group in groups for one in group).items()):
        if times > 1:
            yield f"groups: player:{player} is in {times} of them"
    before = given["groups_before"]
    if before is None:
        right = lot([one for group in groups for one in group], given["seed"], apart)
    elif before:
        right = joined(tuple(map(tuple, before)), given["joined"])
    else:
        right = ()
    if [sorted(group) for group in right] != [sorted(group) for group in groups]:
        yield f"groups: the lot gives {[list(group) for group in right]}"
    began, finalists = given["final_began"], given["finalists"]
    if began is None:
        if finalists:
            yield "finalists: there are some before the final"
        return
    if began == given["round"]:
        chosen = finalists_of(
            groups,
            ranking_of(given),
            set(given["participants"]),
            given["final_size"],
            given["seed"],
        )
        if list(chosen) != finalists:
            yield f"finalists: the standings and the lot give {list(chosen)}, not {finalists}"
        return
    first = as_round(given["history"][began - 1])[: -(-len(finalists) // SEATS)]
    sat = {player_id(label) for table in first for label in table if not is_bot(label)}
    if sat != set(finalists):
        yield f"finalists: at the first tables of round {began} sat {sorted(sat)}"


def _groups_again(given: Certificate, of: DrawInputs) -> Round:
    playing = {label for label in given["participants"] if not is_bot(label)}
    filler = next((label for label in given["participants"] if is_bot(label)), "bot:none")
    if given["final_began"] is None:
        return draw_groups(
            tuple(map(tuple, given["groups"])),
            playing,
            of.history,
            filler=filler,
            seeds=of.seeds,
            apart=of.apart,
            method=given["method"],
        )
    return draw_final(
        given["finalists"],
        playing,
        of.history,
        began=given["final_began"],
        filler=filler,
        seeds=of.seeds,
        apart=of.apart,
        method=given["method"],
    )


GROUPS: Final = PairingMethod(
    METHOD_GROUPS, _draw_in_groups, _groups_again, _groups_fields, _groups_malformed, _groups_faults
)
GROUPS_FIRST: Final = PairingMethod(
    METHOD_GROUPS_FIRST,
    _draw_in_groups,
    _groups_again,
    _groups_fields,
    _groups_malformed,
    _groups_faults,
)
"""Nothing new is drawn in this way, but its rounds can be drawn again."""


_EVEN: Final = PairingMethod(METHOD, _even, _even_again)
_BOUND: Final = PairingMethod(METHOD_BOUND, _bound, _bound_again)
_EVENLY: Final = PairingMethod(METHOD_EVEN, _evenly, _evenly_again)
_ANY: Final = PairingMethod(METHOD_ANY, _any, _any_again)
_SWISS: Final = PairingMethod(
    METHOD_SWISS, _swiss, _swiss_again, _swiss_fields, _swiss_malformed, _swiss_faults
)
_GIVEN: Final = PairingMethod(METHOD_GIVEN, _given, _given_again, _given_fields, _given_malformed)

ALL: Final = (_EVEN, _BOUND, _EVENLY, _ANY, _SWISS, _GIVEN, GROUPS_FIRST, GROUPS)
"""Each with a number of its own."""
METHODS: Final[Mapping[int, PairingMethod]] = {method.number: method for method in ALL}
"""By number: a round that was drawn by an older method than these cannot be drawn again.

Nothing new is drawn as `_BOUND`, `_EVENLY` and `GROUPS_FIRST` do, but their rounds can be drawn again.
"""
_OF_FORMAT: Final[Mapping[str, PairingMethod]] = {
    Format.SWISS: _SWISS,
    Format.FIXED: _GIVEN,
    Format.GROUPS: GROUPS,
}


def method_of(state: TournamentState) -> PairingMethod:
    """Return the pairing method of a tournament's next round."""
    # The even draw uses another search where each draw has its own seed, or not all sit in fours.
    new = state.bound_draws > 1 or bool(state.sizes.threes)
    return _OF_FORMAT.get(state.options.format) or (_ANY if new else _EVEN)
