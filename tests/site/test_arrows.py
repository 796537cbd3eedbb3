"""Imports point down, nothing points up; the pure rooms import the standard library alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running_site import PROJECT

PURE_ROOMS = {
    "games/engine": {"games.engine"},
    "games/bots": {"games.engine", "games.bots"},
}


def imported_modules(path: Path) -> set[str]:
    """Every module that a file imports, at its top or anywhere inside."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def is_allowed(module: str, own: set[str]) -> bool:
    if module.partition(".")[0] in sys.stdlib_module_names:
        return True
    # `from games.engine import cards` is fine; `from games import models` is not.
    return any(module == room or module.startswith(room + ".") for room in own)


@pytest.mark.parametrize("room", PURE_ROOMS)
def test_a_pure_room_imports_the_standard_library_and_what_lies_below(room: str) -> None:
    wrong = {
        f"{path.relative_to(PROJECT)}: {module}"
        for path in (PROJECT / room).rglob("*.py")
        for module in imported_modules(path)
        if not is_allowed(module, PURE_ROOMS[room])
    }
    assert wrong == set()


def test_the_engine_is_deaf_to_clock_chance_and_files() -> None:
    deaf_to = {"time", "random", "secrets", "os", "pathlib", "io", "socket", "uuid"}
    heard = {
        f"{path.relative_to(PROJECT)}: {module}"
        for path in (PROJECT / "games" / "engine").rglob("*.py")
        for module in imported_modules(path)
        if module.partition(".")[0] in deaf_to
    }
    assert heard == set()


def test_the_engine_never_asks_what_time_it_is() -> None:
    asks = {
        f"{path.relative_to(PROJECT)}:{node.lineno}"
        for path in (PROJECT / "games" / "engine").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"now", "today", "utcnow"}
    }
    assert asks == set()


def test_every_import_contract_of_the_architecture_is_kept() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
