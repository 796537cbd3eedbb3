"""Positions with known answers: the project's own and those of two other calculators."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import CARD_BY_NAME, CARD_NAMES, CARDS, Card
from games.engine.hand import MeldOption, block_of, melds, trash, winning_melds
from games.engine.rules import VINAGAMES
from games.engine.worst import verdict

HERE = Path(__file__).parent


def read(file: str) -> list[dict[str, Any]]:
    with (HERE / file).open() as lines:
        return [json.loads(line) for line in lines]


def positions(kind: str) -> list[Any]:
    return [
        pytest.param(position, id=f"{file} {position['id']}")
        for file in ("positions", "vectors")
        for position in read(f"{file}.jsonl")
        if position["kind"] == kind
    ]


def used(options: tuple[MeldOption, ...]) -> list[list[str]]:
    return sorted(sorted(CARD_NAMES[card] for card in option.cards) for option in options)


def sets(listed: list[list[str]]) -> list[list[str]]:
    return sorted(sorted(names) for names in listed)


def private_of(position: dict[str, Any]) -> tuple[Card, ...]:
    return tuple(CARD_BY_NAME[name] for name in position["private"])


@pytest.mark.parametrize("position", positions("active"))
def test_5_the_melds_of_a_known_position(position):
    block = block_of(private_of(position))
    active = CARD_BY_NAME[position["active"]]
    assert trash(block) == position["trash"]
    assert used(melds(block, active)) == sets(position["legal_melds"])
    assert used(winning_melds(block, active)) == sets(position["winning_melds"])


@pytest.mark.parametrize("position", positions("discard"))
def test_10_the_verdict_on_a_known_position(position):
    block = block_of(private_of(position))
    seen = Counter(position["face_up"])
    for names in position["public"]:
        seen.update(names)
    found = verdict(
        block,
        [seen[CARD_NAMES[card]] for card in CARDS],
        stock_at_limit=position["stock"] <= VINAGAMES.stock_limit,
    )
    assert trash(block) == position["trash"]
    assert {CARD_NAMES[card]: useful for card, useful in found.usefulness} == (
        position["usefulness"]
    )
    assert sorted(CARD_NAMES[card] for card in found.worst) == sorted(position["worst"])


def test_the_files_hold_what_they_say():
    assert len(read("positions.jsonl")) == 200
    assert len(read("vectors.jsonl")) == 400
