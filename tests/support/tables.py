"""Tables of the lobby in one call, their terms and the rest said alike."""

from dataclasses import fields
from typing import Any

from games import commands
from games.commands import TableTerms
from games.models import Table

_TERMS = frozenset(field.name for field in fields(TableTerms))


def opened_table(**said: Any) -> Table:
    """Open a table by the club's own command."""
    return commands.open_table(**with_table_terms(said))


def with_table_terms(said: dict[str, Any]) -> dict[str, Any]:
    """Return what is said with the terms of a table gathered into one value, as the commands take them."""
    terms = TableTerms(**{name: value for name, value in said.items() if name in _TERMS})
    return {"terms": terms, **{name: one for name, one in said.items() if name not in _TERMS}}
