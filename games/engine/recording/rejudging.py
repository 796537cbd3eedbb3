"""Finds the discards of a played deal that other rules would judge differently; the moves stay as they were.

A verdict depends on only two options of the rules: whether discards are judged at all (`penalty`, §9.6), and how many
cards the stock may not go below (`stock_limit`, §8.1). Nothing is changed in the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.cards import Card
from games.engine.ending import offender_of
from games.engine.errors import BadNotation
from games.engine.events import CardDiscarded, Event
from games.engine.evolve import evolve, fold
from games.engine.recording.lines import quoted
from games.engine.recording.notation import rules_from_plain, rules_to_plain
from games.engine.rules import RuleSet
from games.engine.state import Active, DealState
from games.engine.worst import Verdict, verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one set of rules says of a discard."""

    verdict: Verdict | None
    """None where the rules judge no discard (§9.6)."""
    at_limit: bool
    """The stock was down to the limit, so all of the trash was safe (§10.3)."""
    offender: int | None
    """The seat that pays the penalty for it, None where nobody does (§10.5)."""

    def section(self, card: Card) -> str:
        """Return the section of the rulebook on which this judgement of the card rests."""
        if self.verdict is None:
            return "§9.6"
        if self.offender is not None:
            return "§10.5"
        return "§8.1" if self.at_limit and card in self.verdict.worst else "§10.3"


@dataclass(frozen=True, slots=True)
class Altered:
    """A discard with its judgement in the record, and the different one by the other rules."""

    version: int
    """Of the discard in the deal's stream."""
    seat: int
    card: Card
    stored: Judgement
    other: Judgement


class Impossible(Exception):
    """Raised if these rules cannot be played with the deal's number of seats (§1.2)."""


def with_options(rules: RuleSet, options: dict[str, Any]) -> RuleSet:
    """Return the rules with these options in place of their own (§11.1). Raises BadNotation, which names the option."""
    plain = rules_to_plain(rules)
    for option in options:
        if option not in plain:
            known = ", ".join(sorted(plain))
            raise BadNotation(f"{quoted(option)} is no option of a rule set; there are: {known}")
    return rules_from_plain({**plain, **options})


def rejudge(history: Sequence[Event], rules: RuleSet) -> Iterator[Altered]:
    """Yield the discards of a finished deal that these rules judge differently from the record, in order.

    Raises `Impossible` if the rules do not allow the deal's number of seats.
    """
    discards: list[tuple[int, CardDiscarded, DealState]] = []
    final = fold(history[:1])
    for version, event in enumerate(history[1:], 2):
        if isinstance(event, CardDiscarded):
            discards.append((version, event, final))
        final = evolve(final, event)
    if final.seats not in rules.seats:
        raise Impossible
    taken = None if final.ending is None else final.ending.taken
    for version, event, state in discards:
        stored = _judged(final, state.rules, state, event, event.verdict, taken, version)
        fresh = _verdict(rules, state, event.seat)
        other = _judged(final, rules, state, event, fresh, taken, version)
        if (stored.verdict, stored.offender) != (other.verdict, other.offender):
            yield Altered(version, event.seat, event.card, stored, other)


def _verdict(rules: RuleSet, state: DealState, seat: int) -> Verdict | None:
    if not rules.judges:
        return None
    return verdict(
        state.blocks[seat], state.face_up(), stock_at_limit=state.stock <= rules.stock_limit
    )


def _judged(
    final: DealState,
    rules: RuleSet,
    state: DealState,
    event: CardDiscarded,
    judged: Verdict | None,
    taken: Active | None,
    version: int,
) -> Judgement:
    offender = None
    if taken is not None and taken.version == version and not taken.drawn:
        offender = offender_of(final, replace(taken, verdict=judged))
    return Judgement(judged, state.stock <= rules.stock_limit, offender)
