"""Positions with known answers: the project's own and those of two other calculators."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from games.engine.cards import CARD_BY_NAME, CARD_NAMES, CARDS, Card
from games.engine.hands.hand import MeldOption, block_of, melds, trash, winning_melds
from games.engine.rules import VINAGAMES
from games.engine.worst import verdict

HERE = Path(__file__).parent


def read(file: str) -> list[dict[str, Any]]:
    with (HERE / file).open() as lines:
        return [json.loads(line) for line in lines]


def positions(kind: str) -> dict[str, dict[str, Any]]:
    """Return by the name under which a wrong one is told."""
    return {
        f"{file} {position['id']}": position
        for file in ("positions", "vectors")
        for position in read(f"{file}.jsonl")
        if position["kind"] == kind
    }


def used(options: tuple[MeldOption, ...]) -> list[list[str]]:
    return sorted(sorted(CARD_NAMES[card] for card in option.cards) for option in options)


def sets(listed: list[list[str]]) -> list[list[str]]:
    return sorted(sorted(names) for names in listed)


def private_of(position: dict[str, Any]) -> tuple[Card, ...]:
    return tuple(CARD_BY_NAME[name] for name in position["private"])


def judged_active(position: dict[str, Any]) -> dict[str, Any]:
    block = block_of(private_of(position))
    active = CARD_BY_NAME[position["active"]]
    return {
        "trash": trash(block),
        "legal_melds": used(melds(block, active)),
        "winning_melds": used(winning_melds(block, active)),
    }


def judged_discard(position: dict[str, Any]) -> dict[str, Any]:
    block = block_of(private_of(position))
    seen = Counter(position["face_up"])
    for names in position["public"]:
        seen.update(names)
    found = verdict(
        block,
        [seen[CARD_NAMES[card]] for card in CARDS],
        stock_at_limit=position["stock"] <= VINAGAMES.stock_limit,
    )
    return {
        "trash": trash(block),
        "usefulness": {CARD_NAMES[card]: useful for card, useful in found.usefulness},
        "worst": sorted(CARD_NAMES[card] for card in found.worst),
    }


def test_5_the_melds_of_every_known_position():
    known = positions("active")
    expected = {
        name: {
            "trash": position["trash"],
            "legal_melds": sets(position["legal_melds"]),
            "winning_melds": sets(position["winning_melds"]),
        }
        for name, position in known.items()
    }
    assert {name: judged_active(position) for name, position in known.items()} == expected


def test_10_the_verdict_on_every_known_position():
    known = positions("discard")
    expected = {
        name: {
            "trash": position["trash"],
            "usefulness": position["usefulness"],
            "worst": sorted(position["worst"]),
        }
        for name, position in known.items()
    }
    assert {name: judged_discard(position) for name, position in known.items()} == expected


def test_the_files_hold_what_they_say():
    assert len(read("positions.jsonl")) == 200
    assert len(read("vectors.jsonl")) == 400
    assert len(positions("active") | positions("discard")) == 600
