"""Every promise of docs/operations.md names a test that exists."""

import ast
import re

import pytest

from tests.support.running_site import PROJECT

MANUAL = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[^`]+)`", MANUAL)))


def names_of(node: ast.Module | ast.ClassDef, before: str = "") -> set[str]:
    """`test_…` and `Class::test_…`."""
    found: set[str] = set()
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            found |= names_of(child, f"{before}{child.name}::")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(before + child.name)
    return found


@pytest.mark.parametrize("named", NAMED)
def test_the_test_that_a_promise_names_exists(named: str) -> None:
    path, _, test = named.partition("::")
    assert test in names_of(ast.parse((PROJECT / path).read_text(encoding="utf-8")))


def test_no_promise_is_without_a_test() -> None:
    """Each row of a table that promises something ends with a test."""
    bare = []
    promising = False
    for line in MANUAL.splitlines():
        if not line.startswith("|"):
            promising = False
        elif line.rstrip(" |").endswith("| test"):
            promising = True
        elif promising and not line.startswith("|---") and "`tests/" not in line:
            bare.append(line)
    assert NAMED and bare == []
