"""Adds to a sentence the names that belong to the codes in it, such as `member:12` or `deal-7`.

The sentences come from checks and alarms. A code is a ledger account, a stream of the log, or the start of a
transfer's key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from games import queries
from games.common.joints import listed, said_of, with_brackets
from games.models import Player, Table

_CODE: Final = re.compile(
    r"\b((member|grant|merge|deal|hold|pot|table|tournament)[-:](\d{1,18}))(?!\d)"
)
"""An account, a stream or the beginning of a transfer's key, with the number of what it is about."""
_ABOUT: Final = {"grant": "member", "merge": "member", "hold": "deal", "pot": "table"}


def with_names(sentence: str) -> str:
    """Return the sentence, followed in brackets by what each code in it stands for.

    Members, tables, deals and tournaments are named; other codes are not explained.
    """
    asked: dict[str, dict[int, str]] = {}
    for code, kind, number in _CODE.findall(sentence):
        asked.setdefault(_ABOUT.get(kind, kind), {}).setdefault(int(number), code)
    told = [
        said_of(code, names[number])
        for kind, codes in asked.items()
        for names in [_names_of(kind)(list(codes))]
        for number, code in codes.items()
        if number in names
    ]
    return with_brackets(sentence, listed(told)) if told else sentence


def _names_of(kind: str) -> Callable[[Iterable[int]], Mapping[int, str]]:
    if kind == "member":
        return _members
    if kind == "deal":
        return queries.deal_names
    if kind == "table":
        return _tables
    names: Callable[[Iterable[int]], Mapping[int, str]] = import_string(
        settings.TUSAC_TOURNAMENT_NAMES
    )
    return names


def _members(ids: Iterable[int]) -> dict[int, str]:
    return {pk: str(one) for pk, one in Player.objects.in_bulk(ids).items()}


def _tables(ids: Iterable[int]) -> dict[int, str]:
    return {pk: one.shown_name for pk, one in Table.objects.in_bulk(ids).items()}
