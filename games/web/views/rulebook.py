"""Pages of the project's documents; each section of the rulebook has an anchor, `#s6-3`.

The English text is authoritative. Readers of another language get its translation, if there is one, with a link to the
English text.
"""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.common.dialect import language_for, page_language, written
from games.queries.club.fairness import called_off
from games.templatetags.sections import rule_link
from games.web.documents import DOCUMENTS, FILES, rendered
from games.web.illustrations import section_of
from games.web.preferences import preferences_of

_WITHIN = re.compile(r'<a href="#s(\d+)-(\d+)"')


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Show the rules in the reader's language, or in the language of `?in=`."""
    return _page(request, "rulebook")


@require_safe
def rule(request: HttpRequest, chapter: int, section: int) -> HttpResponse:
    """Return one section of the rulebook with its pictures, as the HTML of a sheet that opens over the page.

    Raises Http404 if there is no such section.
    """
    part = section_text(f"{chapter}.{section}")
    if part is None:
        raise Http404
    return HttpResponse(part)


def section_text(number: str) -> SafeString | None:
    """Return a section of the rulebook, such as `6.3`, in the reader's language; None if there is none."""
    own = str(get_language())
    language = own if written(own) in FILES else "en"
    part = section_of(rendered("rulebook", language), number)
    if part is None:
        return None
    led = _WITHIN.sub(_to_rule, part)
    return format_html('<div class="book" lang="{}">{}</div>', written(language), SafeString(led))


def _to_rule(found: re.Match[str]) -> str:
    """Return the start of a link to another section of the rulebook.

    With scripts that section replaces the one shown; without them the link leads to the rulebook's page.
    """
    return rule_link(".".join(found.groups()))


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the glossary in the reader's language, or in the language of `?in=`."""
    return _page(request, "glossary")


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Show the page on fairness: who could cheat and how that is prevented, and how often deals were called off."""
    return _page(request, "fairness")


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the guides for members, directors and referees."""
    return _page(request, name)


def _page(request: HttpRequest, name: str) -> HttpResponse:
    asked, own = request.GET.get("in", ""), page_language()
    language = next(code for code in (asked, own, "en") if code in FILES)
    # Ways to the reader's own language need no `?in=`, so that the choice of languages above the page still counts.
    text = rendered(name, language_for(language, preferences_of(request))).replace(f"?in={own}", "")
    address = {code: "" if code == own else f"?in={code}" for code in FILES}
    kind = {"fairness": "fairness", "rulebook": "rulebook", "glossary": "rulebook"}
    return render(
        request,
        f"games/{kind.get(name, 'guide')}.html",
        {
            "text": SafeString(text),
            "title": DOCUMENTS[name].title,
            "about": DOCUMENTS[name].about,
            "written_in": language,
            "words": name == "glossary",
            "sister": reverse("rulebook" if name == "glossary" else "glossary") + address[language],
            "others": [(code, reverse(name) + address[code]) for code in FILES if code != language],
            "called_off": called_off(is_member=request.user.is_authenticated)
            if name == "fairness"
            else None,
        },
    )
