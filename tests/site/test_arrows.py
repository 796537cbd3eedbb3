"""Imports point down, nothing points up; the pure rooms import the standard library alone."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.support.running_site import PROJECT

PURE_ROOMS = {
    "games/engine": {"games.engine"},
    "games/bots": {"games.engine", "games.bots"},
    "tournaments/engine": {"tournaments.engine", "games.engine"},
}
DEAF_TO = {
    "games/engine": {"io", "os", "pathlib", "random", "secrets", "socket", "time", "uuid"},
    # The draw of a tournament is repeated from a seed, with `random.Random`; a day is a value, and told.
    "tournaments/engine": {"io", "os", "pathlib", "secrets", "socket", "time", "uuid"},
}


def modules_of(room: str) -> list[Path]:
    return sorted((PROJECT / room).rglob("*.py"))


def imported_modules(path: Path) -> set[str]:
    """Return every module that a file imports, at its top or anywhere inside."""
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


def test_every_pure_module_imports_the_standard_library_and_what_lies_below_and_hears_nothing() -> (
    None
):
    imports = [
        (room, str(path.relative_to(PROJECT)), module)
        for room in PURE_ROOMS
        for path in modules_of(room)
        for module in sorted(imported_modules(path))
    ]
    assert {room for room, _, _ in imports} == set(PURE_ROOMS)
    assert [one for one in imports if not is_allowed(one[2], PURE_ROOMS[one[0]])] == []
    assert [one for one in imports if one[2].partition(".")[0] in DEAF_TO.get(one[0], ())] == []


def test_no_pure_room_asks_what_time_it_is() -> None:
    asks = {
        f"{path.relative_to(PROJECT)}:{node.lineno}"
        for room in PURE_ROOMS
        for path in modules_of(room)
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


def test_what_tests_share_lies_in_their_support_and_no_test_module_is_imported() -> None:
    tests = PROJECT / "tests"
    modules = modules_of("tests")
    others = {"__init__.py", "conftest.py", "settings.py"}
    misplaced = {
        str(path.relative_to(PROJECT))
        for path in modules
        if not path.is_relative_to(tests / "support")
        if path.name not in others and not path.name.startswith("test_")
    }
    assert misplaced == set()
    imported = {
        f"{path.relative_to(PROJECT)}: {module}"
        for path in [*modules, *modules_of("benchmarks")]
        for module in imported_modules(path)
        if module.partition(".")[0] == "tests" and not f"{module}.".startswith("tests.support.")
    }
    assert imported == set()


def test_every_app_of_the_project_is_under_the_contracts() -> None:
    apps = {path.parent.name for path in PROJECT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    with (PROJECT / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)["tool"]
    contracts = settings["importlinter"]["contracts"]
    top = {app.strip() for layer in contracts[0]["layers"] for app in layer.split("|")}
    inside = {name for contract in contracts for name in contract.get("containers", ())}
    exhaustive = {c["containers"][0] for c in contracts if c.get("exhaustive")}
    assert apps == set(settings["importlinter"]["root_packages"]) == top == inside == exhaustive
    assert apps < set(settings["mypy"]["files"])
