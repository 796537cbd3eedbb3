"""The middle is pure: it can be read, run and tested without Django, a clock or global randomness."""

import ast
import sys
from pathlib import Path

import pytest

import tournaments

PURE = [
    "decisions",
    "designs",
    "errors",
    "events",
    "participants",
    "prizes",
    "seating",
    "standings",
    "state",
]


@pytest.mark.parametrize("module", PURE)
def test_a_pure_module_imports_only_the_standard_library_and_pure_modules(module):
    source = (Path(tournaments.__file__).parent / f"{module}.py").read_text()
    imported = {
        node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import)]
    for name in imported:
        top, _, rest = name.partition(".")
        assert rest in PURE if top == "tournaments" else top in sys.stdlib_module_names
        assert top not in {"time", "datetime", "secrets", "os", "uuid"}
