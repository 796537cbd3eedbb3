"""Draws members by lot into groups that play among themselves; the best of them play a final.

Groups have four to eight members and similar sizes. There are as few groups as possible with at most one bot each or,
if that is impossible, with the fewest bots (`sizes`). Each group's rounds are found by trying every division into
tables. Then the first of each group, then the seconds and so on go to the final, up to the number that the terms set;
among equal ranks the standings decide, and the lot between members who share a place. Finalists meet finalists to the
end and start from zero points (`standings`); the others play on for the places below them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from random import Random
from typing import Final, TypeAlias

from tournaments.engine.draws.balance import MEETING
from tournaments.engine.draws.opponent_counts import fits, pair
from tournaments.engine.draws.pairing_history import Pairs
from tournaments.engine.draws.seating import Round, draw_bound
from tournaments.engine.draws.winds import due, neighbours, seated, within_two
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import (
    SEATS,
    Table,
    is_bot,
    member_label,
    player_id,
    with_fillers,
)
from tournaments.engine.scoring.standing_rows import RankAtDraw

METHOD_GROUPS: Final = 10
"""The number of `draw_groups` and `draw_final`."""
METHOD_GROUPS_FIRST: Final = 8
"""What they were before they kept winds within two where a table leaves nobody the seat that is due (0254)."""
SMALLEST: Final = 4
LARGEST: Final = 8
"""Members of a group at the least, and at the most when they are drawn; who enters late may make it larger."""
FINALISTS: Final = (4, 16)
"""Least and most members of the final, in fours."""

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The members of each group, by player id."""

_WIND: Final = 40
"""What a table weighs where somebody gets a wind too early; a repeated meeting weighs `balance.MEETING`."""
_BOT: Final = 25
"""What each pair of a member's meetings with bots weighs."""
_APART: Final = 1000
"""What a meeting of two who are not to meet weighs, in meetings."""
_STREAMS: Final = 1000
"""More than there are groups, so that each has a seed of its own."""


def check_terms(*, rounds: int, final_rounds: int, finalists: int, fill_to: int, late: int) -> None:
    """Raise `TournamentRefused` if these terms allow no groups or final."""
    if type(final_rounds) is not int or not 1 <= final_rounds < rounds:
        raise TournamentRefused("tournament.final-out-of-range", rounds=rounds)
    low, high = FINALISTS
    if type(finalists) is not int or not low <= finalists <= high or finalists % SEATS:
        raise TournamentRefused("tournament.finalists-out-of-range", low=low, high=high)
    if fill_to:
        raise TournamentRefused("tournament.groups-fill")
    if late > rounds - final_rounds:
        raise TournamentRefused("tournament.groups-late", last=rounds - final_rounds)


def check_enough(members: int, finalists: int) -> None:
    """Raise `TournamentRefused` if too few members play: at least half of them must be left out of the final."""
    least = 2 * max(finalists, SMALLEST)
    if members < least:
        raise TournamentRefused("tournament.groups-too-few", least=least, playing=members)


def sizes(members: int) -> tuple[int, ...]:
    """Return the sizes of the groups for this many members, larger first; one group for fewer than eight."""
    ways = range(ceil(members / LARGEST), members // SMALLEST + 1)
    return min(
        (_alike(members, groups) for groups in ways if groups > 1),
        key=lambda way: (_many_bots(way), len(way)),
        default=(members,),
    )


def _many_bots(way: Sequence[int]) -> int:
    """Return how many bots fill groups of these sizes; 0 if no group needs more than one."""
    bots = [-size % SEATS for size in way]
    return sum(bots) if max(bots) > 1 else 0


def _alike(members: int, parts: int) -> tuple[int, ...]:
    few, more = divmod(members, parts)
    return tuple(few + (part < more) for part in range(parts))


def lot(members: Sequence[int], seed: int, apart: Pairs = frozenset()) -> Groups:
    """Return these members' groups, drawn by lot; those ``apart`` are separated as far as possible.

    The members of a group are sorted by id. The order of ``members`` changes nothing.
    """
    drawn = sorted(members)
    Random(f"{seed}:groups").shuffle(drawn)  # noqa: S311 - a draw that anybody can repeat
    mates: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in combinations(drawn, 2):
        if pair(member_label(one), member_label(other)) in apart:
            mates[one].add(other)
            mates[other].add(one)
    room = sizes(len(drawn))
    groups: list[list[int]] = [[] for _ in room]
    # Members kept from most others come first, the rest in lot order.
    for player in sorted(drawn, key=lambda one: -len(mates[one])):
        free = [number for number, size in enumerate(room) if len(groups[number]) < size]
        where = min(free, key=lambda number: (len(mates[player] & {*groups[number]}), number))
        groups[where].append(player)
    return tuple(tuple(sorted(group)) for group in groups)


def joined(groups: Groups, new: Sequence[int]) -> Groups:
    """Return the groups with late members, each added in order of entry to the first smallest group."""
    found = [list(group) for group in groups]
    for player in new:
        min(found, key=len).append(player)
    return tuple(map(tuple, found))


def finalists_of(
    groups: Groups, ranking: Sequence[RankAtDraw], playing: Collection[str], count: int, seed: int
) -> tuple[int, ...]:
    """Return the finalists: the first of each group who play the next round, then the seconds and so on.

    Those of equal rank are ordered by the standings, and by the seed if they share a place. There are fewer than
    ``count`` if fewer play.
    """
    place = {one.player: one.place for one in ranking}
    order = sorted(place)
    Random(f"{seed}:final").shuffle(order)  # noqa: S311 - as in `lot`
    by_lot = {player: number for number, player in enumerate(order)}
    found: list[tuple[int, int, int, int]] = []
    for group in groups:
        here = [player for player in group if player in place and member_label(player) in playing]
        best = sorted(here, key=lambda player: (place[player], by_lot[player]))
        found += [(rank, place[who], by_lot[who], who) for rank, who in enumerate(best)]
    return tuple(player for _, _, _, player in sorted(found)[:count])


def section(
    groups: Sequence[Sequence[int]], finalists: Collection[int], labels: Iterable[str]
) -> int | None:
    """Return the number of the group that plays at the table with these labels; 0 for the final, None for neither."""
    players = {player_id(label) for label in labels if not is_bot(label)}
    if finalists:
        return 0 if players.intersection(finalists) else None
    return next((one for one, group in enumerate(groups, 1) if players.intersection(group)), None)


def bots_of(members: int) -> int:
    """Return how many bots fill the groups of this many members."""
    return sum(-size % SEATS for size in sizes(members))


def draw_groups(
    groups: Groups,
    playing: Collection[str],
    history: Sequence[Round],
    *,
    filler: str,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
    method: int = METHOD_GROUPS,
) -> Round:
    """Return the tables of a group round, those of the first group first.

    ``playing`` are the labels of the members who play it; bots fill each group's tables.
    """
    tables: list[Table] = []
    for number, group in enumerate(groups):
        labels = {member_label(player) for player in group}
        here = sorted(labels.intersection(playing))
        past = [tuple(table for table in drawn if labels & {*table}) for drawn in history]
        own = [seed * _STREAMS + number for seed in seeds]
        tables += _among(here, past, filler, own, apart, method)
    return tuple(tables)


def draw_final(
    finalists: Sequence[int],
    playing: Collection[str],
    history: Sequence[Round],
    *,
    began: int,
    filler: str,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
    method: int = METHOD_GROUPS,
) -> Round:
    """Return the tables of a round of the final, those of the finalists first; ``began`` is the final's first
    round.
    """
    labels = {member_label(player) for player in finalists}
    final = [tuple(table for table in drawn if labels & {*table}) for drawn in history[began - 1 :]]
    there, since = sorted(labels.intersection(playing)), slice(began - 1, None)
    tables = _among(there, final, filler, seeds[since], apart[since], method)
    others = [label for label in playing if label not in labels]
    if others:
        tables += draw_bound(with_fillers(others, filler), history, seeds=seeds, apart=apart)
    return tuple(tables)


def _among(
    members: Sequence[str],
    history: Sequence[Round],
    filler: str,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
    method: int,
) -> list[Table]:
    """Return the tables of these members among themselves; none if there are none."""
    if not members:
        return []
    if len(members) > LARGEST:  # too many combinations to try
        return list(draw_bound(with_fillers(members, filler), history, seeds=seeds, apart=apart))
    rng = Random(f"{seeds[-1]}:{len(history)}:group")  # noqa: S311 - as in `lot`
    order = sorted(members)
    rng.shuffle(order)
    met: Counter[tuple[str, str]] = Counter(dict.fromkeys(apart[-1], _APART))
    bots: Counter[str] = Counter()
    had: Counter[tuple[str, int]] = Counter()
    followed: Counter[tuple[str, str]] = Counter()
    for drawn in history:
        for table in drawn:
            here = [label for label in table if not is_bot(label)]
            met.update(pair(*both) for both in combinations(here, 2))
            bots.update(dict.fromkeys(here, SEATS - len(here)))
            had.update((label, seat) for seat, label in enumerate(table))
            followed.update(neighbours(table))
    wanted = {label: _due(label, had) for label in order}

    def cost(rows: Sequence[Sequence[str]]) -> int:
        return sum(
            2 * MEETING * sum(met[pair(*both)] for both in combinations(row, 2))
            + _BOT * sum((bots[label] + SEATS - len(row)) ** 2 for label in row)
            + (0 if fits(row, wanted) else _WIND)
            for row in rows
        )

    places = _alike(len(order), ceil(len(order) / SEATS))
    best = min((_named(way, order) for way in _partings(places)), key=cost)
    rows = [[*row, *[filler] * (SEATS - len(row))] for row in best]
    rng.shuffle(rows)
    tables = seated([rows], had, followed, rng)[0]
    return tables if method == METHOD_GROUPS_FIRST else [within_two(one, had) for one in tables]


def _due(label: str, had: Mapping[tuple[str, int], int]) -> frozenset[int]:
    """Return the seats due to this member, so that each seat comes once in four rounds."""
    return frozenset(next(iter(due([had[label, seat] for seat in range(SEATS)])), range(SEATS)))


def _named(way: Sequence[Sequence[int]], order: Sequence[str]) -> list[list[str]]:
    return [[order[place] for place in row] for row in way]


@lru_cache(maxsize=16)
def _partings(room: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return every way to divide the places 0, 1, 2 … among tables of these sizes."""
    return tuple(_parted(tuple(range(sum(room))), room))


def _parted(
    places: tuple[int, ...], room: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not room:
        yield ()
        return
    for size in sorted(set(room), reverse=True):
        left = list(room)
        left.remove(size)
        for others in combinations(places[1:], size - 1):
            rest = tuple(place for place in places[1:] if place not in others)
            for more in _parted(rest, tuple(left)):
                yield ((places[0], *others), *more)
