"""Describes the pot of a table in words (§13.14): its contents, and who took it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.rules import RuleSet
from games.engine.state import Ending
from games.presenters.amounts import in_unit
from games.queries.play.seen import SeenDeal
from games.queries.play.seen_table import SeenTable
from games.queries.pots import taker_of


def pot_words(page: SeenTable, shown: SeenDeal | None, rules: RuleSet) -> str:
    """Return how many chips are in the pot, or before the first deal what each seat will pay; empty without a pot."""
    if page.pot is None:
        return ""
    held = None if shown is None else page.pot_during(shown.deal)
    if held is None:
        return _paid_words(rules)
    return _("Pot: %(amount)s (§13.14)") % {"amount": in_unit(held)}


def pot_end_words(ending: Ending, rules: RuleSet, names: Sequence[str], held: int | None) -> str:
    """Return what each seat paid into the pot and where its `held` chips went after a deal; empty without a pot."""
    if held is None:
        return ""
    return f"{_paid_words(rules)} {_end_words(ending, rules, names, held)}"


def _paid_words(rules: RuleSet) -> str:
    said = _("Each player pays %(amount)s into the pot before every deal (§13.14).")
    return said % {"amount": in_unit(rules.pot)}


def _end_words(ending: Ending, rules: RuleSet, names: Sequence[str], held: int) -> str:
    amount, taker = in_unit(held), taker_of(rules, ending.original)
    if taker is None:
        said = (
            _("The pot of %(amount)s stays on the table: nobody won with a quan (§13.14).")
            if rules.factor_for == "quan"
            else _(
                "The pot of %(amount)s stays on the table: nobody won with a quan or khui (§13.14)."
            )
        )
        return said % {"amount": amount}
    if ending.result.winner is None:
        said = _("The pot of %(amount)s went back to the players who had paid it (§13.14).")
        return said % {"amount": amount}
    return _("%(who)s takes the pot: %(amount)s (§13.14).") % {
        "who": names[taker],
        "amount": amount,
    }
