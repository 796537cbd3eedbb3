"""`python -m tests.support.measures [FOLDER]`: prints how large the project is, and in how many places a fact stands.

Production is the Python of `APPS` and `manage.py` without migrations. A file names a fact where one of its words stands
in it whole: of a term and an option its name in code, of the outcome its member and its event, of an event its stored
name in quotes or the engine's class that is called so (`deal.card-drawn`, `CardDrawn`).
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

APPS = ("games", "tournaments", "replays", "notices", "tusac_site")
TERM = r"least_members"
OPTION = r"\bexposed_triple\b"
OUTCOME = r"Outcome\.SHARED|Reason\.SHARED|RulingShared|ruling-shared"
MOST_MODULES, LEAST_LINES, MOST_PARAMETERS, MOST_COMPLEX = 20, 40, 12, 25
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
_NO_CODE |= {tokenize.ENDMARKER}

Files = dict[Path, str]


def python_files(*places: Path) -> Files:
    """Return the text of each Python file there, migrations aside."""
    found = [path for one in places for path in ([one] if one.is_file() else one.rglob("*.py"))]
    kept = (path for path in sorted(found) if "migrations" not in path.parts)
    return {path: path.read_text(encoding="utf-8") for path in kept}


def production(root: Path) -> Files:
    """Return the text of each production file."""
    return python_files(*(root / name for name in (*APPS, "manage.py") if (root / name).exists()))


def lines(files: Files) -> int:
    """Count the lines of all files."""
    return sum(len(text.splitlines()) for text in files.values())


def code_lines(text: str) -> int:
    """Count the lines with code: not blank, not a comment, not in a docstring."""
    tree, found = ast.parse(text), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.difference_update(_lines_of(node))  # a docstring
    return len(found)


def import_lines(text: str) -> int:
    """Count the lines of imports, those on which one goes on included."""
    nodes = (
        one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Import | ast.ImportFrom)
    )
    return len({line for node in nodes for line in _lines_of(node)})


def _lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def large_folders(files: Files) -> list[tuple[Path, int]]:
    """Return the folders with more than `MOST_MODULES` modules on one level, `__init__` aside."""
    held = Counter(path.parent for path in files if path.name != "__init__.py")
    return [(place, many) for place, many in held.most_common() if many > MOST_MODULES]


def small_files(files: Files) -> list[Path]:
    """Return the files of fewer than `LEAST_LINES` lines that are no `__init__` and no app's configuration."""
    aside = {"__init__.py", "apps.py"}
    small = (path for path, text in files.items() if len(text.splitlines()) < LEAST_LINES)
    return [path for path in small if path.name not in aside]


def long_signatures(files: Files) -> list[tuple[str, int]]:
    """Return the functions with more than `MOST_PARAMETERS` parameters, `self` and `cls` aside."""
    found = Counter[str]()
    for path, text in files.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                many = sum(one.arg not in ("self", "cls") for one in every)
                if many > MOST_PARAMETERS:
                    found[f"{path.name}::{node.name}"] = many
    return found.most_common()


def complex_functions(root: Path) -> list[str]:
    """Return what ruff says of functions whose cyclomatic complexity is above `MOST_COMPLEX`."""
    rule = ["--select=C901", f"--config=lint.mccabe.max-complexity={MOST_COMPLEX}"]
    places = [str(root / name) for name in APPS if (root / name).exists()]
    asked = [sys.executable, "-m", "ruff", "check", "--isolated", "--output-format=json", *rule]
    said = subprocess.run([*asked, *places], capture_output=True, text=True, check=False)
    return [f"{Path(one['filename']).name}: {one['message']}" for one in json.loads(said.stdout)]


def naming(files: Files, words: str) -> list[Path]:
    """Return the files in which one of these words stands, a regular expression."""
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
    return [path for path, text in files.items() if pattern.search(text)]


def stored_names(tests: Path) -> set[str]:
    """Return the names of all events of deals and tournaments of which the tests have a stored sample."""
    samples = (path.read_text(encoding="utf-8") for path in tests.rglob("stored_events.jsonl"))
    return {json.loads(line)["name"] for text in samples for line in text.splitlines()}


def files_per_event(files: Files, names: set[str]) -> dict[str, int]:
    """Return in how many files each event is named, by its stored name or its class."""
    engines = "\n".join(text for path, text in files.items() if "engine" in path.parts)
    classes = set(re.findall(r"^class (\w+)", engines, re.M))
    found = {}
    for name in names:
        said = "".join(part.title() for part in re.split(r"[.-]", name))
        called = {said, said.removeprefix("Deal"), said.removeprefix("Tournament")} & classes
        words = "|".join([rf"(?<=[\"'])(?:{re.escape(name)})(?=[\"'])", *sorted(called)])
        found[name] = len(naming(files, words))
    return found


def report(root: Path) -> Iterator[str]:
    """Yield the measures, a line each."""
    files, tests = production(root), python_files(root / "tests")
    events = files_per_event(files, stored_names(root / "tests"))
    yield f"production, lines | {lines(files)}"
    yield f"production, lines of code | {sum(map(code_lines, files.values()))}"
    yield f"files / median lines | {len(files)} / {median(len(t.splitlines()) for t in files.values()):g}"
    yield f"import lines | {sum(map(import_lines, files.values()))}"
    yield f"tests, lines | {lines(tests)}"
    yield f"tests/support, lines | {lines(python_files(root / 'tests' / 'support'))}"
    folders = ", ".join(f"{place.relative_to(root)} {many}" for place, many in large_folders(files))
    yield f"folders with over {MOST_MODULES} modules | {folders or 'none'}"
    yield f"files under {LEAST_LINES} lines | {len(small_files(files))}"
    yield f"over {MOST_PARAMETERS} parameters | {long_signatures(files) or 'none'}"
    yield f"complexity over {MOST_COMPLEX} | {complex_functions(root) or 'none'}"
    yield f"files per term ({TERM}) | {len(naming(files, TERM))}"
    for kind in ("tournament", "deal"):
        each = [many for name, many in events.items() if name.startswith(f"{kind}.")]
        yield f"files per event of a {kind}, median of {len(each)} | {median(each or [0]):g}"
    yield f"files per outcome (shared) | {len(naming(files, OUTCOME))}"
    yield f"files per option ({OPTION}) | {len(naming(files, OPTION))}"


if __name__ == "__main__":
    for said in report(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()):
        sys.stdout.write(said + "\n")
