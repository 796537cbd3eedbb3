"""Creates frozen dataclasses quickly: with the standard `__init__` they take six times as long as plain objects."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def quick_to_make(cls: type[T]) -> type[T]:
    """Give a frozen dataclass with slots a faster `__init__`, with the same signature, defaults and result.

    The standard one calls `object.__setattr__` for each field; this one assigns to an instance of an unfrozen class
    with the same slots, and then changes its class to the frozen one. Use it for classes of which a deal makes many
    objects, without subclasses and without default factories. `changed` copies such objects as quickly.
    """
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]
    assert all(field.default_factory is dataclasses.MISSING for field in fields), cls
    scope: dict[str, Any] = {
        "unfrozen": _unfrozen(cls),  # type: ignore[arg-type]
        "cls": cls,
        "become": vars(object)["__class__"].__set__,
    }
    parameters = []
    for field in fields:
        name = field.name
        if field.default is not dataclasses.MISSING:
            scope[f"default_{name}"] = field.default
            name = f"{name}=default_{name}"
        parameters.append(name)
    lines = [
        f"def __init__(self, {', '.join(parameters)}):",
        " become(self, unfrozen)",  # of which an assignment is not refused
        *(f" self.{field.name} = {field.name}" for field in fields),
        " self.__class__ = cls",
    ]
    exec("\n".join(lines), scope)  # noqa: S102 - names of our own fields, as dataclasses itself does
    made = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = made  # type: ignore[method-assign]
    return cls


def changed(old: T, **changes: Any) -> T:
    """Return a copy of a `quick_to_make` object with these fields changed: a quick `dataclasses.replace`."""
    other: T = _changer(type(old), tuple(changes))(old, **changes)  # type: ignore[arg-type]
    return other


@cache
def _changer(cls: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """Return a function that copies an object with the fields of these names changed."""
    fields = [field.name for field in dataclasses.fields(cls)]
    if unknown := set(names) - set(fields):
        raise AttributeError(f"{cls.__name__} has no {', '.join(unknown)}")
    lines = [
        f"def change(old, {', '.join(names)}):",
        " other = new(unfrozen)",
        *(f" other.{name} = {name if name in names else f'old.{name}'}" for name in fields),
        " other.__class__ = cls",
        " return other",
    ]
    scope: dict[str, Any] = {"unfrozen": _unfrozen(cls), "cls": cls, "new": object.__new__}
    exec("\n".join(lines), scope)  # noqa: S102 - names of our own fields, as dataclasses itself does
    change: Callable[..., Any] = scope["change"]
    return change


@cache
def _unfrozen(cls: Any) -> type:
    """Return a class with the slots of a frozen one, of which an assignment is not refused."""
    return type(cls.__name__, (), {"__slots__": tuple(one.name for one in dataclasses.fields(cls))})
