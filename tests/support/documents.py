"""Claims of the project's documents about its files: paths, names in them, links, tables."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.running_site import PROJECT

_PATH = re.compile(
    r"`((?:games|tournaments|replays|notices|tusac_site|templates|tests|benchmarks|docs|deploy)/[\w./-]*)"
    r"(?:::([\w.]+)(?:::\w+)*)?`"
)
_FILE = re.compile(r"`([\w./-]+\.(?:py|html|js|css|md|jsonl|toml|conf))`")
_OF_OTHERS = ("nginx.conf",)
"""Files that are not the project's own."""
_FOLDERS = (
    "games",
    "tournaments",
    "replays",
    "notices",
    "tusac_site",
    "templates",
    "tests",
    "benchmarks",
    "docs",
    "deploy",
)
DOCUMENTS = sorted(
    str(path.relative_to(PROJECT))
    for path in {
        *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md")),
        *PROJECT.glob("[!.]*/README.md"),
        *(PROJECT / "docs").rglob("*.md"),
    }
)
"""Every document in prose."""
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def text_of(document: str) -> str:
    return (PROJECT / document).read_text(encoding="utf-8")


def section_of(document: str, title: str) -> str:
    """Return the text below a heading of the second level."""
    return text_of(document).split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows_of(text: str) -> Iterator[list[str]]:
    """Yield the rows of all tables, cell by cell, without headings and rules."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        is_heading = number + 1 < len(lines) and lines[number + 1].startswith("|---")
        if line.startswith("|") and not line.startswith("|---") and not is_heading:
            yield [cell.strip() for cell in line.strip("|").split("|")]


def places_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield every file or folder named as code, and the name in it, empty for none."""
    for found in _PATH.finditer(text):
        yield found[1], found[2] or ""


def links_in(document: str) -> Iterator[Path]:
    """Yield every file of the project that a document links to."""
    for found in _LINK.finditer(text_of(document)):
        yield (PROJECT / document).parent / found[1]


def lost_files_in(document: str) -> list[str]:
    """Return every file a document names and the project lacks.

    A name with a slash is a path from the project's root, the document's folder or that of static files; a bare one is
    any file's name.
    """
    named = set(_FILE.findall(text_of(document))) - set(_OF_OTHERS)
    roots = (PROJECT, (PROJECT / document).parent, PROJECT / "tusac_site" / "static")
    return sorted(
        name
        for name in named
        if not any((root / name).is_file() for root in roots)
        if "/" in name or name not in _file_names()
    )


@cache
def _file_names() -> frozenset[str]:
    return frozenset(path.name for folder in _FOLDERS for path in (PROJECT / folder).rglob("*.*"))


def is_there(place: str, name: str) -> bool:
    """Return whether the file exists and defines this name: a function, method, partial or template id."""
    path = PROJECT / place
    if not name or not path.is_file():
        return path.exists()
    if path.suffix == ".html":
        text = path.read_text(encoding="utf-8")
        return f"partialdef {name} " in text or f'id="{name}"' in text
    return name in _defined(path)


@cache
def _defined(path: Path) -> frozenset[str]:
    return frozenset(_names(ast.parse(path.read_text(encoding="utf-8"))))


def _names(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[str]:
    for child in node.body:
        match child:
            case ast.ClassDef(name=name):
                yield prefix + name
                yield from _names(child, f"{prefix}{name}.")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield prefix + name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield prefix + name
            case ast.Assign(targets=targets):
                yield from (prefix + one.id for one in targets if isinstance(one, ast.Name))
