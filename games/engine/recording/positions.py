"""Reads a position (one seat's hand at one moment) from a JSON line, and adds the engine's answer to it.

The format is that of `tests/games/engine/README.md`. A question has the fields `id`, `rules`, `kind`, `private`,
`public`, `face_up` and `stock`, and `active` if a card is active. The answer adds `trash`, and then `legal_melds` and
`winning_melds`, or `usefulness` and `worst`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.engine.cards import CARD_NAMES, CARDS, DECK, Card
from games.engine.errors import BadNotation
from games.engine.hands.hand import MeldOption, block_of, melds, trash
from games.engine.recording.lines import quoted, read_line
from games.engine.recording.notation import parse_card
from games.engine.rules import PRESETS, RuleSet
from games.engine.sets import kind_of
from games.engine.worst import verdict

LONGEST_LINE: Final = 20_000
"""The most characters of a line; a position with all 112 cards needs about a thousand."""
_QUESTION: Final = ("id", "rules", "kind", "private", "public", "face_up", "stock")
_ANSWERS: Final = ("trash", "legal_melds", "winning_melds", "usefulness", "worst")
_MOST_PRIVATE: Final = 21


def judge_line(line: str, number: int | None = None) -> str:
    """Return the line with the answer added, or `{"id": …, "error": …}` if it is no valid position. Never raises.

    The id is null if it cannot be read; the error begins with the line's `number` if that is given.
    """
    name: object = None
    try:
        position = read_line(line, LONGEST_LINE)
        if isinstance(position, Mapping):
            name = position.get("id")
            if not _is_id(name):
                name = None
        answer = judge(position)
    except BadNotation as error:
        place = "" if number is None else f"line {number}: "
        answer = {"id": name, "error": f"{place}{error}"}
    return json.dumps(answer, separators=(",", ":"))


def judge(position: object) -> dict[str, Any]:
    """Return the position with its answer (§3.5, §5.1, §5.2, §7.1, §10.3). Raises BadNotation, which names the field.

    Answers that the position already has are replaced.
    """
    if not isinstance(position, Mapping):
        raise BadNotation("a position is an object")
    kind = position.get("kind")
    if kind not in ("active", "discard"):
        raise BadNotation("kind: active or discard expected")
    fields = (*_QUESTION, "active") if kind == "active" else _QUESTION
    question = {name: _field(position, name) for name in fields}
    for name in position:
        if name not in (*fields, *_ANSWERS):
            raise BadNotation(f"{quoted(name)} is not a field of such a position")
    if not _is_id(question["id"]):
        raise BadNotation("id: a whole number or a text of up to 100 characters expected")
    rules = _rules(question["rules"])
    private = _cards("private", question["private"])
    if len(private) > _MOST_PRIVATE:
        raise BadNotation(f"private: a seat holds at most {_MOST_PRIVATE} cards")
    face_up = [card for shown in _sets(question["public"]) for card in shown]
    face_up += _cards("face_up", question["face_up"])
    active = _card("active", question["active"]) if kind == "active" else None
    stock = question["stock"]
    if type(stock) is not int or not 0 <= stock <= len(DECK):
        raise BadNotation(f"stock: a number of cards from 0 to {len(DECK)} expected")
    known = Counter([*private, *face_up, *([] if active is None else [active])])
    for card, copies in sorted(known.items()):
        if copies > 4:
            raise BadNotation(f"there are only four {CARD_NAMES[card]}, not {copies}")
    if active is not None:
        return {**question, **_melds(rules, private, active)}
    return {**question, **_discards(rules, private, face_up, stock)}


def _melds(rules: RuleSet, private: list[Card], active: Card) -> dict[str, Any]:
    block = block_of(private)
    found = melds(block, active, king_triples=rules.king_triples)
    return {
        "trash": trash(block),
        "legal_melds": _in_names(found),
        "winning_melds": _in_names(tuple(option for option in found if option.trash == 0)),
    }


def _discards(
    rules: RuleSet, private: list[Card], face_up: list[Card], stock: int
) -> dict[str, Any]:
    if not rules.judges:
        raise BadNotation(f"rules: {rules.key} has no worst card (§9.6)")
    block = block_of(private)
    seen = Counter(face_up)
    judged = verdict(
        block, [seen[card] for card in CARDS], stock_at_limit=stock <= rules.stock_limit
    )
    return {
        "trash": trash(block),
        "usefulness": {CARD_NAMES[card]: useful for card, useful in judged.usefulness},
        "worst": sorted(CARD_NAMES[card] for card in judged.worst),
    }


def _in_names(found: tuple[MeldOption, ...]) -> list[list[str]]:
    """Return for each meld the names of its cards, all sorted alphabetically."""
    return sorted(sorted(CARD_NAMES[card] for card in option.cards) for option in found)


def _field(position: Mapping[str, Any], name: str) -> Any:
    if name not in position:
        raise BadNotation(f"{name} is missing")
    return position[name]


def _is_id(value: object) -> bool:
    return type(value) is int or (isinstance(value, str) and len(value) <= 100)


def _rules(key: object) -> RuleSet:
    if not isinstance(key, str) or key not in PRESETS:
        raise BadNotation(f"rules: {' or '.join(PRESETS)} expected, not {quoted(key)}")
    return PRESETS[key]


def _card(field: str, name: object) -> Card:
    try:
        return parse_card(name)
    except BadNotation as error:
        raise BadNotation(f"{field}: {error}") from None


def _cards(field: str, names: object) -> list[Card]:
    if not isinstance(names, list):
        raise BadNotation(f"{field}: a list of cards expected")
    return [_card(field, name) for name in names]


def _sets(listed: object) -> list[list[Card]]:
    if not isinstance(listed, list):
        raise BadNotation("public: a list of sets expected")
    sets = [_cards("public", names) for names in listed]
    for made, names in zip(sets, listed, strict=True):
        if kind_of(made) is None:
            raise BadNotation(f"public: {quoted(' '.join(names))} is no set (§2)")
    return sets
