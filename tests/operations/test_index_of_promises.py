"""The index of the promises, and no proof of one: does each row of docs/operations.md name tests, and can these fail?

Proofs are the tests that the rows name; `make promises` prints which proves what, and runs them.
"""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.promises import MANUAL, PROJECT, can_fail, function_of, promises

pytestmark = pytest.mark.index

PROMISES = list(promises())
FINDS = re.compile(r"\b(alarm|named?|names|counts|counted|checks|fails|raises|at once|nights?)\b")
"""What a sentence of the page of fairness says that promises that something is found."""
TRUSTED = (
    "- **Could** run a tournament unfairly, though pairings are drawn by a published rule,",
    "- **Safeguard:** all of this is recorded for good, with the owner's name.",
    "It can't know about an entry written in another person's name (see above).",
)
"""How sentences with such a word begin that promise no finding, or say what is a matter of trust."""
NAMED = sorted({test for promise in PROMISES for test in promise.tests})


def test_the_index_names_a_test_for_each_promise() -> None:
    assert len(PROMISES) > 60
    assert [promise.words for promise in PROMISES if not promise.tests] == []


def sentences(page: str) -> set[str]:
    """Of a document, each sentence, or part of one that a semicolon or a colon ends."""
    parts = (
        re.split(r"(?<=[.;:])\s+", cell) for line in page.splitlines() for cell in line.split(" | ")
    )
    return {part.strip("| ") for found in parts for part in found}


def test_what_the_page_of_fairness_says_is_found_has_the_test_of_its_attack() -> None:
    """And each row of its index is on that page, word for word."""
    manual = (PROJECT / MANUAL).read_text(encoding="utf-8")
    index = manual.partition("### What the page of fairness says")[2].partition("\n\n**")[0]
    rows = [
        line.strip("| ").partition(" | ")[0] for line in index.splitlines() if "`tests/" in line
    ]
    page = (PROJECT / "docs/fairness.md").read_text(encoding="utf-8")
    assert len(rows) > 15
    assert [row for row in rows if row not in page] == []
    unproved = [
        sentence
        for sentence in sentences(page)
        if FINDS.search(sentence)
        and not any(row.rstrip(",") in sentence or sentence in row for row in rows)
    ]
    assert [one for one in unproved if not one.startswith(TRUSTED)] == []
    assert [one for one in TRUSTED if not any(said.startswith(one) for said in unproved)] == []


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
