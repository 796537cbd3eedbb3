"""Links each § in a sentence to its rule: ``{% load sections %}``."""

from __future__ import annotations

import re
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

register = template.Library()

_ASIDE = re.compile(r"\s*[(（](?P<aside>§[^()（）]*)[)）](?P<stop>[.。]?)")
"""The sections that a sentence names in brackets, with the full stop that follows them."""
_SECTION = re.compile(rf"{_ASIDE.pattern}|§(?P<number>\d+\.\d+)")


@register.filter
def sections(words: str) -> SafeString:
    """Turn each section in brackets into a small sign that links to its rule, so that the words read without it.

    A section that belongs to the sentence stays as a link. With scripts both open the rule in a sheet over the page.
    """
    return _linked(conditional_escape(words), get_language())


@lru_cache(maxsize=4096)
def _linked(html: str, _language: str | None) -> SafeString:
    return SafeString(_SECTION.sub(_drawn, html))


def _drawn(found: re.Match[str]) -> str:
    if found["number"]:
        return f"{rule_link(found['number'])}>§{found['number']}</a>"
    return found["stop"] + "".join(map(rule_sign, re.findall(r"§([\d.]+)", found["aside"])))


@register.filter
def rule_sign(section: str) -> SafeString:
    """Return a sign that links to a section such as `6.3` or `§6.3`.

    For a whole chapter it links to the first section.
    """
    number = section.lstrip("§")
    return format_html(
        '&nbsp;{} aria-label="{}"><i class="rule__sign">i</i></a>',
        SafeString(rule_link(number if "." in number else f"{number}.1")),
        _("Rule: %(section)s") % {"section": f"§{number}"},
    )


@register.filter
def without_sections(words: str) -> str:
    """Return the words without the sections in brackets, for a place that holds no link, such as a title."""
    return _ASIDE.sub(r"\g<stop>", words) if "§" in words else words


def rule_link(number: str) -> str:
    """Return the opening tag of a link to a section of the rulebook. With scripts it opens in a sheet over
    the page.
    """
    return (
        f'<a class="rule" href="{reverse("rulebook")}#s{number.replace(".", "-")}" '
        f'data-rule="{reverse("rule", args=number.split("."))}"'
    )
