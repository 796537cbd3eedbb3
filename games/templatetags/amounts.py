"""Amounts on a page: ``{% load amounts %}``. Points and chips are whole numbers with a true minus sign (§9.7)."""

from django import template

register = template.Library()


@register.filter
def signed(amount: int) -> str:
    """An amount that came or went: ``+8``, ``−8``, ``0``."""
    return f"+{amount}" if amount > 0 else minus(amount)


@register.filter
def sign_class(amount: int) -> str:
    """What a number's class list says of its sign: `` num--plus``, `` num--minus``, nothing for 0."""
    return " num--plus" if amount > 0 else " num--minus" if amount < 0 else ""


@register.filter
def minus(amount: int) -> str:
    """An amount that is held: ``8``, ``−8``."""
    return f"−{-amount}" if amount < 0 else str(amount)
