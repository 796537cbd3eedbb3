"""Converts rule sets between the current options and those of older storage and record formats (§13.18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.engine.rules import OPTIONS, OWN, PRESETS, VINAGAMES, RuleSet, listed

_UNSAID: Final = ("unit", "loser_kongs")
"""Options as old as any that need not be said."""


def _new() -> tuple[str, ...]:
    """Return the names of the options that the first format lacks, even under a former name."""
    return tuple(
        name for name, option in OPTIONS.items() if option.since > 1 and option.former is None
    )


def completed(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rule set's options; missing ones are taken from the preset with the same `payment` (§13.18)."""
    usual = _preset_of(plain.get("payment"))
    return {**{name: getattr(usual, name) for name in (*_new(), *_UNSAID)}, **plain}


def modern(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored rule set with all options, under their current names and values (§13.18).

    Older rule sets with payment `amount` that say kongs are deducted get `paid` instead, since their deals were
    played that way (§13.16).
    """
    options = dict(plain)
    for name, option in OPTIONS.items():
        if (former := option.former) is not None:
            if name != former.name and former.name in plain and name not in plain:
                options.pop(former.name, None)
                options[name] = plain[former.name]
            if name in options:
                options[name] = former.read(options[name])
    said = (options.get("payment"), options.get("loser_kongs"))
    if said == ("amount", "deduct") and plain.keys().isdisjoint(_new()):
        options["loser_kongs"] = "paid"
    return completed(options)


def in_format(plain: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return all options with the names and values of a record format; options that it doesn't have are left out."""
    said: dict[str, Any] = {}
    for name, value in plain.items():
        option = OPTIONS.get(name)
        if option is None or option.since <= number:
            said[name] = value
        elif option.former is not None:
            said[option.former.name] = option.former.write(value)
    return said


def format_of(rules: RuleSet) -> int:
    """Return the number of the first record format that can say this rule set."""
    usual = _preset_of(rules.payment)
    needed = [1]
    for name, option in OPTIONS.items():
        value, former = getattr(rules, name), option.former
        same = value == getattr(usual, name) if former is None else value in former.meaning.values()
        needed.append(1 if same else option.since)
    return max(*needed, OWN if _is_beyond_first(rules) else 1)


def _is_beyond_first(rules: RuleSet) -> bool:
    """Return whether this combination of options is impossible in every format before `OWN`."""
    mixed = not rules.win_claim == rules.khap_claim == rules.pair_claim
    forced = not rules.offers and (rules.drawn_king == "dies" or rules.fourth_to_exposed_triple)
    amount = rules.payment == "amount" and (rules.unit != 1 or rules.loser_kongs != "paid")
    return mixed or forced or amount or (rules.payment == "points" and rules.judges)


def misfit(plain: Mapping[str, Any], number: int) -> str | None:
    """Return a sentence about the first option that is wrong or missing in a record of this format; None if
    all fit.
    """
    for name, option in OPTIONS.items():
        former = option.former
        if option.since == 1:
            continue
        if option.since <= number:
            if former is not None and former.name != name and former.name in plain:
                return f"{former.name}: 'tusac-deal/{number}' has no such field"
            if name not in plain:
                return f"{name} is missing"
            if former is not None and former.read(plain[name]) != plain[name]:
                return f"{name}: {listed(option.values)} expected"
        elif (former is None or former.name != name) and name in plain:
            return f"{name}: 'tusac-deal/{number}' has no such field"
        if option.since > number and former is not None:
            if former.name not in plain:
                return f"{former.name} is missing"
            if not former.knows(plain[former.name]):
                return f"{former.name}: {listed(tuple(former.meaning))} expected in 'tusac-deal/{number}'"
    return None


def _preset_of(payment: object) -> RuleSet:
    return next((rules for rules in PRESETS.values() if rules.payment == payment), VINAGAMES)
