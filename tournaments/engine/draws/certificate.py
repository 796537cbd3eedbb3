"""Makes the certificate of a drawn round, with all data needed to draw it again, and finds the faults of one.

A certificate is plain data, as JSON has it. It names the participants, the earlier rounds, the seed and its origin,
the tables, and how even they are. `faults` draws the round again and names each difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any, Final

from tournaments.engine.draws.balance import balance
from tournaments.engine.draws.certificate_shape import (
    are_draws,
    are_groups_by_round,
    are_labels,
    are_tables,
    as_round,
)
from tournaments.engine.draws.commitment import back, fits, seed_of
from tournaments.engine.draws.even import METHOD_EVEN, chosen_among
from tournaments.engine.draws.odd.threes import METHOD_ANY
from tournaments.engine.draws.odd.turns import Out, most_apart, sitting_out
from tournaments.engine.draws.pairing_method import DrawInputs
from tournaments.engine.draws.pairing_methods import METHODS
from tournaments.engine.draws.seating import METHOD_BOUND, Round, pairs_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import SEATS, THREE, Table, is_bot, player_id
from tournaments.engine.state import TournamentState

FORMAT: Final = "tusac-draw-certificate-2"
"""Of rounds that can have tables of three, or members who sit out by turns."""
FORMAT_OF_FOURS: Final = "tusac-draw-certificate-1"
"""Of all rounds of before, and of those that are drawn as they were."""


def certificate(state: TournamentState, number: int) -> dict[str, Any]:
    """Return the certificate of round ``number``. Raises TournamentRefused("tournament.no-such-round")."""
    if not 1 <= number <= len(state.rounds):
        raise TournamentRefused("tournament.no-such-round")
    rounds, outs = [drawn.drawn for drawn in state.rounds[:number]], state.outs[:number]
    there = (label for table in (*rounds[-1], outs[-1]) for label in table)
    method = state.rounds[number - 1].method
    fours = method != METHOD_ANY and not any(outs) and all(map(_are_fours, rounds))
    return {
        "format": FORMAT_OF_FOURS if fours else FORMAT,
        "tournament": state.options.name,
        "round": number,
        "method": method,
        "commitment": state.commitment,
        **_bound(state, number),
        "participants": sorted(there, key=_order),
        "history": [[list(table) for table in tables] for tables in rounds[:-1]],
        "tables": [list(table) for table in rounds[-1]],
        **({} if fours else {"out": list(map(list, outs))}),
        "balance": _balance(rounds, None if fours else outs),
    }


def _are_fours(tables: Sequence[Table]) -> bool:
    return all(len(table) == SEATS for table in tables)


def _balance(rounds: Sequence[Round], outs: Sequence[Out] | None) -> dict[str, int]:
    """Return how even these rounds are, as figures by name.

    If ``outs`` is given, two figures are added: the largest differences in turns at tables of three, and in turns to
    sit out.
    """
    figures = asdict(balance(rounds))
    if outs is None:
        return figures
    threes, sat_out = most_apart(rounds, outs)
    return {**figures, "threes": threes, "out": sat_out}


def _bound(state: TournamentState, number: int) -> dict[str, Any]:
    """Return the fields of the certificate that hold the secret and the seed of a draw, and the draw's inputs.

    If each draw has its own secret, the field ``draws`` says which number among all draws each round's draw had.
    """
    drawn = state.rounds[:number]
    last = drawn[-1]
    apart = [[list(group) for group in one.apart] for one in drawn]
    given: dict[str, Any] = {"secret": last.secret or state.secret}
    given["seed"] = seed_of(last.secret) if last.secret else state.seed
    if last.secret is not None:
        given["draws"] = [one.draw for one in drawn]
    if last.method in METHODS:
        given |= METHODS[last.method].fields(state, number)
    if any(apart):
        given["apart"] = apart
        given["met"] = _met([table.seats for table in last.tables], apart[-1])
    return given


def _met(tables: Sequence[Table], groups: Sequence[Sequence[int]]) -> list[list[str]]:
    """Return the pairs who meet at these tables although they are kept apart."""
    kept = pairs_of(groups)
    return [
        [one, other]
        for table in tables
        for one, other in combinations(sorted(table), 2)
        if (one, other) in kept
    ]


def faults(given: object) -> list[str]:
    """Return the faults of a certificate in English, each beginning with a field's name; empty if it is right."""
    if not isinstance(given, Mapping) or given.get("format") not in (FORMAT, FORMAT_OF_FOURS):
        return [f"format: this is no {FORMAT}, nor {FORMAT_OF_FOURS}"]
    found = list(_malformed(given))
    if found:
        return found
    history = [as_round(tables) for tables in given["history"]]
    tables = as_round(given["tables"])
    outs = _outs(given, len(history) + 1)
    found += _labels(given["participants"], (*tables, outs[-1]))
    found += _turns(given, history, outs)
    draws, groups = given.get("draws", [1]), given.get("apart", [[] for _ in (*history, tables)])
    found += _seed(given["commitment"], given["secret"], given["seed"], draws[-1])
    if given.get("met", []) != (met := _met(tables, groups[-1])):
        found.append(f"met: of those who are kept apart these meet: {met}")
    if given["method"] in METHODS:
        found += METHODS[given["method"]].faults(given)
    if not found and given["method"] in METHODS:
        found += _drawn_again(given, history, tables)
    figures = _balance([*history, tables], outs if given["format"] == FORMAT else None)
    for name, value in figures.items():
        if given["balance"].get(name) != value:
            found.append(f"balance: {name} is {value}, not {given['balance'].get(name)}")
    return found


def _order(label: str) -> tuple[bool, int, str]:
    return (True, 0, label) if is_bot(label) else (False, player_id(label), label)


def _malformed(given: Mapping[str, Any]) -> Iterator[str]:
    for name in ("round", "method", "seed"):
        if type(given.get(name)) is not int:
            yield f"{name}: is no whole number"
    for name in ("commitment", "secret"):
        if name not in given or not isinstance(given[name], str | None):
            yield f"{name}: is neither text nor null"
    if not are_labels(given.get("participants")):
        yield "participants: is no list of labels such as player:12 or bot:safe"
    history, tables = given.get("history"), given.get("tables")
    threes = given["format"] == FORMAT
    least, sizes = (THREE, "three or four") if threes else (SEATS, "four")
    if not isinstance(history, list) or not all(are_tables(one, least=least) for one in history):
        yield f"history: is no list of rounds, each of tables of {sizes} labels"
    elif given.get("round") != len(history) + 1:
        yield f"round: {len(history)} rounds before make this round {len(history) + 1}"
    if not are_tables(tables, least=least):
        yield f"tables: is no list of tables of {sizes} labels"
    rounds = len(history) + 1 if isinstance(history, list) else 0
    out = given.get("out")
    if threes and not (isinstance(out, list) and len(out) == rounds and all(map(are_labels, out))):
        yield "out: is no list of the labels of those who sit out, one for each round"
    if not threes and given.get("method") == METHOD_ANY:
        yield f"format: method {METHOD_ANY} is certified by {FORMAT}"
    draws = given.get("draws")
    bound = given.get("method") in (METHOD_BOUND, METHOD_EVEN, METHOD_ANY)
    if (bound or draws is not None) and not are_draws(draws, rounds):
        yield "draws: is no list of the numbers of the draws, one for each round, in order"
    if not are_groups_by_round(given.get("apart", [[]] * rounds), rounds):
        yield "apart: is no list of groups of members for each round"
    method = METHODS.get(given["method"]) if type(given.get("method")) is int else None
    if method is not None:
        yield from method.malformed(given)
    if not isinstance(given.get("balance"), Mapping):
        yield "balance: is missing"


def _labels(participants: Sequence[str], tables: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a fault for each label seated too often, and for each participant without a seat."""
    seated = Counter(label for table in tables for label in table)
    expected = Counter(participants)
    for number, table in enumerate(tables, 1):
        for label in table:
            if seated[label] > expected[label]:
                yield f"label {label} at table {number}: is named {expected[label]} times as a participant"
    for label in sorted((expected - seated).keys()):
        yield f"label {label}: is a participant and sits nowhere"


def _seed(commitment: str | None, secret: str | None, seed: int, draw: int) -> Iterator[str]:
    if commitment is None:
        return  # a tournament from before draws were bound
    if secret is None or not fits(commitment, secret, draw):
        yield "secret: is not the one that was committed to"
    elif seed_of(secret) != seed:
        yield f"seed: the secret gives {seed_of(secret)}, not {seed}"


def among(given: Mapping[str, Any]) -> int | None:
    """Return `even.chosen_among` for the round of a certificate.

    None also if another pairing method drew the round, or if four does not divide the number of participants.
    """
    of = _material(given, [as_round(tables) for tables in given["history"]])
    fours = len(of.participants) % SEATS == 0
    if given["method"] not in (METHOD_EVEN, METHOD_ANY) or not fours:
        return None
    spread = given["method"] == METHOD_ANY
    return chosen_among(of.participants, of.history, seeds=of.seeds, apart=of.apart, spread=spread)


def _material(given: Mapping[str, Any], history: Sequence[Round]) -> DrawInputs:
    """Return the draw inputs of the round; ValueError if the secret is not hex."""
    seed, draws = given["seed"], given.get("draws")
    apart = [pairs_of(groups) for groups in given.get("apart", [[]] * (len(history) + 1))]
    seeds = [seed] * len(apart)
    if draws is not None:
        secret = given["secret"] or ""
        seeds = [seed_of(back(secret, draws[-1] - draw)) for draw in draws]
    outs = _outs(given, len(apart))
    seated = tuple(label for label in given["participants"] if label not in outs[-1])
    return DrawInputs(seated, tuple(history), tuple(seeds), tuple(apart), outs[:-1])


def _outs(given: Mapping[str, Any], rounds: int) -> tuple[Out, ...]:
    """Return the members who sat out each earlier round and this one; nobody if the certificate has no such field."""
    return tuple(map(tuple, given.get("out", [[]] * rounds)))


def _turns(
    given: Mapping[str, Any], history: Sequence[Round], outs: Sequence[Out]
) -> Iterator[str]:
    """Yield a fault if members sit out although it is the turn of others."""
    members = [label for label in given["participants"] if not is_bot(label)]
    count = len(outs[-1])
    if count not in (0, len(members) % SEATS):
        yield f"out: of {len(members)} members {len(members) % SEATS} sit out, or nobody"
        return
    right = sitting_out(members, count, history, outs[:-1], given["seed"])
    if right != outs[-1]:
        yield f"out: by turns and the lot these sit out: {', '.join(right)}"


def _drawn_again(
    given: Mapping[str, Any], history: Sequence[Round], tables: Round
) -> Iterator[str]:
    try:
        of = _material(given, history)
        again = METHODS[given["method"]].again(given, of)
    except ValueError:
        yield "secret: is no hex"
        return
    except TournamentRefused as refused:
        yield f"participants: {refused}"
        return
    if not set(again) & set(tables):
        yield f"seed {given['seed']}: with these participants and rounds before it gives other tables throughout"
        return
    if len(again) != len(tables):
        yield f"tables: the draw gives {len(again)}, not {len(tables)}"
        return
    for number, (right, said) in enumerate(zip(again, tables, strict=True), 1):
        if right != said:
            yield f"table {number}: the draw gives {', '.join(right)}, not {', '.join(said)}"
