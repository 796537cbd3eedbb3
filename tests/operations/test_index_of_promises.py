"""The index of the promises, and no proof of one: does each row of docs/operations.md name tests, and can these fail?

Proofs are the tests that the rows name; `make promises` prints which proves what, and runs them.
"""

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.support.promises import can_fail, function_of, promises

pytestmark = pytest.mark.index

PROMISES = list(promises())
NAMED = sorted({test for promise in PROMISES for test in promise.tests})


def test_the_index_names_a_test_for_each_promise() -> None:
    assert len(PROMISES) > 60
    assert [promise.words for promise in PROMISES if not promise.tests] == []


def fault_of(named: str) -> str:
    found = function_of(named)
    if found is None:
        return "there is no such test"
    said = " ".join(ast.unparse(decorator) for decorator in found.decorator_list)
    if ".skip(" in said or "xfail" in said:
        return "it does not run"
    return "" if can_fail(named) else "it looks at nothing"


def test_each_test_that_the_index_names_is_there_runs_and_can_fail() -> None:
    faults = {named: fault_of(named) for named in NAMED}
    assert {named: fault for named, fault in faults.items() if fault} == {}


def test_a_test_that_looks_at_nothing_would_be_found(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("tests.support.promises.PROJECT", tmp_path)
    (tmp_path / "x.py").write_text(
        "def looks(): assert 1\ndef idle(): print()\n"
        "def test_a(): looks()\ndef test_b(): idle()\ndef test_c(): pass\n"
    )
    named = [f"x.py::test_{letter}" for letter in "abcd"]
    assert [can_fail(one) for one in named] == [True, False, False, False]


def test_the_index_is_not_its_own_proof() -> None:
    assert not [named for named in NAMED if named.startswith("tests/operations/test_index")]
