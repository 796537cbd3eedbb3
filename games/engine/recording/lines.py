"""Reads lines of JSON from untrusted sources one by one.

A bad line is refused without affecting the others, for the same reason on every version of Python.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from math import isinf
from typing import Any, BinaryIO, Final, NoReturn

from games.engine.errors import BadNotation

DEEPEST: Final = 32
"""The most levels of lists and objects in one another; a deal record has six."""
LONGEST_NUMBER: Final = 100
"""The most characters of a number; what is read here needs sixteen."""
_PLAIN_NAME = re.compile(r"[\w.-]+")
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[{\]}]")


def lines_of(stream: BinaryIO, longest: int) -> Iterator[tuple[int, str]]:
    """Yield the lines of a stream with their numbers from 1, without line ends.

    Of a line longer than `longest` characters only a beginning is kept, long enough that `read_line` refuses it.
    Bytes that are not UTF-8 become lone surrogates, which `read_line` refuses too.
    """
    most = 4 * longest + 2  # bytes; a character has up to four
    number = 0
    while line := stream.readline(most):
        number += 1
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(most)):
            pass
        yield number, line.rstrip(b"\r\n").decode(errors="surrogateescape")


def read_line(line: str, longest: int) -> Any:
    """Return the JSON value of a line. Raises BadNotation, and nothing else, for any input.

    It refuses duplicate fields, NaN, very large numbers and lone surrogates.
    """
    if len(line) > longest:
        raise BadNotation(f"the line is longer than {longest} characters")
    if line.startswith("\ufeff"):
        raise BadNotation("a byte-order mark stands before it: save the file as UTF-8 without one")
    if not _is_text(line):
        raise BadNotation("the line is not UTF-8")
    if nested_too_deeply(line):
        raise BadNotation(f"the line is not JSON of at most {DEEPEST} levels")
    try:
        said = json.loads(
            line,
            object_pairs_hook=_object,
            parse_constant=_no_number,
            parse_float=_float,
            parse_int=_int,
        )
    except BadNotation:
        raise
    except ValueError:
        raise BadNotation("the line is not JSON") from None
    if "\\u" in line and not _is_text(json.dumps(said, ensure_ascii=False)):
        raise BadNotation("a text of the line holds half a character (a lone surrogate)")
    return said


def quoted(value: object) -> str:
    """Return untrusted text for use in an error message: short, on one line, with unprintable characters escaped."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def shown(name: str) -> str:
    """Return an untrusted name for the beginning of an output line, quoted unless it is one word.

    So no name can look like another output line (`line 4: OK`) or move the terminal's cursor.
    """
    return name if _PLAIN_NAME.fullmatch(name) else repr(name)


def nested_too_deeply(text: str) -> bool:
    """Return whether this JSON has more than `DEEPEST` levels.

    It is judged from the text, since how deep `json` itself can read depends on the version of Python and on its
    caller.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    signs = _BRACKETS.finditer(_STRINGS.sub("", text))
    return any(
        depth > DEEPEST for depth in accumulate(1 if sign[0] in "[{" else -1 for sign in signs)
    )


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise BadNotation(f"{quoted(twice)} is there twice")
    return made


def _no_number(name: str) -> NoReturn:
    raise BadNotation(f"the line is not JSON, which has no {name}")


def _int(digits: str) -> int:
    # Python has a limit of its own, thousands of digits, that can be switched off.
    if len(digits) > LONGEST_NUMBER:
        _too_great()
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        _too_great()
    return number


def _too_great() -> NoReturn:
    raise BadNotation("the line is not JSON: a number in it is too great")
