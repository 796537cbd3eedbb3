"""Groups and a final as a way to draw: from a tournament, and again from a certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from tournaments.engine.draws.certificate_shape import (
    are_groups,
    are_members,
    as_round,
    is_ranking,
    ranking_of,
)
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
from tournaments.engine.draws.pairing_method import Certificate, Material, Way
from tournaments.engine.draws.seating import Round, pairs_of
from tournaments.engine.draws.swiss import ranked
from tournaments.engine.participants import SEATS, is_bot, member_label, player_id
from tournaments.engine.state import TournamentState


def _draw(state: TournamentState, of: Material) -> dict[str, Any]:
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


def _groups(state: TournamentState, of: Material) -> Groups:
    """The groups of the next round: drawn by lot for the first one, and then with who has entered since."""
    there = [player for player in state.entrants if player not in state.left]
    if not state.rounds:
        return lot(there, of.seeds[-1], of.apart[-1])
    before = state.rounds[-1].groups
    return joined(before, _new(there, before))


def _new(members: list[int], before: Groups) -> list[int]:
    grouped = {player for group in before for player in group}
    return [player for player in members if player not in grouped]


def _fields(state: TournamentState, number: int) -> dict[str, Any]:
    drawn = state.rounds[number - 1]
    before = state.rounds[number - 2].groups if number > 1 else None
    now = {player for group in drawn.groups for player in group}
    order = [player for player in state.entrants if player in now]
    began = next((one.number for one in state.rounds[:number] if one.finalists), None)
    found: dict[str, Any] = {
        "groups": [list(group) for group in drawn.groups],
        "groups_before": None if before is None else [list(group) for group in before],
        "joined": [] if before is None else _new(order, before),
        "final_began": began,
        "finalists": list(drawn.finalists),
        "final_size": state.options.finalists,
    }
    if began == number:
        found["ranking"] = [[one.player, one.place, one.points] for one in drawn.ranking]
    return found


def _malformed(given: Certificate) -> Iterator[str]:
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


def _faults(given: Certificate) -> Iterator[str]:
    """Groups that the lot does not give, who joined the wrong one, and finalists who are not the best of theirs."""
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


def _again(given: Certificate, of: Material) -> Round:
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


GROUPS: Final = Way(METHOD_GROUPS, _draw, _again, _fields, _malformed, _faults)
GROUPS_FIRST: Final = Way(METHOD_GROUPS_FIRST, _draw, _again, _fields, _malformed, _faults)
"""Nothing new is drawn in this way, but its rounds can be drawn again."""
