"""The promises of docs/operations.md and the tests that prove them: `make promises` prints these and runs those."""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
MANUAL = "docs/operations.md"


@dataclass(frozen=True)
class Promise:
    """What a row of a table says, and the tests at its end."""

    words: str
    tests: tuple[str, ...]


def promises() -> Iterator[Promise]:
    """Yield each row of each table whose last column is `test`."""
    promising = False
    for line in (PROJECT / MANUAL).read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            promising = False
        elif line.rstrip(" |").endswith("| test"):
            promising = True
        elif promising and not line.startswith("|---"):
            words, _sep, tests = line.strip("| ").rpartition(" | ")
            yield Promise(words, tuple(re.findall(r"`(tests/[^`]+)`", tests)))


def module(path: str) -> ast.Module | None:
    """Return a file of the project, parsed; None where there is none."""
    file = PROJECT / path
    return ast.parse(file.read_text(encoding="utf-8")) if file.is_file() else None


def function_of(named: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Return the function that `tests/…py::Class::test_…` names; None where there is none."""
    path, *names = named.split("::")
    found: ast.AST | None = module(path)
    for name in names:
        inner = getattr(found, "body", ())
        found = next((node for node in inner if getattr(node, "name", None) == name), None)
    return found if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef) else None


def can_fail(named: str, *, deep: int = 2) -> bool:
    """Return whether the function asserts something, or what it calls does: in its own file, or below `tests`."""
    found, path = function_of(named), named.split("::")[0]
    if found is None:
        return False
    if any(isinstance(node, ast.Assert) for node in ast.walk(found)):
        return True
    called = {
        getattr(node.func, "id", getattr(node.func, "attr", ""))
        for node in ast.walk(found)
        if isinstance(node, ast.Call)
    }
    if called & {"raises", "refusal", "fail"}:
        return True
    homes = dict.fromkeys(called, path)
    for node in ast.walk(module(path) or ast.Module([], [])):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("tests."):
            home = str(node.module).replace(".", "/") + ".py"
            homes |= {alias.name: home for alias in node.names if alias.name in called}
    return deep > 0 and any(
        can_fail(f"{home}::{name}", deep=deep - 1) for name, home in homes.items()
    )


if __name__ == "__main__":
    for promise in promises():
        sys.stderr.write("\n    ".join((promise.words, *promise.tests)) + "\n")
    named = dict.fromkeys(test for promise in promises() for test in promise.tests)
    sys.stdout.write(" ".join(named))
