"""Saving a rule set of the club's own, and offering it or not (§11.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from games.club.events import ClubEvent, RuleSetOffered, RuleSetSaved, RuleSetWithdrawn
from games.club.house_rules import MOST, is_taken, why_not
from games.club.state import ClubState
from games.commands.club import carry_out, require_owner
from games.common.names import tidied
from games.common.names import why_not as why_not_a_name
from games.engine.rules import RuleSet
from games.errors import Refused
from games.models import Player


def save_rule_set(*, by: Player, rules: RuleSet, now: datetime) -> RuleSet:
    """An owner saves a rule set under a new name; the same once more changes nothing. As it was saved.

    A name keeps its options for ever: tournaments that were announced with it, and records, go on by it.
    Raises Refused with the code of what speaks against it.
    """
    require_owner(by)
    rules = replace(rules, key=tidied(rules.key))
    if (refusal := why_not(rules)) or (refusal := why_not_a_name(rules.key)):
        raise Refused(refusal)

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        if rules in state.rule_sets:
            return
        if is_taken(rules.key, state.rule_sets):
            raise Refused("rule-set.taken")
        _require_room(state)
        yield RuleSetSaved(rules)

    carry_out(decide, now=now, by=by)
    return rules


def offer_rule_set(*, by: Player, name: str, offered: bool, now: datetime) -> None:
    """An owner offers a rule set of the club's own for new tables, or no longer. What is played by it goes on."""
    require_owner(by)

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        if all(rules.key != name for rules in state.rule_sets):
            raise Refused("rule-set.unknown")
        if offered == (name not in state.withdrawn):
            return
        if offered:
            _require_room(state)
        yield RuleSetOffered(name) if offered else RuleSetWithdrawn(name)

    carry_out(decide, now=now, by=by)


def _require_room(state: ClubState) -> None:
    if len(state.rule_sets) - len(state.withdrawn) >= MOST:
        raise Refused("rule-set.many")
