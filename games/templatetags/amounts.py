"""Formats amounts on a page: ``{% load amounts %}``. Points and chips have a true minus sign (§9.7).

Amounts are whole numbers, except that points of duplicates have up to three decimals.
"""

from collections.abc import Iterable
from decimal import Decimal
from html import escape

from django import template
from django.utils.safestring import SafeString

from games.presenters.amounts import in_cash, in_unit, minus, signed, unit_name

register = template.Library()
register.filter("signed", signed)
register.filter("minus", minus)
register.filter("in_unit", in_unit)
register.filter("in_cash", in_cash)
register.simple_tag(unit_name)


@register.filter
def sign_class(amount: int | Decimal) -> str:
    """Return the CSS class for a number's sign, with a space before it; empty for 0."""
    return " num--plus" if amount > 0 else " num--minus" if amount < 0 else ""


@register.filter
def cells(figures: Iterable[str]) -> SafeString:
    """Return figures as cells of a table row; faster than a template loop for hundreds of them."""
    return SafeString("".join([f'<td class="num">{escape(figure)}</td>' for figure in figures]))
