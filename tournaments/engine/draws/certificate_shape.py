"""Tests whether parts of a certificate have the right shape in JSON: lists of labels, tables and groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tournaments.engine.draws.commitment import DRAWS
from tournaments.engine.draws.seating import Round
from tournaments.engine.participants import SEATS
from tournaments.engine.scoring.standing_rows import RankAtDraw

_LABEL_LENGTH: Final = 40


def as_round(tables: Sequence[Sequence[str]]) -> Round:
    """Return the tables of a round as tuples; ``tables`` must have the shape that `are_tables` checks."""
    return tuple(map(tuple, tables))


def ranking_of(given: Mapping[str, Any]) -> list[RankAtDraw]:
    """Return the standings that a certificate holds."""
    return [RankAtDraw(*one) for one in given["ranking"]]


def is_ranking(given: object) -> bool:
    """Return whether the value is a list of [player, place, points] in the order of the places."""
    return (
        isinstance(given, list)
        and all(
            isinstance(one, list) and len(one) == 3 and all(type(number) is int for number in one)
            for one in given
        )
        and [place for _, place, _ in given] == sorted(place for _, place, _ in given)
    )


def are_draws(given: object, rounds: int) -> bool:
    """Return whether the value lists the draw numbers of this many rounds, in order."""
    return (
        isinstance(given, list)
        and len(given) == rounds
        and all(type(one) is int and 0 < one <= DRAWS for one in given)
        and given == sorted(set(given))
    )


def are_members(given: object) -> bool:
    """Return whether the value is a list of player ids."""
    return isinstance(given, list) and all(type(one) is int for one in given)


def are_groups(given: object) -> bool:
    """Return whether the value is a list of lists of player ids."""
    return isinstance(given, list) and all(are_members(group) for group in given)


def are_groups_by_round(given: object, rounds: int) -> bool:
    """Return whether the value holds groups for each of this many rounds."""
    return isinstance(given, list) and len(given) == rounds and all(map(are_groups, given))


def are_tables(given: object, *, least: int = SEATS) -> bool:
    """Return whether the value is a non-empty list of tables, each with at least ``least`` and at most 4 labels."""
    return (
        isinstance(given, list)
        and bool(given)
        and all(are_labels(table) and least <= len(table) <= SEATS for table in given)
    )


def are_labels(given: object) -> bool:
    """Return whether the value is a list of labels."""
    return isinstance(given, list) and all(is_label(label) for label in given)


def is_label(given: object) -> bool:
    """Return whether the value is a label such as player:12 or bot:safe."""
    if not isinstance(given, str) or len(given) > _LABEL_LENGTH:
        return False
    kind, _, name = given.partition(":")
    return (kind == "player" and name.isascii() and name.isdecimal()) or (
        kind == "bot" and bool(name)
    )
