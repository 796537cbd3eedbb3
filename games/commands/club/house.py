"""House rules that owners set: limits, the club's own rule sets, and the table of sanctions.

Raising a limit on how many chips somebody can get takes two owners, or a lone owner and a week (0241).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import combinations

from games.club.events import (
    ClubEvent,
    HouseRulesSet,
    RuleSetOffered,
    RuleSetSaved,
    RuleSetWithdrawn,
    SanctionTableSet,
)
from games.club.house_rules import MOST, HouseRules, is_taken
from games.club.house_rules import why_not as why_not_rules
from games.club.limits import (
    LimitsDeclined,
    LimitsProposed,
    LimitsRipened,
    LimitsSigned,
    LimitsTakenBack,
    raised,
    with_limits,
)
from games.club.state import ClubState
from games.commands.club.club_work import carry_out, require_owner
from games.common.names import are_taken_for_one, tidied
from games.common.names import why_not as why_not_a_name
from games.common.rulebook import section_of
from games.engine.disputing.approval import Approval
from games.engine.disputing.sanctions import KNOWN, SanctionKind, SanctionTable
from games.engine.disputing.sanctions import why_not as why_not_table
from games.engine.rules import RuleSet
from games.errors import Refused
from games.models import Player
from games.queries.club.house import current_club
from games.queries.club.limits import owner_of, owns_alone, was_owned_with, why_not_sign

LONGEST_REASON = 200
"""Characters."""


def set_house_rules(*, by: Player, rules: HouseRules, now: datetime, reason: str = "") -> bool:
    """Set the house rules as an owner; return whether part of the change waits for a second owner or a week.

    Changes that raise a limit (`games.club.limits`) are proposed with this reason; all others take effect
    immediately. Equal rules change nothing. Raises Refused, changing nothing.
    """
    require_owner(by)
    waits = False

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        nonlocal waits
        looser = raised(state.house_rules, rules)
        waits = bool(looser)
        if looser and state.proposal is not None:
            raise Refused("limits.waits")
        said = _checked(reason) if looser else ""
        alone = bool(looser) and owns_alone(by)
        if alone and was_owned_with(by, now=now):
            raise Refused("limits.owner-put-out")
        held = with_limits(rules, {name: getattr(state.house_rules, name) for name in looser})
        if held != state.house_rules:
            yield HouseRulesSet(held)
        if looser:
            yield LimitsProposed(state.proposals + 1, by.pk, looser, said, alone)

    carry_out(decide, now=now, by=by)
    return waits


def sign_limits(*, by: Player, number: int, now: datetime) -> None:
    """Sign another owner's proposal, so that its limits take effect immediately. Raises Refused, changing nothing.

    The owner who proposed it must still be an owner and cannot sign it. Within a week of becoming an owner, or of
    having their password set by somebody else, owners cannot sign either ("limits.new-keys").
    """
    require_owner(by)

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        proposal = _waiting(state, number)
        if refusal := why_not_sign(by, proposal, now=now):
            raise Refused(refusal)
        yield LimitsSigned(number)
        yield from _set(state, proposal)

    carry_out(decide, now=now, by=by)


def decline_limits(*, by: Player, number: int, now: datetime) -> None:
    """Decline another owner's proposal or withdraw your own; nothing changes. Raises Refused."""
    require_owner(by)

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        own = _waiting(state, number).by == by.pk
        yield LimitsTakenBack(number) if own else LimitsDeclined(number)

    carry_out(decide, now=now, by=by)


def ripen_limits(*, now: datetime) -> bool:
    """Apply limits that a lone owner proposed a week ago; return whether this call did so.

    The proposer must still be an owner.
    """
    proposal = current_club().state.proposal
    if proposal is None or not proposal.is_due(now):
        return False
    owner = owner_of(proposal)
    if owner is None:
        return False  # it waits for whoever owns the club now to sign or to decline it

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        if state.proposal == proposal:
            yield LimitsRipened(proposal.wish.number)
            yield from _set(state, proposal)

    carry_out(decide, now=now, by=owner)
    return True


def _waiting(state: ClubState, number: int) -> Approval[LimitsProposed, int]:
    if state.proposal is None or state.proposal.wish.number != number:
        raise Refused("limits.none")
    return state.proposal


def _set(state: ClubState, proposal: Approval[LimitsProposed, int]) -> Iterable[ClubEvent]:
    """Yield the event that sets the proposed limits, unless the current rules have them already."""
    rules = with_limits(state.house_rules, proposal.wish.limits)
    if rules != state.house_rules:
        yield HouseRulesSet(rules)


def _checked(reason: str) -> str:
    reason = reason.strip()
    if not 0 < len(reason) <= LONGEST_REASON or "\0" in reason:
        raise Refused("limits.reason")
    return reason


def save_rule_set(*, by: Player, rules: RuleSet, now: datetime) -> RuleSet:
    """Save a rule set under a new name as an owner, and return it. Saving an equal one again changes nothing.

    The options of a name never change, since announced tournaments and records refer to it.
    Raises Refused with the code of the objection.
    """
    require_owner(by)
    rules = replace(rules, key=tidied(rules.key))
    if against := why_not_rules(rules):
        raise Refused(*against)
    if refusal := why_not_a_name(rules.key):
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
    """Offer one of the club's rule sets for new tables, or stop offering it. Running games are not affected."""
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


def set_sanction_table(*, by: Player, table: SanctionTable, now: datetime) -> None:
    """Set the table of sanctions as an owner; an equal table changes nothing.

    Kinds are never removed, only no longer offered, so that old reports keep their name. Raises Refused with the code
    of the objection.
    """
    require_owner(by)
    table = replace(table, kinds=tuple(map(_tidied, table.kinds)))
    if refusal := why_not_table(table):
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


def _tidied(one: SanctionKind) -> SanctionKind:
    section = section_of(one.section) if one.section.strip() else ""
    if section is None:
        raise Refused("sanction-table.section")
    return replace(one, kind=tidied(one.kind), section=section, words=" ".join(one.words.split()))
