"""Amounts in words: points and chips have a true minus sign (§9.7).

They are whole numbers, but for the points of duplicates, which have up to three decimals.
"""

from __future__ import annotations

from decimal import Decimal

from django.utils.formats import get_format


def signed(amount: int | Decimal) -> str:
    """Return an amount that came or went: ``+8``, ``−8``, ``0``."""
    return f"+{_digits(amount)}" if amount > 0 else minus(amount)


def minus(amount: int | Decimal) -> str:
    """Return an amount that is held: ``8``, ``−8``."""
    return f"−{_digits(-amount)}" if amount < 0 else _digits(amount)


def _digits(amount: int | Decimal) -> str:
    # Whole numbers stand without separators everywhere; of the others a point would be read as one of thousands.
    if isinstance(amount, int):
        return str(amount)
    return str(amount).replace(".", get_format("DECIMAL_SEPARATOR"))
