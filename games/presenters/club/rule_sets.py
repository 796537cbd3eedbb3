"""Rule sets in words (§11.1): every option, and in what one of the club's own differs from the preset next to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.rules import PRESETS, RuleSet
from games.queries.club.house import current_club, offered_rules, rule_sets_saved
from games.queries.play.participants import names_of

_PRESETS: Final[dict[str, str | Promise]] = {
    "vinagames": _("vinagames: forced melds, penalty for not discarding the worst card"),
    "4sac": _("4sac: every claim may be declined, four seats only"),
}


class Option(NamedTuple):
    """An option of a rule set in words, its section, and what its values are called."""

    label: str | Promise
    section: str
    values: dict[object, str | Promise]
    """Empty where it is a number."""


_YES: Final[dict[object, str | Promise]] = {True: _("yes"), False: _("no")}
OPTIONS: Final[dict[str, Option]] = {
    "claims": Option(
        _("A win, a khạp and a pair"),
        "§6.1",
        {"forced": _("happen by themselves"), "offered": _("may be declined")},
    ),
    "payment": Option(
        _("Each loser pays"),
        "§9.1",
        {
            "amount": _("the amount A, and quan, khui and khạp beside it"),
            "points": _("the points of the winner's hand"),
        },
    ),
    "unit": Option(_("What a point is worth, where points are paid"), "§9.4", {}),
    "loser_kongs": Option(
        _("A loser's quan and khui, where points are paid"),
        "§9.5",
        {"paid": _("are paid by every other seat"), "deduct": _("only lessen what it pays")},
    ),
    "penalty": Option(_("A discard that was not a worst card may pay for all"), "§10.5", _YES),
    "exposed_triple_points": Option(_("Points of a triple made with the active card"), "§2.4", {}),
    "stock_limit": Option(_("Cards in the stock at which the deal ends"), "§8.1", {}),
    "trash_only": Option(_("Only trash may be discarded"), "§4.1", _YES),
    "king_triples": Option(_("Three kings may be melded with the active card"), "§5.4", _YES),
    "fourth_to_exposed_triple": Option(
        _("A drawn fourth card that wins may join an exposed triple"), "§5.5", _YES
    ),
    "declined_king_dies": Option(_("A drawn king that is declined is dead"), "§6.8", _YES),
    "khaps_announced": Option(_("How many khạp a seat has is public"), "§3.3", _YES),
}
"""Every option but the seats, in the order in which one chooses."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One option in which a rule set differs from its preset."""

    label: str | Promise
    section: str
    value: str | Promise
    usual: str | Promise
    """How the preset has it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule set of the club's own as its page lists it."""

    name: str
    near: str
    """The preset that it differs least from."""
    seats: tuple[int, ...]
    differences: tuple[Difference, ...]
    saved_by: str
    saved_at: datetime
    offered: bool


def rules_choices() -> list[tuple[str, str | Promise]]:
    """The rule sets that a form offers, by name, in a line each."""
    return [(key, _PRESETS.get(key) or summary(rules)) for key, rules in offered_rules().items()]


def summary(rules: RuleSet) -> str:
    """A rule set of the club's own in a line: its name, its preset, how many differences."""
    near = nearest(rules)
    count = len(_differences(rules, near))
    return ngettext_lazy(
        "%(name)s: as %(near)s but for one rule",
        "%(name)s: as %(near)s but for %(count)d rules",
        "count",
    ) % {"name": rules.key, "near": near.key, "count": count}


def nearest(rules: RuleSet) -> RuleSet:
    """The preset that differs least from a rule set."""
    return min(PRESETS.values(), key=lambda preset: len(_differences(rules, preset)))


def shown_rule_sets() -> tuple[Shown, ...]:
    """The club's own, the newest first."""
    saved = list(rule_sets_saved())
    withdrawn = current_club().state.withdrawn
    names = names_of(f"player:{by}" for _at, by, _rules in saved)
    shown = [
        Shown(
            rules.key,
            nearest(rules).key,
            rules.seats,
            _differences(rules, nearest(rules)),
            name,
            at,
            rules.key not in withdrawn,
        )
        for (at, _by, rules), name in zip(saved, names, strict=True)
    ]
    return tuple(reversed(shown))


def _differences(rules: RuleSet, preset: RuleSet) -> tuple[Difference, ...]:
    return tuple(
        Difference(
            option.label,
            option.section,
            _value(option, getattr(rules, name)),
            _value(option, getattr(preset, name)),
        )
        for name, option in OPTIONS.items()
        if getattr(rules, name) != getattr(preset, name)
    )


def _value(option: Option, value: object) -> str | Promise:
    return option.values.get(value, str(value)) if option.values else str(value)
