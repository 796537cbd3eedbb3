"""Caches parts of a page that most moves leave unchanged."""

from __future__ import annotations

from functools import lru_cache
from secrets import token_hex
from typing import Any, Final

from django import template
from django.template import Context, loader
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.queries.club.house import shown_settings

register = template.Library()

_TOKEN: Final = token_hex(32)
"""Stands in what is kept where the CSRF token of a form belongs, which is every page's own."""


@register.simple_tag(takes_context=True)
def kept(context: Context, template_name: str, **values: object) -> SafeString:
    """Render a template with only these values, and cache it: ``{% kept "games/_menu.html" name=table.name %}``.

    The result can be reused for anybody with equal values, language, unit and time zone. Values must be plain: two
    database rows count as equal if only their keys are.
    """
    return with_token(context, drawn(template_name, **values))


def drawn(template_name: str, **values: object) -> str:
    """Return cached HTML rendered from these values, with a placeholder for the forms' CSRF token."""
    club = shown_settings()
    reads = (get_language(), club.unit, club.time_zone)
    return _drawn(template_name, tuple(values.items()), reads)


def with_token(context: Context, html: str) -> SafeString:
    """Return the HTML with the reader's own CSRF token in the place that `drawn` left for it."""
    if _TOKEN in html:
        html = html.replace(_TOKEN, str(context["csrf_token"]))
    return SafeString(html)


@lru_cache(maxsize=4096)
def _drawn(
    template_name: str, values: tuple[tuple[str, Any], ...], _reads: tuple[str | None, ...]
) -> str:
    found: Any = loader.get_template(template_name)
    seen = Context({**dict(values), "csrf_token": _TOKEN}, use_l10n=False)
    return str(found.template.render(seen)).strip()
