"""Formats amounts of points and chips as text, with a true minus sign (§9.7).

Amounts are whole numbers, except points of duplicates, which have up to three decimals.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from django.utils.formats import get_format
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext

from games.common.joints import with_brackets
from games.common.unit import unit_word
from games.queries.club.house import shown_settings

_GROUPED: Final = 10_000
"""Whole amounts from here on are written in groups of three digits."""


def signed(amount: int | Decimal) -> str:
    """Return an amount won or lost, with its sign: ``+8``, ``−8``, ``0``."""
    return f"+{_digits(amount)}" if amount > 0 else minus(amount)


def minus(amount: int | Decimal) -> str:
    """Return an amount, with a sign only if it is negative: ``8``, ``−8``."""
    return f"−{_digits(-amount)}" if amount < 0 else _digits(amount)


def in_unit(amount: int) -> str:
    """Return an amount with the club's unit: ``20 chips``, ``20 xu``."""
    if shown_settings().unit:
        return in_cash(amount)
    return ngettext("%(chips)s chip", "%(chips)s chips", amount) % {"chips": minus(amount)}


def in_cash(amount: int) -> str:
    """Return an amount of money with the club's unit if it has one, otherwise the number alone."""
    unit = shown_settings().unit
    return f"{minus(amount)}\u00a0{unit}" if unit else minus(amount)


def unit_name() -> str:
    """Return the name of the club's unit, as a heading over amounts."""
    return shown_settings().unit or gettext("Chips")


def _of_unit(words: str) -> str:
    said = gettext(words) % {"unit": unit_word()}
    return said[:1].upper() + said[1:] if words.startswith("%(unit)s") else said


of_unit = lazy(_of_unit, str)
"""Returns a text, marked for translation, with what the club plays for in the place of `%(unit)s`."""


def _with_unit(words: str, in_chips: str) -> str:
    unit = shown_settings().unit
    said = gettext(words if unit else in_chips)
    return with_brackets(said, unit) if unit else said


with_unit = lazy(_with_unit, str)
"""Returns a label with the club's own unit behind it, or the label for chips: both marked for translation."""


def _digits(amount: int | Decimal) -> str:
    # Four digits are read at a glance, more are not: 50,000 in English, 50.000 in Vietnamese.
    if isinstance(amount, int):
        grouped = f"{amount:,}" if amount >= _GROUPED else str(amount)
        return grouped.replace(",", get_format("THOUSAND_SEPARATOR"))
    return str(amount).replace(".", get_format("DECIMAL_SEPARATOR"))
