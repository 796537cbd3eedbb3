"""Queries that every move asks: written with the ORM, put into SQL once a process, prepared by the database.

Django makes the SQL of a query anew each time it is asked, which for one row found by its key takes several times as
long as the database needs to find it, and PostgreSQL plans each of these texts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

from games.log.prepared import rows_of

M = TypeVar("M", bound=Model)

_STANDS_IN = 7_300_000_000_000
"""Where the numbers begin that stand in for values while the SQL is made; no row has such an id."""
_LARGEST = 2**63 - 1


class _Value(int):
    """The position of a value that is given when the query is asked."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A query as SQL, and how its rows become instances."""

    sql: str
    values: tuple[Any, ...]
    model: type[Model]
    columns: slice
    fields: tuple[str, ...]
    converters: tuple[tuple[int, tuple[Any, ...], Any], ...]
    """Position of a column, what turns its value into Python's, and the column as an expression."""
    populators: Sequence[Any]
    locks: bool


class Compiled(Generic[M]):
    """A query of the default database, made once and asked often: `Compiled(lambda pk: Table.objects.filter(pk=pk))`.

    Its parameters are whole numbers or text, used only as what a column must equal.
    `select_related`, `order_by`, slices and `select_for_update` work; what asks twice (`prefetch_related`) does not.
    """

    def __init__(self, ask: Callable[..., QuerySet[M]], *kinds: type) -> None:
        """`ask` gets one value for each of `kinds`, `int` or `str`; a single `int` where none is named."""
        self._ask = ask
        self._kinds = kinds or (int,)
        self._made: dict[str, _Made] = {}

    def __call__(self, *values: int | str) -> list[M]:
        """The instances that these values find; none for a number that no column holds."""
        if any(isinstance(value, int) and abs(value) > _LARGEST for value in values):
            return []
        made = self._made.get(connections[DEFAULT_DB_ALIAS].vendor) or self._make()
        if made.locks and not connections[DEFAULT_DB_ALIAS].in_atomic_block:
            # Django says so while it makes the SQL, which here is done once.
            raise TransactionManagementError("A row can only be locked inside of a transaction.")
        rows = rows_of(
            made.sql,
            [values[value] if type(value) is _Value else value for value in made.values],
        )
        return [self._instance(made, row) for row in rows]

    def first(self, *values: int | str) -> M | None:
        """The first instance that these values find, None where there is none."""
        found = self(*values)
        return found[0] if found else None

    def _make(self) -> _Made:
        database = connections[DEFAULT_DB_ALIAS]
        stand_ins = [
            _STANDS_IN + at if kind is int else str(_STANDS_IN + at)
            for at, kind in enumerate(self._kinds)
        ]
        query = self._ask(*stand_ins).query
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        info = compiler.klass_info
        chosen = info["select_fields"]
        columns = slice(chosen[0], chosen[-1] + 1)
        selected = [column[0] for column in compiler.select[: compiler.col_count]]
        made = _Made(
            sql,
            tuple(
                _Value(stand_ins.index(value)) if value in stand_ins else value
                for value in parameters
            ),
            info["model"],
            columns,
            tuple(column[0].target.attname for column in compiler.select[columns]),
            tuple(
                (at, tuple(converts), expression)
                for at, (converts, expression) in compiler.get_converters(selected).items()
            ),
            get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]  # Django 6's stubs
            query.select_for_update,
        )
        self._made[database.vendor] = made
        return made

    def _instance(self, made: _Made, row: Sequence[Any]) -> Any:
        if made.converters:
            row = list(row)
            database = connections[DEFAULT_DB_ALIAS]
            for at, converts, expression in made.converters:
                for convert in converts:
                    row[at] = convert(row[at], expression, database)
        found = made.model.from_db(DEFAULT_DB_ALIAS, made.fields, row[made.columns])
        for populator in made.populators:
            populator.populate(row, found)
        return found
