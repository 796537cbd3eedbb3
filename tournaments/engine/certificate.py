"""The certificate of a drawn round: everything that anybody needs to draw it again, and what is wrong with one.

A certificate is plain data, as JSON holds it. It names the participants, the rounds before, the seed and where that
came from, the tables, and how even they are. `faults` draws the round again and says by name what does not agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from tournaments.engine.balance import balance
from tournaments.engine.commitment import fits, seed_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import Table
from tournaments.engine.participants import SEATS, is_bot, player_id
from tournaments.engine.seating import METHOD, Round, draw_round
from tournaments.engine.state import TournamentState

FORMAT: Final = "tusac-draw-certificate-1"
_LABEL_LENGTH: Final = 40


def certificate(state: TournamentState, number: int) -> dict[str, Any]:
    """The certificate of round ``number``. Raises TournamentRefused("tournament.no-such-round")."""
    if not 1 <= number <= len(state.rounds):
        raise TournamentRefused("tournament.no-such-round")
    rounds = [[table.seats for table in drawn.tables] for drawn in state.rounds[:number]]
    return {
        "format": FORMAT,
        "tournament": state.options.name,
        "round": number,
        "method": state.rounds[number - 1].method,
        "commitment": state.commitment,
        "secret": state.secret,
        "seed": state.seed,
        "participants": sorted((label for table in rounds[-1] for label in table), key=_order),
        "history": [[list(table) for table in tables] for tables in rounds[:-1]],
        "tables": [list(table) for table in rounds[-1]],
        "balance": asdict(balance(rounds)),
    }


def faults(given: object) -> list[str]:
    """What is wrong with a certificate, in English, each by its name; none where it is right."""
    if not isinstance(given, Mapping) or given.get("format") != FORMAT:
        return [f"format: this is no {FORMAT}"]
    found = list(_malformed(given))
    if found:
        return found
    history = [_round(tables) for tables in given["history"]]
    tables = _round(given["tables"])
    found += _labels(given["participants"], tables)
    found += _seed(given["commitment"], given["secret"], given["seed"])
    if not found and given["method"] == METHOD:
        found += _drawn_again(given["participants"], history, tables, given["seed"])
    for name, value in asdict(balance([*history, tables])).items():
        if given["balance"].get(name) != value:
            found.append(f"balance: {name} is {value}, not {given['balance'].get(name)}")
    return found


def _order(label: str) -> tuple[bool, int, str]:
    return (True, 0, label) if is_bot(label) else (False, player_id(label), label)


def _round(tables: Sequence[Sequence[str]]) -> Round:
    return tuple(_table(table) for table in tables)


def _table(labels: Sequence[str]) -> Table:
    south, east, north, west = labels
    return south, east, north, west


def _malformed(given: Mapping[str, Any]) -> Iterator[str]:
    for name in ("round", "method", "seed"):
        if type(given.get(name)) is not int:
            yield f"{name}: is no whole number"
    for name in ("commitment", "secret"):
        if name not in given or not isinstance(given[name], str | None):
            yield f"{name}: is neither text nor null"
    if not _are_labels(given.get("participants")):
        yield "participants: is no list of labels such as player:12 or bot:safe"
    history, tables = given.get("history"), given.get("tables")
    if not isinstance(history, list) or not all(_are_tables(one) for one in history):
        yield "history: is no list of rounds, each of tables of four labels"
    elif given.get("round") != len(history) + 1:
        yield f"round: {len(history)} rounds before make this round {len(history) + 1}"
    if not _are_tables(tables):
        yield "tables: is no list of tables of four labels"
    if not isinstance(given.get("balance"), Mapping):
        yield "balance: is missing"


def _are_tables(given: object) -> bool:
    return (
        isinstance(given, list)
        and bool(given)
        and all(_are_labels(table) and len(table) == SEATS for table in given)
    )


def _are_labels(given: object) -> bool:
    return isinstance(given, list) and all(_is_label(label) for label in given)


def _is_label(given: object) -> bool:
    if not isinstance(given, str) or len(given) > _LABEL_LENGTH:
        return False
    kind, _, name = given.partition(":")
    return (kind == "player" and name.isascii() and name.isdecimal()) or (
        kind == "bot" and bool(name)
    )


def _labels(participants: Sequence[str], tables: Round) -> Iterator[str]:
    """Whoever is seated and no participant, or a participant and not seated."""
    seated = Counter(label for table in tables for label in table)
    expected = Counter(participants)
    for number, table in enumerate(tables, 1):
        for label in table:
            if seated[label] > expected[label]:
                yield f"label {label} at table {number}: is named {expected[label]} times as a participant"
    for label in sorted((expected - seated).keys()):
        yield f"label {label}: is a participant and sits nowhere"


def _seed(commitment: str | None, secret: str | None, seed: int) -> Iterator[str]:
    if commitment is None:
        return  # a tournament from before draws were bound
    if secret is None or not fits(commitment, secret):
        yield "secret: is not the one that was committed to"
    elif seed_of(secret) != seed:
        yield f"seed: the secret gives {seed_of(secret)}, not {seed}"


def _drawn_again(
    participants: Sequence[str], history: Sequence[Round], tables: Round, seed: int
) -> Iterator[str]:
    try:
        again = draw_round(participants, history, seed=seed)
    except TournamentRefused as refused:
        yield f"participants: {refused}"
        return
    if not set(again) & set(tables):
        yield f"seed {seed}: with these participants and rounds before it gives other tables throughout"
        return
    for number, (right, said) in enumerate(zip(again, tables, strict=True), 1):
        if right != said:
            yield f"table {number}: the draw gives {', '.join(right)}, not {', '.join(said)}"
