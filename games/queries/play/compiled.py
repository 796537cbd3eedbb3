"""Compiles the ORM queries that every move makes to SQL, once per process.

Django compiles a query each time it runs. To find one row by its key, that takes several times as long as the
database needs (see `docs/performance.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.transaction import TransactionManagementError

from games.common.django_internals import compile_queryset, converters, make_instance
from games.log.sql import rows_of

M = TypeVar("M", bound=Model)

_STANDS_IN = 7_300_000_000_000
"""Where the numbers begin that stand in for values while the SQL is made; no row has such an id."""
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Instance:
    """Turns a row's columns into an instance of one model."""

    model: type[Model]
    names: list[str]
    columns: slice
    converters: list[tuple[int, Callable[[Any], Any]]]
    """Position of a column, and what turns its value into Python's."""

    def of(self, row: Sequence[Any]) -> Model | None:
        """Return the instance, or None if its columns are empty because the join found nothing."""
        values = list(row[self.columns])
        if values[0] is None:
            return None
        for at, convert in self.converters:
            values[at] = convert(values[at])
        return make_instance(self.model, zip(self.names, values, strict=True))


@dataclass(frozen=True, slots=True)
class _Made:
    """A query as SQL, and how its rows become instances."""

    sql: str
    values: list[tuple[int | None, Any]]
    """Each parameter: the position of a value that is given when the query is asked, or the value itself."""
    row: _Instance
    related: dict[str, _Instance]
    locks: bool


class Compiled(Generic[M]):
    """Compiles a query to SQL at its first call and runs it on the default database.

    `Compiled(lambda pk: Table.objects.filter(pk=pk))` finds a table by its id. The lambda's parameters are whole
    numbers or text, and a column must equal each of them. The queryset may use `select_related` with one foreign key,
    `only` if it includes that key, `order_by`, slices and `select_for_update`, but not `prefetch_related`, which
    needs a second query.
    """

    def __init__(self, ask: Callable[..., QuerySet[M]], *kinds: type) -> None:
        """Remember how to build the query, which is compiled at the first call.

        `ask` is called with one value for each of `kinds` (`int` or `str`; by default a single `int`) and returns the
        queryset.
        """
        self._ask = ask
        self._kinds = kinds or (int,)
        self._made: _Made | None = None

    def __call__(self, *values: int | str) -> list[M]:
        """Return the instances found with these values; none if a number is too large for any column."""
        if any(isinstance(value, int) and abs(value) > _LARGEST for value in values):
            return []
        made = self._made = self._made or self._make()
        if made.locks and not connection.in_atomic_block:
            # Django says so while it makes the SQL, which here is done once.
            raise TransactionManagementError("A row can only be locked inside of a transaction.")
        given = [value if at is None else values[at] for at, value in made.values]
        found: list[Any] = []
        for row in rows_of(made.sql, given):
            instance = made.row.of(row)
            for name, related in made.related.items():
                setattr(instance, name, related.of(row))
            found.append(instance)
        return found

    def first(self, *values: int | str) -> M | None:
        """Return the first instance found with these values, or None."""
        found = self(*values)
        return found[0] if found else None

    def _make(self) -> _Made:
        stand_ins = [
            _STANDS_IN + at if kind is int else str(_STANDS_IN + at)
            for at, kind in enumerate(self._kinds)
        ]
        queryset = self._ask(*stand_ins)
        compiled = compile_queryset(queryset)
        row = _instance(queryset.model, 0, compiled.mask)
        assert len(compiled.joined) < 2
        return _Made(
            compiled.sql,
            [
                (stand_ins.index(value), None) if value in stand_ins else (None, value)
                for value in compiled.parameters
            ],
            row,
            {
                name: _joined(queryset.model, name, row.columns.stop, compiled.mask)
                for name in compiled.joined
            },
            compiled.locks,
        )


def _joined(model: type[Model], name: str, first: int, mask: dict[Any, Any]) -> _Instance:
    field = model._meta.get_field(name)
    assert isinstance(field.related_model, type)
    return _instance(field.related_model, first, mask.get(field, {}))


def _instance(model: type[Model], first: int, mask: dict[Any, Any]) -> _Instance:
    """Return how to build a model's instance from the columns that begin at `first`.

    Those are the columns of the fields in the mask, or of all fields if it is empty.
    """
    fields = [field for field in model._meta.concrete_fields if not mask or field in mask]
    steps = [(at, convert) for at, field in enumerate(fields) for convert in converters(field)]
    names = [field.attname for field in fields]
    return _Instance(model, names, slice(first, first + len(fields)), steps)
