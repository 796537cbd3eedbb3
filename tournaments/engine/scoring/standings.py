"""Computes the standings: the members of a tournament in order, each with what decided the place.

If there is a final (`groups`), finalists rank above all others, by the points of its rounds alone; only equal
finalists are separated by the usual tie-breaks.

Points are the current scores of the deals and a director's adjustments: a ruling replaces the score that it corrects,
and a voided deal no longer counts. Members who have played no deal yet, or were played for by the careful bot in all
of them, rank below all others. Equal points are decided by the tie-breaks of the terms, in their order
(`tie_breaks`): by default more deals won, then the highest points of one winning hand, then fewer penalties (đền,
§10.5). Members who are still equal share the place, and the next place counts all of them (1, 2, 2, 4). Below them,
without a place, come the members who have left, and the fillers, one line for all of a kind.

Worked: four members, two deals at one table. Deal 1 is won by A with a hand of 7 points (+60 -20 -20 -20, rulebook
case V2), deal 2 by B with a hand of 7 points, D penalised (0 +60 0 -60, case V7 with B winning). The order is A with
+60 points, B with +40, C with -20 and D with -80, all decided by points. A and B have 1 deal won and a best hand of
7, D has 1 penalty.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType

from tournaments.engine.participants import Net, Table, is_bot
from tournaments.engine.scoring.standing_rows import StandingRow
from tournaments.engine.scoring.tie_breaks import AS_EVER, Measure, Ranking, TieBreak, Value, rank


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """How a deal counts: the seats' labels and points, the winner, the points of the hand, and the penalised seat.

    ``played_for`` are the seats of members for whom the careful bot made every move; ``round`` is the deal's round.
    """

    seats: Table
    net: Net
    winner: int | None
    points: int
    penalised: int | None
    played_for: tuple[int, ...] = ()
    round: int = 0
    exact: tuple[Value, ...] | None = None
    """What each seat got before it was rounded to ``net``, where it was."""

    @property
    def scores(self) -> tuple[Value, ...]:
        """Return each seat's score, by which members are compared."""
        return self.net if self.exact is None else self.exact


@dataclass(frozen=True, slots=True)
class Final:
    """A final that has begun: the labels of the finalists, and the number of the final's first round.

    `extra` maps a finalist's label to the sum of the points corrections since that round, in parts of a point.
    """

    finalists: frozenset[str]
    began: int
    extra: Mapping[str, int] = field(default_factory=dict)
    asks_played: bool = False
    """Whether who has played no deal of it stands behind the finalists who have: where deals count for who played."""


@dataclass(slots=True)
class Tally:
    """The totals of one participant's deals; ``own`` counts the deals that the participant played without the bot."""

    points: Value = 0
    sat_out: Value = 0
    """Those of the points that rounds sat out by turns count."""
    deals: int = 0
    own: int = 0
    wins: int = 0
    best_hand: int = 0
    penalties: int = 0
    in_final: Value | None = None
    """Points of the final's rounds, exactly; None of who does not play it."""
    own_in_final: int = 0
    """Deals of these rounds that they played themselves."""


@dataclass(frozen=True, slots=True)
class RankedStandings:
    """The ranked members in order, everybody's totals, and the participants without a place, in order."""

    ranking: Ranking
    tallies: Mapping[str, Tally]
    unplaced: tuple[str, ...]

    def rows(self) -> tuple[StandingRow, ...]:
        """Return the lines of the standings."""
        gaps, members = self.ranking.gaps, self.ranking.order
        # Whoever has played stands above more points, and that is said in place of the points; of the two things that
        # separate a line from its neighbours the one that was asked later is said.
        telling = (TieBreak.POINTS, TieBreak.PLAYED, *self.ranking.values, TieBreak.SHARED)
        rows, place = [], 1
        for index, label in enumerate(members):
            if index and gaps[index - 1] is not TieBreak.SHARED:
                place = index + 1
            beside = gaps[max(index - 1, 0) : index + 1]
            said = max(beside, key=telling.index, default=TieBreak.POINTS)
            rows.append(_row(place, label, self.tallies[label], said))
        rows += [_row(None, label, self.tallies[label], TieBreak.POINTS) for label in self.unplaced]
        return tuple(rows)


def standings(
    participants: Sequence[str],
    results: Iterable[CountedDeal],
    *,
    gone: Collection[str] = (),
    extra: Mapping[str, int] = MappingProxyType({}),
    tie_breaks: Sequence[str] = AS_EVER,
) -> tuple[StandingRow, ...]:
    """Return the standings after these results.

    ``participants`` are in order of entry; members who share a place are listed in that order. Results may come in
    any order. A participant without a deal has zeros. ``gone`` are the members who have left; ``extra`` are the
    points by which a director adjusted somebody's total. ``tie_breaks`` are applied in turn.
    """
    found = ranked(participants, results, gone=gone, extra=extra, tie_breaks=tie_breaks)
    return found.rows()


def ranked(
    participants: Sequence[str],
    results: Iterable[CountedDeal],
    *,
    gone: Collection[str] = (),
    extra: Mapping[str, int] = MappingProxyType({}),
    tie_breaks: Sequence[str] = AS_EVER,
    final: Final | None = None,
    by_deal: bool = False,
    sat_out: Mapping[str, Fraction] = MappingProxyType({}),
) -> RankedStandings:
    """Return the ranking behind `standings`, with the values that decided each place.

    ``final`` is None before the final has begun. If ``by_deal``, members are ranked by points per deal. ``sat_out``
    maps a label to a number of deals that the member sat out; each of them counts as the average of the member's
    other deals.
    """
    results = tuple(results)
    tallies = {label: Tally(points=extra.get(label, 0)) for label in participants}
    if final is not None:
        for label in sorted(final.finalists):
            tallies.setdefault(label, Tally()).in_final = final.extra.get(label, 0)
    for result in results:
        for seat, label in enumerate(result.seats):
            tally = tallies.setdefault(label, Tally())
            tally.points += result.scores[seat]
            tally.deals += 1
            tally.own += seat not in result.played_for
            if result.winner == seat:
                tally.wins += 1
                tally.best_hand = max(tally.best_hand, result.points)
            if result.penalised == seat:
                tally.penalties += 1
            if tally.in_final is not None and final is not None and result.round >= final.began:
                tally.in_final += result.scores[seat]
                tally.own_in_final += seat not in result.played_for
    for label, deals in sat_out.items():
        tally = tallies[label]
        own = tally.points - extra.get(label, 0)
        tally.sat_out = Fraction(own, tally.deals or 1) * deals
        tally.points += tally.sat_out
    measures = _measures(tallies, results)
    first: tuple[TieBreak, ...] = ()
    if final is not None:
        played = (TieBreak.FINAL_PLAYED,) if final.asks_played else ()
        first = (TieBreak.FINAL, *played, TieBreak.IN_FINAL)
    chosen = tuple(map(TieBreak, tie_breaks))
    if by_deal:
        chosen = tuple(one for one in chosen if one is not TieBreak.AVERAGE)
    main = TieBreak.AVERAGE if by_deal else TieBreak.POINTS
    asked = (*first, TieBreak.PLAYED, main, *chosen)
    placed = [label for label in tallies if not is_bot(label) and label not in gone]
    left = [label for label in tallies if not is_bot(label) and label in gone]
    without = rank(left, [(one, measures[one]) for one in asked]).order
    return RankedStandings(
        rank(placed, [(one, measures[one]) for one in asked]),
        tallies,
        (*without, *sorted(label for label in tallies if is_bot(label))),
    )


def _measures(
    tallies: Mapping[str, Tally], results: Sequence[CountedDeal]
) -> Mapping[TieBreak, Measure]:
    def alone(value: Callable[[Tally], Value]) -> Measure:
        """Return a measure that computes each member's value from that member's own `Tally`."""
        return lambda groups: {label: value(tallies[label]) for group in groups for label in group}

    return {
        TieBreak.FINAL: alone(lambda tally: int(tally.in_final is not None)),
        TieBreak.FINAL_PLAYED: alone(lambda tally: int(tally.own_in_final > 0)),
        TieBreak.IN_FINAL: alone(lambda tally: tally.in_final or 0),
        TieBreak.PLAYED: alone(lambda tally: int(tally.own > 0)),
        TieBreak.POINTS: alone(lambda tally: tally.points),
        TieBreak.WINS: alone(lambda tally: tally.wins),
        TieBreak.BEST_HAND: alone(lambda tally: tally.best_hand),
        TieBreak.PENALTIES: alone(lambda tally: -tally.penalties),
        TieBreak.AVERAGE: alone(
            lambda tally: Fraction(tally.points - tally.sat_out, tally.deals or 1)
        ),
        TieBreak.DIRECT: lambda groups: _direct(groups, results),
        TieBreak.LAST_ROUND: lambda groups: _last_round(groups, results),
    }


def _direct(groups: Sequence[Sequence[str]], results: Sequence[CountedDeal]) -> Mapping[str, Value]:
    """Return each member's points minus those of the equal members at shared tables, added up, by label.

    `groups` are the groups of equal members.
    """
    group_of = {label: number for number, group in enumerate(groups) for label in group}
    values: dict[str, Value] = dict.fromkeys(group_of, 0)
    for result in results:
        for (one, mine), (other, theirs) in combinations(
            zip(result.seats, result.scores, strict=True), 2
        ):
            if one in group_of and group_of[one] == group_of.get(other):
                values[one] += mine - theirs
                values[other] += theirs - mine
    return values


def _last_round(
    groups: Sequence[Sequence[str]], results: Sequence[CountedDeal]
) -> Mapping[str, Value]:
    last = last_round(results)
    points: defaultdict[str, Value] = defaultdict(int)
    for result in results:
        if result.round == last:
            for label, net in zip(result.seats, result.scores, strict=True):
                points[label] += net
    return {label: points[label] for group in groups for label in group}


def last_round(results: Iterable[CountedDeal]) -> int:
    """Return the last round with a counted deal; 0 if there is none."""
    return max((result.round for result in results), default=0)


def _row(place: int | None, label: str, tally: Tally, settled_by: TieBreak) -> StandingRow:
    return StandingRow(
        place=place,
        participant=label,
        points=round(tally.points),
        deals=tally.deals,
        wins=tally.wins,
        best_hand=tally.best_hand,
        penalties=tally.penalties,
        settled_by=settled_by.value,
    )
