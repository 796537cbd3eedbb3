"""Explains the price of a winning hand in numbers and words: what each loser owes, and who pays (§9, §13.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.common.joints import with_brackets
from games.engine.real_cards.counted import CountedHand
from games.engine.rules import PRESETS, RuleSet
from games.engine.scoring import Reason, Result, hand_points, is_factored, yellow_kings
from games.engine.sets import CardSet, SetKind
from games.presenters.cards import points_words

_FOR_THE_HAND = (Reason.HAND, Reason.PENALTY, Reason.SHARED)


class Reckoning(NamedTuple):
    """The numbers from which a hand's price is calculated, as the page prints them."""

    basis: int
    """What is multiplied: base and points, points × unit, or the flat stake."""
    factor: int
    fixed: int
    kings: int
    """Yellow kings that are paid for (§13.4)."""
    worth: int
    """What each of them adds."""

    @property
    def total(self) -> int:
        """The hand's price, calculated from the other numbers."""
        return self.basis * self.factor + self.fixed + self.kings * self.worth


class WonHand(NamedTuple):
    """The properties of a complete hand that its price depends on."""

    points: int
    kinds: tuple[SetKind, ...]
    """The kinds of its sets, or of its kongs alone."""
    yellow_kings: int

    @classmethod
    def of_result(cls, result: Result) -> WonHand:
        """Return the properties of the winner's hand."""
        kinds = tuple(made.kind for made in result.sets)
        return cls(result.points, kinds, yellow_kings(result.sets))

    @classmethod
    def of_sets(cls, rules: RuleSet, sets: Sequence[CardSet]) -> WonHand:
        """Return the properties of a hand of these sets."""
        return cls(hand_points(rules, sets), tuple(made.kind for made in sets), yellow_kings(sets))

    @classmethod
    def of_numbers(cls, counted: CountedHand) -> WonHand:
        """Return the properties of a hand of real cards that was entered as numbers only."""
        return cls(counted.points, tuple(counted.kongs), counted.yellow_kings)


def reckoning(rules: RuleSet, hand: WonHand) -> Reckoning:
    """Return the numbers from which a loser's payment for the winner's hand is calculated (§13.2)."""
    basis = {
        "amount": rules.base + hand.points,
        "points": hand.points * rules.unit,
        "flat": rules.unit,
    }[rules.payment]
    flat = rules.payment == "flat"
    return Reckoning(
        basis,
        rules.factor if is_factored(rules, hand.kinds) else 1,
        rules.fixed if rules.payment == "amount" else 0,
        hand.yellow_kings if flat and rules.yellow_king else 0,
        rules.yellow_king * rules.unit // 2,
    )


def amount_words(rules: RuleSet, result: Result) -> str:
    """Return how the price of the winner's hand was calculated (§9.1, §9.4, §13.2); empty if nobody won."""
    if result.winner is None:
        return ""
    return hand_words(rules, WonHand.of_result(result))


def hand_words(rules: RuleSet, hand: WonHand) -> str:
    """Return how the price of this hand is calculated (§9.1, §9.4, §13.2)."""
    numbers, flat = reckoning(rules, hand), rules.payment == "flat"
    terms = [_basis_words(rules, hand.points)]
    if numbers.factor > 1:
        terms[0] += " " + _factor_words(numbers.factor, hand.kinds)
    if numbers.fixed:
        terms.append(str(numbers.fixed))
    if numbers.kings:
        adds = {"kings": numbers.kings, "worth": numbers.worth}
        terms.append(_("%(kings)d × %(worth)d for yellow kings") % adds)
    said = " + ".join(terms)
    if said != str(numbers.total):
        said += f" = {numbers.total}"
    if flat:
        called = (
            _("Win with a quan or khui (tới quan): %(reckoning)s")
            if numbers.factor > 1
            else _("Plain win (tới trơn): %(reckoning)s")
        )
        said = called % {"reckoning": said}
    return with_brackets(said, hand_section(rules))


def notes(rules: RuleSet, result: Result, names: Sequence[str]) -> tuple[str, ...]:
    """Return remarks on who pays what: deducted kongs, one player paying for all, only the winner paid; often
    empty.
    """
    return () if result.winner is None else tuple(_notes(rules, result, names))


def shares(result: Result) -> dict[int, int]:
    """Return, for each loser, the points paid for the winner's hand, even if another player pays them (§9.3,
    §9.5).
    """
    paid: dict[int, int] = {}
    for line in result.lines:
        if line.reason in _FOR_THE_HAND:
            loser = line.payer if line.instead_of is None else line.instead_of
            paid[loser] = paid.get(loser, 0) + line.amount
    return paid


def _notes(rules: RuleSet, result: Result, names: Sequence[str]) -> Iterator[str]:
    if rules.loser_kongs == "deduct":
        for loser, due in sorted(shares(result).items()):
            if due < result.amount:
                yield _("%(who)s: %(amount)d − %(kongs)d for kongs = %(due)d (§9.5)") % {
                    "who": names[loser],
                    "amount": result.amount,
                    "kongs": result.amount - due,
                    "due": due,
                }
    penalties = [line.amount for line in result.lines if line.reason is Reason.PENALTY]
    if result.offender is not None and penalties:
        many = len(penalties) > 1 and len(set(penalties)) == 1
        yield _("%(who)s pays for all: %(sum)s = %(amount)d (%(section)s)") % {
            "who": names[result.offender],
            "sum": f"{len(penalties)} × {penalties[0]}"
            if many
            else " + ".join(map(str, penalties)),
            "amount": sum(penalties),
            "section": penalty_section(rules),
        }
    if rules.loser_kongs == "none":
        yield _("Only the winner is paid: the losers get nothing for their kongs or khạp (§13.3).")


def _basis_words(rules: RuleSet, points: int) -> str:
    """Return the first term of the price in words: the points of the hand, or the fixed stake (§13.2)."""
    said = {"base": rules.base, "points": points, "unit": rules.unit}
    if rules.payment == "flat":
        return str(rules.unit)
    if rules.payment == "points":
        return _("%(points)d points × %(unit)d") % said
    return _("(%(base)d + %(points)d points)") % said if rules.base else points_words(points)


def _factor_words(factor: int, kinds: Sequence[SetKind]) -> str:
    by = {"factor": factor}
    if SetKind.QUAN in kinds:
        return _("× %(factor)d for a quan") % by
    return _("× %(factor)d for a khui") % by


def hand_section(rules: RuleSet) -> str:
    """Return the section of the rules for a hand's price.

    It is a preset's section if these rules price hands as that preset does, else §13.2.
    """
    usual = next((one for one in PRESETS.values() if one.payment == rules.payment), None)
    names = ("base", "factor", "fixed", "factor_for")
    if usual is None or any(getattr(rules, name) != getattr(usual, name) for name in names):
        return "§13.2"
    return {"amount": "§9.1", "points": "§9.4"}.get(rules.payment, "§13.2")


def penalty_section(rules: RuleSet) -> str:
    """Return the section of the rules by which an offender pays for all."""
    return "§9.3" if rules.payment == "amount" else "§13.13"
