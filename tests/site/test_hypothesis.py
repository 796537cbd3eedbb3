"""No example of a property has a time limit: tests never assert on time, whatever else the machine has to do."""

import ast

import hypothesis

from tests.support.running_site import PROJECT


def test_no_example_has_a_time_limit_unless_its_test_says_otherwise():
    assert hypothesis.settings().deadline is None
    assert hypothesis.settings(max_examples=3).deadline is None


def test_no_test_sets_a_time_limit():
    limits = [
        f"{path.relative_to(PROJECT)}:{call.lineno}"
        for path in sorted((PROJECT / "tests").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "settings"
        for word in call.keywords
        if word.arg == "deadline"
        and not (isinstance(word.value, ast.Constant) and word.value.value is None)
    ]
    assert limits == []
