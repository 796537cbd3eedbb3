"""Explains transfers in words, for a statement."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.club.pots import (
    PotGivenBack,
    PotPaid,
    PotReturned,
    PotSharedOut,
    PotTaken,
    PotTakenAgain,
)
from games.ledger.accounts import BACK, MERGED_KEY, POT_KEY
from games.presenters.amounts import of_unit
from games.settlement import POT_MEMOS

_MEMO = re.compile(r"deal:(?P<deal>\d+)(:ruling:(?P<ruling>\d+))?(?P<counter>:counter)?")
_HOLD = re.compile(r"hold:(?P<deal>\d+):(?P<version>\d+):(?P<player>\d+)(?P<counter>:counter)?")
_POT = re.compile(POT_KEY + r"(?P<table>\d+):(?P<version>\d+):(?P<deal>\d+)")
_POT_WORDS: Final = {
    POT_MEMOS[PotPaid]: gettext_noop("%(deal)s: paid into the pot (§13.14)"),
    POT_MEMOS[PotTaken]: gettext_noop("%(deal)s: won the pot (§13.14)"),
    POT_MEMOS[PotReturned]: gettext_noop(
        "%(deal)s: returned from the pot, because the deal was stopped"
    ),
    POT_MEMOS[PotGivenBack]: gettext_noop(
        "%(deal)s: the pot was given back, because the deal is void"
    ),
    POT_MEMOS[PotTakenAgain]: gettext_noop(
        "%(deal)s: the pot went to its winner again after a ruling"
    ),
    POT_MEMOS[PotSharedOut]: gettext_noop(
        "%(deal)s: returned from the pot, because the table has closed"
    ),
}
_RULED = re.compile(
    r"prizes (?P<back>taken back )?after ruling (?P<ruling>\d+) on deal (?P<deal>\d+)"
)


def deal_of(key: str, memo: str) -> int | None:
    """Return the deal that the transfer with this key and memo belongs to, or None."""
    found = (
        _MEMO.fullmatch(key) or _HOLD.fullmatch(key) or _POT.fullmatch(key) or _RULED.search(memo)
    )
    return int(found["deal"]) if found else None


def transfer_words(key: str, memo: str, deal_name: str | None) -> str:
    """Return in words why the chips of a statement's line moved."""
    if key.startswith("grant:"):
        _what, colon, reason = memo.partition(": ")
        back = key.endswith(BACK)
        said = gettext_noop("%(unit)s granted by the club")
        if back:
            said = gettext_noop("%(unit)s taken back by the club")
        return of_unit(said) + colon + reason
    if key.startswith(MERGED_KEY):
        _what, colon, reason = memo.partition(": ")
        return _("Two accounts of one person were merged") + colon + reason
    if key.startswith("tournament:"):
        tournament, colon, what = memo.rpartition(": ")
        if ruled := _RULED.fullmatch(what):
            said = _("prizes after a ruling on %(deal)s")
            if ruled["back"]:
                said = _("prizes taken back after a ruling on %(deal)s")
            return tournament + colon + said % {"deal": deal_name or _("a deal")}
        return tournament + colon + _(what) if what else memo
    if (hold := _HOLD.fullmatch(key)) and deal_name is not None:
        said = _("%(deal)s: held while it is disputed (§10.7)")
        if hold["counter"]:
            said = _("%(deal)s: no longer held")
        return said % {"deal": deal_name}
    if _POT.fullmatch(key) and deal_name is not None:
        said = _POT_WORDS.get(memo.partition(": ")[2], "")
        return _(said) % {"deal": deal_name} if said else memo
    found = _MEMO.fullmatch(key)
    if found is None or deal_name is None:
        return memo
    if found["counter"]:
        said = _("%(deal)s: taken back after a ruling")
    elif found["ruling"]:
        said = _("%(deal)s: payment changed by a ruling")
    else:
        return deal_name
    return said % {"deal": deal_name}
