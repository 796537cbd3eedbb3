"""Describes rule sets (§11.1): every option, and the differences between the club's own rule sets and presets."""

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
from games.presenters.sentences import rules_name
from games.queries.club.house import current_club, offered_rules, rule_sets_saved
from games.queries.play.participants import names_of

_PRESETS: Final[dict[str, str | Promise]] = {
    "vinagames": _("Vinagames: forced pairs and khạp, a penalty for risky discards"),
    "4sac": _("4sac: you never have to take a card; four players only"),
    "mien-nam": _("Miền Nam (southern rules): a fixed stake, players may let pairs go"),
}


class OptionWords(NamedTuple):
    """The name of an option of a rule set, with a complete sentence for each of its values."""

    group: str
    """Under which heading one is asked (`GROUPS`)."""
    label: str | Promise
    values: Mapping[object, str | Promise] = MappingProxyType({})
    """Empty where it is a number."""
    rare: bool = False
    """Whether few clubs ask for it, so that the form folds it away."""


GROUPS: Final[dict[str, str | Promise]] = {
    "points": _("What sets are worth"),
    "paid": _("What is paid"),
    "must": _("Who takes a card"),
    "drawn": _("Drawn kings and dead cards"),
    "discards": _("Discarding and taking"),
    "rest": _("The rest"),
}
"""The headings under which one is asked, and reads how the club plays."""

OPTION_WORDS: Final[dict[str, OptionWords]] = {
    "four_pawns": OptionWords("points", _("Points for four pawns")),
    "king_pair": OptionWords("points", _("Points for a pair of kings")),
    "exposed_triple": OptionWords("points", _("Points for a triple made with the active card")),
    "khap": OptionWords("points", _("Points for a khạp, and what is paid for one")),
    "payment": OptionWords(
        "paid",
        _("What each loser pays"),
        {
            "amount": _("Each loser pays the points of the winner's hand plus a fixed amount."),
            "points": _("Each loser pays the points of the winner's hand."),
            "flat": _("Each loser pays the same, whatever the points (tới trơn, tới quan)."),
        },
    ),
    "unit": OptionWords("paid", _("What a point, or a plain hand (tới trơn), is worth")),
    "factor_for": OptionWords(
        "paid",
        _("Sets that multiply the payment"),
        {
            "nothing": _("No set multiplies the payment."),
            "quan": _("A quan multiplies the payment."),
            "quan-or-khui": _("A quan or a khui multiplies the payment."),
        },
    ),
    "factor": OptionWords("paid", _("Multiplied by")),
    "yellow_king": OptionWords("paid", _("Half stakes for each yellow king (tướng vàng)")),
    "loser_kongs": OptionWords(
        "paid",
        _("A loser's quan and khui"),
        {
            "paid": _("Losers are paid for their own quan and khui."),
            "deduct": _("A loser's quan and khui are taken off what that loser pays."),
            "none": _("Nobody pays a loser for a quan, khui or khạp."),
        },
    ),
    "penalty": OptionWords(
        "paid",
        _("A risky discard (đền)"),
        {
            "none": _("Nobody has to pay for the others: there is no penalty (đền)."),
            "pays-for-all": _(
                "If you discard a card that your hand needs more than another, and someone "
                "wins with it, you pay for everyone (đền)."
            ),
        },
    ),
    "pot": OptionWords("paid", _("Paid into the pot by each player before a deal (đậu heo)")),
    "pair_claim": OptionWords(
        "must",
        _("The third card for a pair"),
        {
            "forced": _(
                "If you hold a pair and the third card turns up when it isn't your turn, you must take it."
            ),
            "offered": _(
                "If you hold a pair and the third card turns up, you may take it, even out "
                "of turn, or leave it."
            ),
        },
    ),
    "pair_waived_when_waiting": OptionWords(
        "must",
        _("Letting pairs go (bỏ đôi)"),
        {
            True: _(
                "While you wait to win, you may let pairs go (bỏ đôi) if you say so before the card turns up."
            ),
            False: _("You cannot choose to let pairs go while you wait to win."),
        },
    ),
    "khap_claim": OptionWords(
        "must",
        _("The fourth card for a khạp"),
        {
            "forced": _(
                "If you hold a khạp and the fourth card turns up, you must take it (khui)."
            ),
            "offered": _(
                "If you hold a khạp and the fourth card turns up, you may take it (khui) or "
                "leave it."
            ),
        },
    ),
    "win_claim": OptionWords(
        "must",
        _("A card that wins"),
        {
            "forced": _(
                "If a card completes your hand, you win right away: you cannot decline it."
            ),
            "offered": _("If a card completes your hand, you may win with it or decline it."),
        },
    ),
    "drawn_king": OptionWords(
        "drawn",
        _("A drawn king"),
        {
            "passes-on": _("If you draw a king and don't take it, the next player may take it."),
            "dies": _("If you draw a king and don't take it, it is dead: nobody may take it."),
            "kept": _(
                "If you draw a king, you keep it, by itself or in a set, unless someone wins with it or makes a khui."
            ),
        },
    ),
    "unclaimed_draw": OptionWords(
        "drawn",
        _("A drawn card that you don't take"),
        {
            "second-chance": _(
                "If you draw a card and don't take it, the next player may take it."
            ),
            "dies": _(
                "If you draw a card and don't take it, it is dead: nobody may take it, and the "
                "next player draws."
            ),
        },
    ),
    "discards": OptionWords(
        "discards",
        _("What you may discard"),
        {
            "trash": _("You may only discard trash: cards that belong to no set."),
            "any-but-king": _("You may discard any card except a king."),
            "any": _("You may discard any card, even a king."),
        },
    ),
    "melds": OptionWords(
        "discards",
        _("What you may take on your turn"),
        {
            "no-more-trash": _(
                "On your turn you may take a card if it leaves you no more trash than before."
            ),
            "least-trash": _(
                "On your turn you may take a card only in the way that leaves you the least trash."
            ),
        },
    ),
    "khaps_announced": OptionWords(
        "rest",
        _("Khạp in the hand"),
        {
            True: _("Everyone says how many khạp they hold."),
            False: _("Nobody says how many khạp they hold."),
        },
    ),
    "three_pawns": OptionWords("points", _("Points for three pawns"), rare=True),
    "king_guard_minister": OptionWords(
        "points", _("Points for king, guard and minister"), rare=True
    ),
    "rook_cannon_knight": OptionWords("points", _("Points for rook, cannon and knight"), rare=True),
    "quan": OptionWords("points", _("Points for a quan, and what is paid for one"), rare=True),
    "khui": OptionWords("points", _("Points for a khui, and what is paid for one"), rare=True),
    "king": OptionWords("points", _("Points for a single king"), rare=True),
    "pair": OptionWords("points", _("Points for any other pair"), rare=True),
    "base": OptionWords("paid", _("Added to the points before they are multiplied"), rare=True),
    "fixed": OptionWords("paid", _("Added at the end"), rare=True),
    "king_triples": OptionWords(
        "must",
        _("Three kings"),
        {
            True: _("A pair of kings may take a third king."),
            False: _("A pair of kings may not take a third king."),
        },
        rare=True,
    ),
    "fourth_to_exposed_triple": OptionWords(
        "drawn",
        _("The fourth card for a triple that you took"),
        {
            True: _("If you draw the fourth card for a triple that you took, you may win with it."),
            False: _("A triple that you took never gets a fourth card."),
        },
        rare=True,
    ),
    "stock_limit": OptionWords("rest", _("Cards left in the stock when the deal ends"), rare=True),
    "starter_after_draw": OptionWords(
        "rest",
        _("After a deal that nobody won"),
        {
            "due": _("When nobody wins, the player who was due to draw starts the next deal."),
            "same": _("When nobody wins, the same player starts again."),
        },
        rare=True,
    ),
}
"""Every option but the seats, in the order in which one chooses."""


class Difference(NamedTuple):
    """One option in which two rule sets differ."""

    label: str | Promise
    section: str
    value: str | Promise
    usual: str | Promise
    """How the other one has it, which for one of the club's own is the preset next to it."""


@dataclass(frozen=True, slots=True)
class ShownRuleSet:
    """A rule set of the club's own, as shown in the list."""

    name: str
    near: str
    """The name of the preset that it differs least from."""
    seats: tuple[int, ...]
    differences: tuple[Difference, ...]
    saved_by: str
    saved_at: datetime
    offered: bool


def rules_choices() -> list[tuple[str, str | Promise]]:
    """Return the rule sets that a form offers, as pairs of key and one line of text."""
    return [(key, _PRESETS.get(key) or summary(rules)) for key, rules in offered_rules().items()]


def summary(rules: RuleSet) -> str:
    """Return one line about a rule set of the club's own: name, nearest preset, and number of differences."""
    near = nearest(rules)
    count = len(differences(rules, near))
    return ngettext_lazy(
        "%(name)s: like %(near)s except for one rule",
        "%(name)s: like %(near)s except for %(count)d rules",
        "count",
    ) % {"name": rules.key, "near": rules_name(near), "count": count}


def nearest(rules: RuleSet) -> RuleSet:
    """Return the preset that differs least from a rule set."""
    return min(PRESETS.values(), key=lambda preset: len(differences(rules, preset)))


def shown_rule_sets() -> tuple[ShownRuleSet, ...]:
    """Return the club's own rule sets, newest first."""
    saved = list(rule_sets_saved())
    withdrawn = current_club().state.withdrawn
    names = names_of(f"player:{by}" for _at, by, _rules in saved)
    shown = [
        ShownRuleSet(
            rules.key,
            rules_name(nearest(rules)),
            rules.seats,
            differences(rules, nearest(rules)),
            name,
            at,
            rules.key not in withdrawn,
        )
        for (at, _by, rules), name in zip(saved, names, strict=True)
    ]
    return tuple(reversed(shown))


def value_words(name: str, value: object) -> str | Promise:
    """Return a value of this option in words."""
    return OPTION_WORDS[name].values.get(value, str(value))


def differences(rules: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """Return the options in which two rule sets differ; a dash stands for an option without effect in one of them."""
    return tuple(
        Difference(
            words.label,
            OPTIONS[name].section,
            *(
                value_words(name, getattr(one, name)) if has_effect(one, name) else "–"
                for one in (rules, other)
            ),
        )
        for name, words in OPTION_WORDS.items()
        if getattr(rules, name) != getattr(other, name)
        and (has_effect(rules, name) or has_effect(other, name))
    )


def has_effect(rules: RuleSet, name: str) -> bool:
    """Return whether an option changes anything, given the other options of its rule set (§13)."""
    match name:
        case "base" | "fixed":
            return rules.payment == "amount"
        case "unit":
            return rules.payment != "amount"
        case "yellow_king":
            return rules.payment == "flat"
        case "factor":
            return rules.factor_for != "nothing"
        case "factor_for":  # by it a pot is won too (§13.14)
            return rules.factor > 1 or rules.pot > 0
        case "pair_waived_when_waiting":
            return rules.pair_claim == "forced"
        case _:
            return True
