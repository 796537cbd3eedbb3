"""`make test` leaves nothing out that is only seen once: it names each rule, command and refusal that the suite names.

What is named by tests in the list of `thorough.py` alone would be in none of its tests.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import thorough
from tests.support.promises import function_of
from tests.support.refused import CODES
from tests.support.running_site import PROJECT

pytestmark = pytest.mark.index

KINDS = {
    "a section of the rules": r"§\d+(?:\.\d+)*",
    "a command": r"(?:call_command\(|manage\(|manage\.py\W+)\s*\"([a-z_]+)\"",
    "a refusal": '"(' + "|".join(map(re.escape, sorted(CODES))) + ')"',
}
ONLY_THERE = {"service.slow": "a PostgreSQL that hangs brings it, and nothing else"}
TABLES = (
    "tests/security/test_permissions.py",
    "tests/security/test_floods.py",
    "tests/security/test_digits.py",
    "tests/site/test_api_everywhere.py",
    "tests/site/test_subscriptions.py",
    "tests/games/engine/test_errors.py",
    "tests/games/engine/test_positions.py",
    "tests/notices/test_nothing_silent.py",
)
"""Tables of all addresses, who may use them, refusals, positions and events: each row of them is in `make test`."""


def files() -> list[Path]:
    return sorted((PROJECT / "tests").rglob("test_*.py"))


def ids_in(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Yield the tests of a file as the list would name them, without parameters."""
    place = path.relative_to(PROJECT).as_posix()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield f"{place}::{node.name}", node


@cache
def text_of(path: Path, *, first: bool) -> str:
    """Return the text of a file; of `first` without those tests that `make test` leaves out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if first:
        for test, node in ids_in(path):
            if thorough.why_not_first(test) and isinstance(node, ast.stmt):
                lines[node.lineno - 1 : node.end_lineno] = [""] * (
                    (node.end_lineno or node.lineno) - node.lineno + 1
                )
    return "\n".join(lines)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_suite_names_is_named_by_make_test_too(kind: str) -> None:
    pattern = re.compile(KINDS[kind])
    named = {
        first: {
            found
            for path in files()
            if not first
            or not thorough.holds_none_of_the_first(path.relative_to(PROJECT).as_posix())
            for found in pattern.findall(text_of(path, first=first))
        }
        for first in (True, False)
    }
    assert named[True]
    assert sorted(named[False] - named[True] - set(ONLY_THERE)) == []


def test_no_table_of_all_there_is_has_a_row_that_waits() -> None:
    assert [
        start
        for start, why in thorough.THOROUGH
        for table in TABLES
        if why and (start.startswith(table) or table.startswith(start))
    ] == []
    assert [table for table in TABLES if not (PROJECT / table).is_file()] == []


def test_every_line_of_the_list_finds_tests_and_says_why() -> None:
    """What is renamed does not fall out of the list unseen; a line that an earlier one covers says nothing."""
    every = [test for path in files() for test, _node in ids_in(path)]
    lost = [
        start
        for start, _why in thorough.THOROUGH
        if not any(test.startswith(start.partition("[")[0]) for test in every)
    ]
    assert lost == []
    starts = [start for start, _why in thorough.THOROUGH]
    covered = [
        later
        for number, later in enumerate(starts)
        if any(later.startswith(earlier) for earlier in starts[:number])
    ]
    assert covered == []


def test_a_deal_a_replay_and_a_ruling_are_in_both() -> None:
    kept = [start for start, why in thorough.THOROUGH if not why and "browser" in start]
    assert len(kept) >= 3
    for name in ("test_play", "test_replay", "test_ruling"):
        (test,) = [one for one in kept if f"/{name}.py::" in one]
        assert function_of(test.partition("[")[0]) is not None
        assert thorough.why_not_first(test) == thorough.IN_BOTH


def test_a_new_test_is_in_both() -> None:
    assert not thorough.why_not_first("tests/games/test_new.py::test_new")
    assert not thorough.holds_none_of_the_first("tests/games/test_new.py")
    assert thorough.holds_none_of_the_first("tests/browser/test_new.py")
    assert not thorough.holds_none_of_the_first("tests/browser/test_play.py")
