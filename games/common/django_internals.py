"""What relies on undocumented parts of Django: all of it is here, so that a new release is tried at one place.

`docs/performance.md` says what each part that is here for speed buys; none buys less than a tenth of a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.sessions.backends import db
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model, QuerySet
from django.db.models.base import ModelState
from django.forms.utils import flatatt
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils.functional import LazyObject, empty
from django.utils.safestring import SafeString
from django.utils.translation import trans_real
from django.utils.translation.template import templatize

M = TypeVar("M", bound=Model)

UNUSABLE_PASSWORD: Final = UNUSABLE_PASSWORD_PREFIX
"""How the password begins of an account that has none."""

TRIED_WITH: Final = "5.2"
"""The release of Django with which all of this was last tried."""


@dataclass(frozen=True, slots=True)
class CompiledSql:
    """A queryset as SQL."""

    sql: str
    parameters: Sequence[Any]
    mask: dict[Any, Any]
    """The fields that are selected, each with the mask of the model that it leads to; empty if all are."""
    joined: Sequence[str]
    """The foreign keys whose rows come along."""
    locks: bool


def compile_queryset(queryset: QuerySet[Any]) -> CompiledSql:
    """Return a queryset's SQL and what its rows consist of."""
    query = queryset.query
    sql, parameters = query.sql_with_params()
    joined = query.select_related or {}
    assert isinstance(joined, dict)
    locks = bool(query.select_for_update)
    return CompiledSql(sql, parameters, query.get_select_mask(), tuple(joined), locks)


def exists_sql(queryset: QuerySet[Any]) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL that finds whether a queryset has rows, and its values."""
    sql, values = queryset.query.exists().sql_with_params()
    return sql, tuple(values)


def adapted(moment: datetime) -> Any:
    """Return a moment as the database's driver takes it."""
    return connection.ops.adapt_datetimefield_value(moment)


def converters(field: Field[Any, Any]) -> list[Callable[[Any], Any]]:
    """Return what turns a value of this field's column into Python's, step by step."""
    column = field.get_col(field.model._meta.db_table)
    steps = (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
    return [partial(_converted, convert, column) for convert in steps]


def _converted(convert: Callable[..., Any], column: Any, value: Any) -> Any:
    return convert(value, column, connection)


def make_instance(model: type[M], values: Iterable[tuple[str, Any]]) -> M:
    """Return an instance with these values by attribute, as `Model.from_db` does but without sending signals."""
    made = model.__new__(model)
    made.__dict__.update(values)
    made._state = ModelState()
    made._state.db, made._state.adding = DEFAULT_DB_ALIAS, False
    return made


def delete_unheard(rows: QuerySet[Any]) -> None:
    """Delete rows by one statement; nobody who listens to deletions hears of it."""
    rows._raw_delete(rows.db)


class _ChangedTranslations(trans_real.DjangoTranslation):
    """A language's translations under a code of its own, each changed when it is looked up."""

    def __init__(self, code: str, language: str, change: Callable[[str], str]) -> None:
        super().__init__(language)
        self._code, self._change = code, change

    def to_language(self) -> str:
        """Return the language code, which Django uses as part of cache keys."""
        return self._code

    def gettext(self, message: str) -> str:
        return self._change(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._change(super().ngettext(msgid1, msgid2, n))


def add_changed_translations(code: str, language: str, change: Callable[[str], str]) -> None:
    """Let `activate` find a code that is not in the settings: a language whose texts are changed by `change`."""
    known: dict[str, Any] = trans_real._translations  # type: ignore[attr-defined]
    if code not in known:
        known[code] = _ChangedTranslations(code, language, change)


def read_accept_language(header: str) -> Sequence[tuple[str, float]]:
    """Return the language codes of an Accept-Language header with their weights, the heaviest first."""
    return trans_real.parse_accept_lang_header(header)


def gettext_calls(template: str) -> str:
    """Return a template as the source of a program in which each text is the argument of a gettext function."""
    return templatize(template)


def attributes(of: dict[str, Any]) -> SafeString:
    """Return attributes as they stand in an HTML tag, with a space before each."""
    return flatatt(of)


def was_used(value: object) -> bool:
    """Return whether a value is there: for a lazy object, whether it has been worked out."""
    return not (value is None or (isinstance(value, LazyObject) and value._wrapped is empty))


class SessionRows(db.SessionStore):
    """Django's session store, which asks its subclass which keys are possible and for the row of a session."""

    def is_possible(self, key: object) -> bool:
        """Return whether a session could have this key; others are not looked up."""
        raise NotImplementedError

    def find_row(self) -> Any:
        """Return the row of the session with `session_key`, or None if it is none or is over."""
        raise NotImplementedError

    def _validate_session_key(self, key: Any) -> bool:
        return self.is_possible(key)

    def _get_session_from_db(self) -> Any:
        row = self.find_row()
        if row is None:
            self._session_key = None
        return row


class SynchronousHandler(ASGIHandler):
    """Django's ASGI handler with synchronous views and middleware, which answers on the thread that asks it.

    `read_body` reads a request's body, for `answer`.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware for synchronous use, whatever `is_async` says."""
        super().load_middleware(is_async=False)

    def answer(self, scope: Any, body: Any) -> tuple[ASGIRequest | None, HttpResponseBase]:
        """Return the request that a scope and a body make, and the answer; no request if it makes none.

        What Django tidies up when the answer is closed (a database connection, for one) is this thread's.
        """
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = refused if request is None else self.get_response(request)
        response._handler_class = self.__class__
        return request, response
