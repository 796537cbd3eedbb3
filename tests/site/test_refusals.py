"""Every refusal is provoked by a test that names its code, and no test is content with any refusal."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.refused import CODES

TESTS = Path(__file__).resolve().parents[1]
FILES = sorted(TESTS.rglob("*.py"))


FUZZERS = ("test_api_fuzz.py", "test_form_fuzz.py", "tries.py")
"""They send what nobody foresees, and ask that the answer is one of those that a person understands."""


def named() -> set[str]:
    """Return every code that stands as a string of its own in a test."""
    found: set[str] = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_refusal_is_provoked_by_its_code() -> None:
    assert sorted(CODES - named()) == []


def asserting(pattern: str) -> Iterator[str]:
    for path in FILES:
        if path == Path(__file__).resolve() or path.name in FUZZERS:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(pattern, line):
                yield f"{path.relative_to(TESTS)}:{number}: {line.strip()}"


@pytest.mark.parametrize(
    "pattern",
    [
        r"pytest\.raises\((?:Refused|TournamentRefused)\):",
        r"status_code in \((?:\d{3}, )+\d{3}\)",
    ],
    ids=["a refusal of any code", "one of several statuses"],
)
def test_no_test_is_content_with(pattern: str) -> None:
    assert list(asserting(pattern)) == []
