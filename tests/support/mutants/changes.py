"""Every small change that can be made to a module's source, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Final, NamedTuple

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_SIGNS: Final[dict[type[ast.operator], type[ast.operator]]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


class Mutant(NamedTuple):
    """A module with one change."""

    line: int
    what: str
    """What was changed, for people."""
    source: str
    """The whole changed source; comments are lost."""


def mutants_of(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module's source, in the order of its lines; text, annotations and asserts stay."""
    tree = ast.parse(source)
    places = list(_code(tree))
    for number, node in enumerate(places):
        for what, change in _changes(node):
            changed = deepcopy(tree)
            change(list(_code(changed))[number])
            yield Mutant(
                getattr(node, "lineno", 0), what, ast.unparse(ast.fix_missing_locations(changed))
            )


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotation, docstring, assertion, import, or branch for type checkers."""
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _code(child)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARISONS:
            other = _COMPARISONS[type(op)]
            yield f"{type(op).__name__} became {other.__name__}", _set("ops", lambda: [other()])
        case ast.BoolOp(op=ast.And()):
            yield "and became or", _set("op", ast.Or)
        case ast.BoolOp(op=ast.Or()):
            yield "or became and", _set("op", ast.And)
        case ast.BinOp(op=op) if type(op) in _SIGNS:
            sign = _SIGNS[type(op)]
            yield f"{type(op).__name__} became {sign.__name__}", _set("op", sign)
        case ast.Constant(value=bool() as flag):
            yield f"{flag} became {not flag}", _set("value", lambda: not flag)
        case ast.Constant(value=int() as number):
            yield f"{number} became {number + 1}", _set("value", lambda: number + 1)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            # "not not x" is x as a truth value.
            yield (
                "not was dropped",
                _set("operand", lambda: ast.UnaryOp(ast.Not(), deepcopy(operand))),
            )
        case ast.If(body=[ast.Raise() | ast.Return() | ast.Continue()], orelse=[]):
            yield "a guard was dropped", _set("test", lambda: ast.Constant(False))
        case ast.Call(args=[first, second, *_rest]) if not isinstance(first, ast.Starred) and not (
            isinstance(second, ast.Starred) or ast.dump(first) == ast.dump(second)
        ):
            yield "two arguments were swapped", _swap


def _set(field: str, value: Callable[[], object]) -> Callable[[ast.AST], None]:
    def change(node: ast.AST) -> None:
        setattr(node, field, value())

    return change


def _swap(node: ast.AST) -> None:
    assert isinstance(node, ast.Call)
    node.args[0], node.args[1] = node.args[1], node.args[0]
