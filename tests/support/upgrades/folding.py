"""What stored events fold to, as a bag of plain values: names and nesting of classes may change, values may not.

All that the tests of upgrades ask of the engines is in here.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from games import schema as deals
from games.club import calls, chips
from games.engine.evolve import evolve as evolve_deal
from games.engine.evolve import fold as fold_deal
from games.engine.rules import RuleSet
from games.log import read
from games.log.models import ArchivedStream, Event
from games.queries.club.house import current_club
from tournaments import schema as tournaments
from tournaments.engine.evolve import evolve as evolve_tournament
from tournaments.engine.evolve import fold as fold_tournament

TESTS = Path(__file__).resolve().parents[2]
_NOT_TAKEN = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What an engine raises for an event that cannot have happened in a state."""
Bag = dict[str, int]
Stored = dict[str, Any]


def leaves(value: Any) -> Iterator[str]:
    """Yield the plain values that a state holds anywhere; what is empty, zero or false says nothing."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, RuleSet) and (yes := _yes_before(value)):
        yield from ["True"] * yes
    if is_dataclass(value):
        for one in fields(value):
            yield from leaves(getattr(value, one.name))
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from leaves(key)
            yield from leaves(held)
    elif isinstance(value, list | tuple | AbstractSet):
        for one in value:
            yield from leaves(one)
    elif isinstance(value, datetime):
        yield value.isoformat()
    elif value:
        assert isinstance(value, str | int | float), f"{value!r} is no plain value"
        yield str(value)


def _yes_before(rules: RuleSet) -> int:
    """Return how many options say a word by now that said yes before (§13.18)."""
    said = (rules.discards == "trash", rules.drawn_king == "dies", rules.penalty == "pays-for-all")
    return sum(said)


def bag(value: Any) -> Bag:
    """Return how often each plain value is in a state."""
    return dict(sorted(Counter(leaves(value)).items()))


def streams() -> list[str]:
    """Return the names of all streams of the log."""
    here = Event.objects.values_list("stream", flat=True)
    return sorted({*here, *ArchivedStream.objects.values_list("stream", flat=True)})


def folded(stream: str) -> Bag:
    """Return what a stream folds to; of one that folds to no state, what its facts say."""
    if stream == "club":
        return bag(current_club().state)
    if deals.deal_of(stream) is not None:
        return bag(fold_deal(_events(stream)))
    if tournaments.tournament_of(stream) is not None:
        return bag(fold_tournament(_events(stream)))
    return bag([[one.name, one.payload] for one in read(stream)])


def _reader(stream: str) -> Callable[..., Any]:
    return deals.from_stored if stream.startswith("deal-") else tournaments.from_stored


def _evolve(kind: str) -> Callable[..., Any]:
    return evolve_deal if kind == "deal" else evolve_tournament


def _events(stream: str) -> list[Any]:
    return [_reader(stream)(one.name, one.schema, one.payload) for one in read(stream)]


# --- samples --------------------------------------------------------------------------------------


def samples() -> Iterator[tuple[str, Stored]]:
    """Yield every stored sample of the tests, with the name of its place."""
    for path in sorted(TESTS.rglob("stored_*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(TESTS)}:{number}", json.loads(line)


def written_again(sample: Stored) -> Stored:
    """Return a sample as it is written today."""
    kind = sample["name"].partition(".")[0]
    if kind == "deal":
        (stored,) = deals.to_stored([deals.from_stored(**sample)])
    elif kind == "tournament":
        stored = tournaments.to_stored(tournaments.from_stored(**sample))
    else:
        module: Any = calls if kind == "call" else chips
        stored = module.to_stored(module.from_stored(**sample))
    said = {"name": stored.name, "schema": stored.schema, "payload": stored.payload}
    return json.loads(json.dumps(said))  # type: ignore[no-any-return]


def sample_folded(sample: Stored) -> Bag | None:
    """Return what the first state of the kept streams that takes this event becomes by it; None if none does."""
    kind = sample["name"].partition(".")[0]
    if kind not in ("deal", "tournament"):
        return None
    evolve = _evolve(kind)
    event = _reader(f"{kind}-")(**sample)
    if sample["name"] == "tournament.created":
        return bag(evolve(None, event))
    if sample["name"] == "deal.committed":
        return bag(fold_deal([event]))
    for state in _bases(kind, sample["name"]):
        try:
            return bag(evolve(state, event))
        except _NOT_TAKEN:
            continue
    return None


def _bases(kind: str, name: str) -> Iterator[Any]:
    """Yield the states before each event of this name in the kept streams, then those at their ends and on the way."""
    states = _on_the_way(kind)
    yield from (state for state, following in states if following == name)
    yield from (state for state, following in states if not following)
    yield from (state for state, following in states if following and following != name)
    for sample in (one for _place, one in samples() if one["name"].startswith(f"{kind}.")):
        for state, following in states:
            if not following:
                with suppress(*_NOT_TAKEN):
                    yield _evolve(kind)(state, _reader(f"{kind}-")(**sample))


@cache
def _on_the_way(kind: str) -> list[tuple[Any, str]]:
    """Return each state of the kept streams with the name of the event that follows."""
    fold: Any = fold_deal if kind == "deal" else fold_tournament
    evolve = _evolve(kind)
    found = []
    numbered = [one for one in streams() if one.startswith(f"{kind}-")]
    for stream in sorted(numbered, key=lambda one: int(one.partition("-")[2])):
        names = [one.name for one in read(stream)]
        events = _events(stream)
        state = fold(events[:1])
        for number, event in enumerate(events[1:], 1):
            found.append((state, names[number]))
            state = evolve(state, event)
        found.append((state, ""))
    return found
