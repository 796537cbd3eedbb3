"""Amounts on a page: ``{% load amounts %}``. Points and chips have a true minus sign (§9.7).

They are whole numbers, but for the points of duplicates, which have up to three decimals.
"""

from collections.abc import Iterable
from decimal import Decimal

from django import template
from django.utils.formats import get_format
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def signed(amount: int | Decimal) -> str:
    """An amount that came or went: ``+8``, ``−8``, ``0``."""
    return f"+{_digits(amount)}" if amount > 0 else minus(amount)


@register.filter
def sign_class(amount: int | Decimal) -> str:
    """What a number's class list says of its sign: `` num--plus``, `` num--minus``, nothing for 0."""
    return " num--plus" if amount > 0 else " num--minus" if amount < 0 else ""


@register.filter
def minus(amount: int | Decimal) -> str:
    """An amount that is held: ``8``, ``−8``."""
    return f"−{_digits(-amount)}" if amount < 0 else _digits(amount)


@register.filter
def cells(figures: Iterable[str]) -> SafeString:
    """Figures as cells of a table's row: quicker than a loop of the template where there are hundreds."""
    return SafeString("".join([f'<td class="num">{escape(figure)}</td>' for figure in figures]))


def _digits(amount: int | Decimal) -> str:
    # Whole numbers stand without separators everywhere; of the others a point would be read as one of thousands.
    if isinstance(amount, int):
        return str(amount)
    return str(amount).replace(".", get_format("DECIMAL_SEPARATOR"))
