"""Examples of properties: the same in each run, without a time limit, and others only where `make explore` asks."""

import ast
import re
import subprocess
import sys

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


def test_every_run_of_the_suite_tries_the_same_examples():
    assert hypothesis.settings().derandomize is True
    assert hypothesis.settings(max_examples=3).derandomize is True
    assert hypothesis.settings().database is None


def test_no_test_draws_by_chance_of_its_own_accord():
    said = [
        f"{path.relative_to(PROJECT)}:{call.lineno}"
        for path in sorted((PROJECT / "tests").rglob("*.py"))
        if path.name != "explore.py"
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for word in call.keywords
        if word.arg in ("derandomize", "database") and getattr(call.func, "id", "") == "settings"
    ]
    assert said == []


def explored(tmp_path, *arguments):
    test = tmp_path / "test_luck.py"
    test.write_text(
        "from hypothesis import given, settings, strategies as st\n"
        "@settings(max_examples=1)\n"
        "@given(st.integers(0, 2**60))\n"
        "def test_small(number):\n"
        "    print('drawn', number)\n"
        "    assert number < 0\n"
        "def test_without_examples():\n"
        "    raise AssertionError\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "tests.support.explore", *arguments, str(test)]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)


def test_exploring_prints_the_seed_that_finds_the_same_again(tmp_path):
    """And leaves out what draws nothing, and takes no longer than it may."""
    found = explored(tmp_path, "--minutes", "0.001")
    assert found.returncode == 1
    assert "FOUND:" in found.stdout and "test_small" in found.stdout
    assert "test_without_examples" not in found.stdout
    seed = re.search(r"make explore SEED=(\d+) does the same again", found.stdout)
    drawn = re.findall(r"drawn (\d+)", found.stdout)
    assert seed and drawn
    repeated = explored(tmp_path, "--seed", seed[1])
    assert re.findall(r"drawn (\d+)", repeated.stdout) == drawn
