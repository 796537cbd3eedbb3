"""Rule sets in words (§11.1): every option, and in what one of the club's own differs from the preset next to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.rules import OPTIONS, PRESETS, RuleSet
from games.queries.club.house import current_club, offered_rules, rule_sets_saved
from games.queries.play.participants import names_of

_PRESETS: Final[dict[str, str | Promise]] = {
    "vinagames": _("vinagames: forced melds, penalty for not discarding the worst card"),
    "4sac": _("4sac: every claim may be declined, four seats only"),
    "mien-nam": _("Miền Nam: forced melds, every hand costs the same, pairs may be let go"),
}


class OptionWords(NamedTuple):
    """What an option of a rule set is called, and its values."""

    label: str | Promise
    values: Mapping[object, str | Promise] = MappingProxyType({})
    """Empty where it is a number."""
    rare: bool = False
    """Whether few clubs ask for it, so that the form folds it away."""


_YES: Final[dict[object, str | Promise]] = {True: _("yes"), False: _("no")}
_CLAIMS: Final[dict[object, str | Promise]] = {
    "forced": _("happens by itself"),
    "offered": _("may be declined"),
}
OPTION_WORDS: Final[dict[str, OptionWords]] = {
    "win_claim": OptionWords(_("A win"), _CLAIMS),
    "khap_claim": OptionWords(_("A khạp that can take its fourth card"), _CLAIMS),
    "pair_claim": OptionWords(_("A pair that can take its third card out of turn"), _CLAIMS),
    "pair_waived_when_waiting": OptionWords(
        _("Who waits to win may let pairs go (bỏ đôi)"), _YES, rare=True
    ),
    "payment": OptionWords(
        _("Each loser pays"),
        {
            "amount": _("the amount A, and quan, khui and khạp beside it"),
            "points": _("the points of the winner's hand"),
            "flat": _("the same for every hand, whatever its points"),
        },
    ),
    "unit": OptionWords(_("What a point is worth, or every hand where all cost the same")),
    "loser_kongs": OptionWords(
        _("A loser's quan and khui"),
        {
            "paid": _("are paid by every other seat"),
            "deduct": _("only lessen what it pays"),
            "none": _("are paid by nobody, nor is a khạp"),
        },
    ),
    "penalty": OptionWords(
        _("A discard that was not a worst card may pay for all"),
        {"none": _("no"), "pays-for-all": _("yes")},
    ),
    "stock_limit": OptionWords(_("Cards in the stock at which the deal ends")),
    "discards": OptionWords(
        _("One may discard"),
        {
            "trash": _("trash alone"),
            "any-but-king": _("any card but a king"),
            "any": _("any card, kings too"),
        },
    ),
    "king_triples": OptionWords(_("Three kings may be melded with the active card"), _YES),
    "fourth_to_exposed_triple": OptionWords(
        _("A drawn fourth card that wins may join an exposed triple"), _YES
    ),
    "drawn_king": OptionWords(
        _("A drawn king that nobody wins or completes to four"),
        {
            "passes-on": _("may be taken by the next seat where its drawer leaves it"),
            "dies": _("is dead where its drawer leaves it"),
            "kept": _("is taken by its drawer"),
        },
    ),
    "khaps_announced": OptionWords(_("How many khạp a seat has is public"), _YES),
    "exposed_triple": OptionWords(_("Points of a triple made with the active card")),
    "four_pawns": OptionWords(_("Points of four pawns"), rare=True),
    "three_pawns": OptionWords(_("Points of three pawns"), rare=True),
    "king_guard_minister": OptionWords(_("Points of king, guard and minister"), rare=True),
    "rook_cannon_knight": OptionWords(_("Points of rook, cannon and knight"), rare=True),
    "khap": OptionWords(_("Points of a khạp, and what is paid for one"), rare=True),
    "quan": OptionWords(_("Points of a quan, and what is paid for one"), rare=True),
    "khui": OptionWords(_("Points of a khui, and what is paid for one"), rare=True),
    "king": OptionWords(_("Points of one king"), rare=True),
    "king_pair": OptionWords(_("Points of two equal kings"), rare=True),
    "pair": OptionWords(_("Points of any other pair"), rare=True),
    "factor_for": OptionWords(
        _("A hand is multiplied"),
        {
            "nothing": _("for no set"),
            "quan": _("for a quan"),
            "quan-or-khui": _("for a quan or a khui"),
        },
        rare=True,
    ),
    "factor": OptionWords(_("By what it is multiplied"), rare=True),
    "base": OptionWords(_("Added to the points before that, in the amount A"), rare=True),
    "fixed": OptionWords(_("Added at the end, in the amount A"), rare=True),
    "yellow_king": OptionWords(
        _("Half stakes more for each yellow king, where every hand costs the same"), rare=True
    ),
    "melds": OptionWords(
        _("In turn one may meld"),
        {
            "no-more-trash": _("whatever leaves no more trash"),
            "least-trash": _("only what leaves the least trash"),
        },
        rare=True,
    ),
    "unclaimed_draw": OptionWords(
        _("A drawn card that its drawer leaves"),
        {"second-chance": _("may be taken by the next seat"), "dies": _("is dead")},
        rare=True,
    ),
    "starter_after_draw": OptionWords(
        _("When nobody has won, the next deal is started by"),
        {"due": _("the seat that was due to draw"), "same": _("the same starter again")},
        rare=True,
    ),
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
class ShownRuleSet:
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
    """Return the rule sets that a form offers, by name, in a line each."""
    return [(key, _PRESETS.get(key) or summary(rules)) for key, rules in offered_rules().items()]


def summary(rules: RuleSet) -> str:
    """Return a rule set of the club's own in a line: its name, its preset, how many differences."""
    near = nearest(rules)
    count = len(_differences(rules, near))
    return ngettext_lazy(
        "%(name)s: as %(near)s but for one rule",
        "%(name)s: as %(near)s but for %(count)d rules",
        "count",
    ) % {"name": rules.key, "near": near.key, "count": count}


def nearest(rules: RuleSet) -> RuleSet:
    """Return the preset that differs least from a rule set."""
    return min(PRESETS.values(), key=lambda preset: len(_differences(rules, preset)))


def shown_rule_sets() -> tuple[ShownRuleSet, ...]:
    """Return the club's own, the newest first."""
    saved = list(rule_sets_saved())
    withdrawn = current_club().state.withdrawn
    names = names_of(f"player:{by}" for _at, by, _rules in saved)
    shown = [
        ShownRuleSet(
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


def value_words(name: str, value: object) -> str | Promise:
    """Return what a value of this option is called."""
    return OPTION_WORDS[name].values.get(value, str(value))


def _differences(rules: RuleSet, preset: RuleSet) -> tuple[Difference, ...]:
    return tuple(
        Difference(
            words.label,
            OPTIONS[name].section,
            value_words(name, getattr(rules, name)),
            value_words(name, getattr(preset, name)),
        )
        for name, words in OPTION_WORDS.items()
        if getattr(rules, name) != getattr(preset, name)
    )
