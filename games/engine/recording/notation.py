"""Converts cards and moves to text and back, and events to plain data and back, for the log and for records.

A card is written as rank and colour (`Rr`), several are separated by blanks. Plain data are strings, numbers, lists
and objects; an event is an object with the fields of its class, and its name is `NAMES[type(event)]`. Reading is
strict: missing and unknown fields and wrong types are refused.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, Literal, NoReturn, Union, get_args, get_origin

from games.engine import events as ev
from games.engine.cards import CARD_BY_NAME, CARD_NAMES, Card
from games.engine.errors import BadNotation
from games.engine.events import EVENTS
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Move, Pass
from games.engine.recording.lines import quoted
from games.engine.recording.stored_rules import modern
from games.engine.rules import RuleSet

Plain = Any
"""What JSON can say."""


def parse_card(text: object) -> Card:
    """Return the card that a text names. Raises BadNotation."""
    if not isinstance(text, str) or text not in CARD_BY_NAME:
        raise BadNotation(_no_card(text))
    return CARD_BY_NAME[text]


def _no_card(text: object) -> str:
    return f"{quoted(text)} is no card: write rank K G M R C N P, then colour r y g w, like Rr"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text like `Rr Cr Nr`, in its order. Raises BadNotation."""
    return tuple(parse_card(word) for word in text.split())


def cards_text(cards: typing.Iterable[Card]) -> str:
    """Return the notation of several cards."""
    return " ".join(CARD_NAMES[card] for card in cards)


def move_text(move: Move) -> str:
    """Return a move in notation, without its seat: `discard Rr`, `meld Cr Nr`, `hit`, `pass`, `claim win`."""
    match move:
        case Discard():
            return f"discard {CARD_NAMES[move.card]}"
        case Meld():
            return f"meld {cards_text(move.cards)}".rstrip()
        case Claim():
            return f"claim {move.kind}"
        case Hit():
            return "hit"
        case Pass():
            return "pass"


def parse_move(text: str, seat: int) -> Move:
    """Return the move that a text names, for this seat. Raises BadNotation."""
    verb, _, rest = text.strip().partition(" ")
    if verb == "discard":
        return Discard(seat, parse_card(rest.strip()))
    if verb == "meld":
        return Meld(seat, tuple(sorted(parse_cards(rest))))
    if verb == "claim" and rest.strip() in set(ClaimKind):
        return Claim(seat, ClaimKind(rest.strip()))
    if verb in ("hit", "pass") and not rest:
        return Hit(seat) if verb == "hit" else Pass(seat)
    raise BadNotation(
        f"{quoted(text)} is no move: write discard CARD, meld CARDS, hit, pass, or claim win, kong or triple"
    )


NAMES: Final[dict[type[Any], str]] = {event: kind.name for event, kind in EVENTS.items()}
"""The final name of each event, in the log and in records."""
CLASSES: dict[str, type[Any]] = {name: cls for cls, name in NAMES.items()}


def event_to_plain(event: ev.Event) -> dict[str, Plain]:
    """Return the fields of an event as plain data; cards in notation."""
    return typing.cast("dict[str, Plain]", _codec(type(event)).write(event))


def event_from_plain(name: str, fields: object) -> ev.Event:
    """Return the event with this name and these fields. Raises BadNotation, which names the field."""
    if name not in CLASSES:
        raise BadNotation(f"{quoted(name)} is no event of a deal")
    read: ev.Event = _read(CLASSES[name], fields, name)
    return read


def rules_to_plain(rules: RuleSet) -> dict[str, Plain]:
    """Return a rule set in full, as plain data (§11.1)."""
    return typing.cast("dict[str, Plain]", _codec(RuleSet).write(rules))


def rules_from_plain(plain: object) -> RuleSet:
    """Return a rule set from its plain data. Raises BadNotation, which names the field."""
    return typing.cast("RuleSet", _read(RuleSet, plain, "rules"))


@dataclasses.dataclass(frozen=True, slots=True)
class _Codec:
    """Writes values of one type as plain data and reads them back.

    `read` raises _Misread. Each enclosing object then adds the name of its field, so names cost nothing while all is
    well.
    """

    write: Callable[[Any], Plain]
    read: Callable[[Any], Any]


class _Misread(Exception):
    """Raised for plain data that cannot be read: what is wrong, and in which nested field."""

    def __init__(self, wrong: str) -> None:
        self.wrong = wrong
        self.place = ""


def _read(cls: type[Any], plain: object, place: str) -> Any:
    try:
        return _codec(cls).read(plain)
    except _Misread as error:
        raise BadNotation(f"{place}{error.place}: {error.wrong}") from None


def _fail(wanted: str, got: object) -> NoReturn:
    raise _Misread(f"{wanted} expected, not {quoted(got)}")


def _same(value: Any) -> Any:
    return value


def _exactly(cls: type[Any], wanted: str) -> _Codec:
    def read(value: object) -> Any:
        # bool is an int to Python, but not to a record
        if type(value) is not cls:
            _fail(wanted, value)
        return value

    return _Codec(_same, read)


def _read_int(value: object) -> int:
    if type(value) is not int or abs(value) > 2**53:
        _fail("a whole number", value)
    return value


def _read_card(value: object) -> Card:
    if not isinstance(value, str) or value not in CARD_BY_NAME:
        raise _Misread(_no_card(value))
    return CARD_BY_NAME[value]


def _choice(cls: Callable[[Any], Any], values: tuple[str, ...]) -> _Codec:
    known = {str(value): cls(value) for value in values}

    def read(value: object) -> Any:
        if not isinstance(value, str) or value not in known:
            _fail(" or ".join(values), value)
        return known[value]

    return _Codec(str, read)


def _optional(inner: _Codec) -> _Codec:
    return _Codec(
        lambda value: None if value is None else inner.write(value),
        lambda value: None if value is None else inner.read(value),
    )


def _sequence(items: tuple[Any, ...]) -> _Codec:
    """Return the codec for `tuple[X, ...]` of any length, or for `tuple[X, Y]`."""
    first, second = items
    one = _codec(first)
    write_one, read_one = one.write, one.read
    if second is Ellipsis:

        def read(value: Any) -> Any:
            if not isinstance(value, list):
                _fail("a list", value)
            return tuple([read_one(item) for item in value])

        return _Codec(lambda value: [write_one(item) for item in value], read)
    other = _codec(second)
    write_other, read_other = other.write, other.read

    def read_pair(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            _fail("a list of 2", value)
        return read_one(value[0]), read_other(value[1])

    return _Codec(lambda value: [write_one(value[0]), write_other(value[1])], read_pair)


def _record(cls: type[Any]) -> _Codec:
    """Return the codec for a dataclass or named tuple, written as an object with its fields."""
    fields = {name: _codec(hint) for name, hint in typing.get_type_hints(cls).items()}
    readers = [(name, codec.read) for name, codec in fields.items()]
    by_name = dataclasses.is_dataclass(cls) and any(
        field.kw_only for field in dataclasses.fields(cls)
    )

    def write(value: Any) -> Plain:
        return {name: codec.write(getattr(value, name)) for name, codec in fields.items()}

    def read(value: object) -> Any:
        if not isinstance(value, dict):
            _fail("an object", value)
        try:
            made = [read_field(value[name]) for name, read_field in readers]
        except (KeyError, _Misread):
            raise _misread(value, readers) from None
        if len(value) != len(made):
            raise _Misread(
                f"{quoted(next(key for key in value if key not in fields))} is not a field"
            )
        return cls(**dict(zip(fields, made, strict=True))) if by_name else cls(*made)

    return _Codec(write, read)


def _is_seats(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, int) for one in value)


_RULE_SETS: Final = 256
"""Rule sets that are remembered as they were said."""


def _rule_set() -> _Codec:
    """Return the codec for rule sets, which also reads those of older formats.

    What it read is cached, since deals share a few.
    """
    inner = _record(RuleSet)
    known: dict[str, RuleSet] = {}

    def read(value: object) -> Any:
        if not isinstance(value, dict):
            _fail("an object", value)
        if not all(isinstance(one, str | int) or _is_seats(one) for one in value.values()):
            return inner.read(modern(value))  # refused, however deep it goes
        said = repr(value)
        if (rules := known.get(said)) is None:
            rules = inner.read(modern(value))
            if len(known) >= _RULE_SETS:
                known.clear()
            known[said] = rules
        return rules

    return _Codec(inner.write, read)


def _misread(value: dict[str, Any], readers: list[tuple[str, Callable[[Any], Any]]]) -> _Misread:
    """Return the error for an object that could not be read, with the first field that is wrong."""
    for name, _read_field in readers:
        if name not in value:
            return _Misread(f"{name} is missing")
    for name, read_field in readers:
        try:
            read_field(value[name])
        except _Misread as error:
            error.place = f".{name}{error.place}"
            return error
    raise AssertionError("an object that can be read")


def _quick_cards(value: Any) -> tuple[Card, ...]:
    if type(value) is not list:
        raise TypeError
    return tuple([CARD_BY_NAME[name] for name in value])


def _quick_weights(value: Any) -> tuple[tuple[Card, int], ...]:
    if type(value) is not list:
        raise TypeError
    read = [(CARD_BY_NAME[card], n) for card, n in value if type(n) is int and abs(n) <= 2**53]
    if len(read) != len(value):
        raise ValueError
    return tuple(read)


_QUICK: dict[Any, Callable[[Any], Any]] = {
    tuple[Card, ...]: _quick_cards,
    tuple[tuple[Card, int], ...]: _quick_weights,
}
"""Readers in one step for what most of a deal's events consist of."""


def _quickly(quick: Callable[[Any], Any], strict: _Codec) -> _Codec:
    """Return a codec that reads with `quick`, and uses `strict` only to explain what `quick` cannot read."""

    def read(value: Any) -> Any:
        try:
            return quick(value)
        except (KeyError, TypeError, ValueError):
            return strict.read(value)

    return _Codec(strict.write, read)


def _make_codec(hint: Any) -> _Codec:
    if hint is Card:
        return _Codec(CARD_NAMES.__getitem__, _read_card)
    if hint is int:
        return _Codec(_same, _read_int)
    if hint is bool:
        return _exactly(bool, "true or false")
    if hint is str:
        return _exactly(str, "text")
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _choice(str, args)
    if origin is tuple:
        strict = _sequence(args)
        return _quickly(_QUICK[hint], strict) if hint in _QUICK else strict
    if origin in (Union, types.UnionType):
        return _optional(_codec(next(arg for arg in args if arg is not types.NoneType)))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _choice(hint, tuple(hint))
    return _rule_set() if hint is RuleSet else _record(hint)


_codecs: dict[Any, _Codec] = {}


def _codec(hint: Any) -> _Codec:
    if hint not in _codecs:
        _codecs[hint] = _make_codec(hint)
    return _codecs[hint]
