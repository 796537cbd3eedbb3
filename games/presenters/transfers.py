"""Wording: what chips moved for, as a statement says it."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from games.ledger.accounts import BACK

_MEMO = re.compile(r"deal:(?P<deal>\d+)(?P<ruling>:ruling:\d+)?(?P<counter>:counter)?")


def deal_of_key(key: str) -> int | None:
    """The deal that a transfer's key belongs to, None if it is about something else."""
    found = _MEMO.fullmatch(key)
    return int(found["deal"]) if found else None


def transfer_words(key: str, memo: str, deal_name: str | None) -> str:
    """A line of a statement in words: what the chips moved for."""
    if key.startswith("grant:"):
        _what, colon, reason = memo.partition(": ")
        back = key.endswith(BACK)
        said = _("Chips taken back by the club") if back else _("Chips granted by the club")
        return said + colon + reason
    if key.startswith("tournament:"):
        tournament, colon, what = memo.rpartition(": ")
        return tournament + colon + _(what) if what else memo
    found = _MEMO.fullmatch(key)
    if found is None or deal_name is None:
        return memo
    if found["counter"]:
        return _("%(deal)s: taken back after a ruling") % {"deal": deal_name}
    if found["ruling"]:
        return _("%(deal)s: paid again after a ruling") % {"deal": deal_name}
    return deal_name
