"""Builds the offline verifier: one Python file that checks deal records and needs nothing but Python.

It contains this club's own engine, module by module and unchanged, so its rules cannot differ from the club's.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import games

NAME: Final = "verify_deals.py"
"""What the file is called."""
_ENTRY: Final = "games.check_records"
_ROOT: Final = Path(games.__file__).parent.parent
_HEAD: Final = '''\
#!/usr/bin/env python3
"""{usage}

Needs Python 3.11 or newer and nothing else. Below are the modules of the club's own rules engine, each as it stands
in the program that deals the cards; behind them a few lines run them from here.
"""

import importlib.abc
import importlib.util
import sys

SOURCES = {{}}
'''
_FOOT: Final = """

class Sources(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    \"\"\"Imports the modules above, and nothing of their names from anywhere else.\"\"\"

    def find_spec(self, name, path=None, target=None):
        if name in SOURCES:
            parent = any(other.startswith(name + ".") for other in SOURCES)
            return importlib.util.spec_from_loader(name, self, is_package=parent)
        return None

    def exec_module(self, module):
        name = module.__name__
        exec(compile(SOURCES[name], f"<{name}>", "exec"), module.__dict__)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit("Python 3.11 or newer is needed.")
    sys.meta_path.insert(0, Sources())
    from games.check_records import main

    sys.exit(main(sys.argv[1:]))
"""


@cache
def source() -> str:
    """Return the file's text. The same engine always gives the same bytes."""
    entry = ast.parse(_file(_ENTRY).read_text(encoding="utf-8"))
    parts = [_HEAD.format(usage=ast.get_docstring(entry))]
    for name in sorted(_needed()):
        text = _file(name).read_text(encoding="utf-8")
        if "'''" in text or text.endswith("'"):
            raise ValueError(f"{name} cannot stand in a raw text of three quotes")
        parts.append(f"\nSOURCES[{name!r}] = r'''{text}'''\n")
    return "".join([*parts, _FOOT])


def digest() -> str:
    """Return the file's SHA-256 in hexadecimal, which `sha256sum` prints for a correct copy."""
    return hashlib.sha256(source().encode()).hexdigest()


def _needed() -> set[str]:
    """Return the names of the modules that the verifier needs: all it imports, and the packages that contain them."""
    found: set[str] = set()
    waiting = [_ENTRY]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        waiting += [name.rpartition(".")[0]] if "." in name else []
        waiting += _imported(name)
    return found


def _imported(name: str) -> list[str]:
    """Return the names of this project's modules that a module imports."""
    modules: list[str] = []
    for node in ast.walk(ast.parse(_file(name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "games":
            within = [f"{node.module}.{alias.name}" for alias in node.names]
            modules += [str(node.module), *(module for module in within if _file(module).exists())]
    return modules


def _file(name: str) -> Path:
    path = _ROOT.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
