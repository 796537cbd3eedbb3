"""What is undocumented in Django is used in one module, which was tried with the release that is installed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import django

from games.common.django_internals import TRIED_WITH
from tests.support.measures import APPS
from tests.support.running_site import PROJECT

HERE: Final = PROJECT / "games/common/django_internals.py"
UNDOCUMENTED: Final = {
    "django.core.handlers.asgi",
    "django.db.models.base",
    "django.db.models.expressions",
    "django.forms.utils",
    "django.utils.translation.template",
    "django.utils.translation.trans_real",
}
"""Modules that Django's documentation doesn't have, of those that somebody might reach for."""
NAMES: Final = {
    "sql_with_params",
    "get_select_mask",
    "get_compiler",
    "get_col",
    "adapt_datetimefield_value",
    "UNUSABLE_PASSWORD_PREFIX",
}
"""Names without an underscore that it doesn't have either."""
NOT_DJANGOS: Final = {"_asdict", "_replace", "_exit", "_request"}
"""Of named tuples, `os`, and Django REST framework."""
DOCUMENTED: Final = {"_meta", "_default_manager"}


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """Yield each module of the applications but the one for undocumented parts, with what it consists of."""
    for app in APPS:
        for path in (PROJECT / app).rglob("*.py"):
            if path != HERE and "migrations" not in path.parts:
                yield path, ast.parse(path.read_text(encoding="utf-8"))


def own_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module gives to what is its own."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name


def test_django_is_the_release_that_the_undocumented_parts_were_tried_with() -> None:
    """Read `django_internals` beside Django's new code, run the whole suite, then name the new release there."""
    assert ".".join(map(str, django.VERSION[:2])) == TRIED_WITH


def test_no_other_module_uses_what_django_does_not_document() -> None:
    found = dict(modules())
    own = {name for tree in found.values() for name in own_names(tree)} | DOCUMENTED | NOT_DJANGOS
    for path, tree in found.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in UNDOCUMENTED, f"{path}:{node.lineno}"
                assert not NAMES & {one.name for one in node.names}, f"{path}:{node.lineno}"
            if isinstance(node, ast.Attribute):
                assert node.attr not in NAMES, f"{path}:{node.lineno}"
            if isinstance(node, ast.Attribute) and node.attr[0] == "_" and node.attr[:2] != "__":
                assert node.attr in own, f"{path}:{node.lineno} {node.attr}"
