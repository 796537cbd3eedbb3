"""Setting the club's table of sanctions: what a referee's reports of conduct bring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import combinations

from games.club.events import ClubEvent, SanctionTableSet
from games.club.state import ClubState
from games.commands.club import carry_out, require_owner
from games.common.names import are_taken_for_one, tidied
from games.common.names import why_not as why_not_a_name
from games.common.rulebook import section_of
from games.engine.sanctions import KNOWN, Kind, SanctionTable, why_not
from games.errors import Refused
from games.models import Player


def set_sanction_table(*, by: Player, table: SanctionTable, now: datetime) -> None:
    """An owner sets the table of sanctions; the same once more changes nothing.

    A kind that was once in it stays, offered or not, so that old reports keep their name. Raises Refused with the code
    of what speaks against it.
    """
    require_owner(by)
    table = replace(table, kinds=tuple(map(_tidied, table.kinds)))
    if refusal := why_not(table):
        raise Refused(refusal)
    for one in table.kinds:
        if one.kind not in KNOWN and (refusal := why_not_a_name(one.kind)):
            raise Refused(refusal)
    if any(are_taken_for_one(a.kind, b.kind) for a, b in combinations(table.kinds, 2)):
        raise Refused("sanction-table.taken")

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        if table == state.sanctions:
            return
        if not {one.kind for one in state.sanctions.kinds} <= {one.kind for one in table.kinds}:
            raise Refused("sanction-table.gone")
        yield SanctionTableSet(table)

    carry_out(decide, now=now, by=by)


def _tidied(one: Kind) -> Kind:
    section = section_of(one.section) if one.section.strip() else ""
    if section is None:
        raise Refused("sanction-table.section")
    return replace(one, kind=tidied(one.kind), section=section, words=" ".join(one.words.split()))
