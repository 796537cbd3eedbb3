"""Caches parts of a page that most moves leave unchanged."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django import template
from django.template import Context, loader
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.queries.club.house import shown_settings
from games.templatetags.parts import Parts

register = template.Library()

_TOKEN: Final = salted_hmac("games.kept.token", "", algorithm="sha256").hexdigest()
"""Stands in what is kept where the CSRF token of a form belongs, which is every page's own.

It is the same in every process, for it counts in the digest of a part.
"""


@register.simple_tag(takes_context=True)
def kept(context: Context, template_name: str, **values: object) -> SafeString:
    """Render a template with only these values, and cache it: ``{% kept "games/_menu.html" name=table.name %}``.

    The result can be reused for anybody with equal values, language, unit and time zone. Values must be plain: two
    database rows count as equal if only their keys are.
    """
    return sent(context, drawn(template_name, **values))


def drawn(template_name: str, **values: object) -> str:
    """Return cached HTML rendered from these values, with a placeholder for the forms' CSRF token."""
    club = shown_settings()
    reads = (get_language(), club.unit, club.time_zone)
    return _drawn(template_name, tuple(values.items()), reads)


def sent(context: Context, html: str) -> SafeString:
    """Return the HTML as the answer needs it: without what the page holds, and with the reader's own CSRF token."""
    parts: Parts | None = context.get("parts")
    if parts is not None:
        html = parts.send(html)
    if _TOKEN in html:
        html = html.replace(_TOKEN, str(context["csrf_token"]))
    return SafeString(html)


@lru_cache(maxsize=4096)
def _drawn(
    template_name: str, values: tuple[tuple[str, Any], ...], _reads: tuple[str | None, ...]
) -> str:
    found: Any = loader.get_template(template_name)
    seen = Context({**dict(values), "csrf_token": _TOKEN}, use_l10n=False)
    html = str(found.template.render(seen))
    return "\n".join(filter(None, map(str.rstrip, html.split("\n"))))
