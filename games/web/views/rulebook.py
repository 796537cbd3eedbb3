"""The club's own documents on pages, from their files; each section of the rulebook has an anchor, `#s6-3`.

English is the text of record; a reader of another language that has a translation is shown that, with the way to the
English one beside it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import markdown
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown.extensions.toc import TocExtension, slugify_unicode

from games.queries.club.fairness import called_off
from games.templatetags.sections import rule_link
from games.web.illustrations import illustrated, section_of

_PAGES = {"rulebook": "rules", "glossary": "glossary", "fairness": "fairness"}
FILES = {
    code: {page: f"{name}.{code}.md".replace(".en.", ".") for page, name in _PAGES.items()}
    for code, _name in settings.LANGUAGES
}
"""The files in `docs/` by the language that they are written in; the English ones are of record."""

_SECTION = re.compile(r"^(\| )?(\d+)\.(\d+)(?= )", re.MULTILINE)
_WITHIN = re.compile(r'<a href="#s(\d+)-(\d+)"')
_CHAPTER = re.compile(r"^(## )(\d+)(?= )", re.MULTILINE)


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Show the rules in the reader's language, or in that of `?in=`."""
    return _page(request, "rulebook")


@require_safe
def rule(request: HttpRequest, chapter: int, section: int) -> HttpResponse:
    """Show a section of the rulebook with its pictures over the table; 404 if there is none."""
    part = section_text(f"{chapter}.{section}")
    if part is None:
        raise Http404
    return HttpResponse(part)


def section_text(number: str) -> SafeString | None:
    """Return a section of the rulebook, such as `6.3`, in the reader's language; None if there is none."""
    own = str(get_language())
    language = own if own in FILES else "en"
    part = section_of(rendered("rulebook", language), number)
    if part is None:
        return None
    led = _WITHIN.sub(_to_rule, part)
    return format_html('<div class="book" lang="{}">{}</div>', language, SafeString(led))


def _to_rule(found: re.Match[str]) -> str:
    """Return a way from one section to another that opens it in the place of the first, or in the book."""
    return rule_link(".".join(found.groups()))


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the glossary in the reader's language, or in that of `?in=`."""
    return _page(request, "glossary")


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Show who is trusted with what, and how often deals were called off."""
    return _page(request, "fairness")


def _page(request: HttpRequest, name: str) -> HttpResponse:
    asked, own = request.GET.get("in", ""), str(get_language())
    language = next(code for code in (asked, own, "en") if code in FILES)
    # Ways to the reader's own language need no `?in=`, so that the choice of languages above the page still counts.
    text = rendered(name, language).replace(f"?in={own}", "")
    address = {code: "" if code == own else f"?in={code}" for code in FILES}
    return render(
        request,
        "games/fairness.html" if name == "fairness" else "games/rulebook.html",
        {
            "text": SafeString(text),
            "written_in": language,
            "words": name == "glossary",
            "sister": reverse("rulebook" if name == "glossary" else "glossary") + address[language],
            "others": [(code, reverse(name) + address[code]) for code in FILES if code != language],
            "called_off": called_off(is_member=request.user.is_authenticated)
            if name == "fairness"
            else None,
        },
    )


@lru_cache(maxsize=16)
def rendered(name: str, language: str) -> str:
    """Return a document of the project as HTML. It is ours, so its markup is trusted."""
    text = (Path(settings.BASE_DIR) / "docs" / FILES[language][name]).read_text(encoding="utf-8")
    if name == "rulebook":
        # Sections follow each other line by line: each becomes a paragraph with its anchor.
        text = _SECTION.sub(_anchored, text)
        text = _CHAPTER.sub(r'\1<span id="s\2"></span>\2', text)
    for code, files in FILES.items():
        for page, file in files.items():
            text = text.replace(f"]({file})", f"]({reverse(page)}?in={code})")
    toc = TocExtension(slugify=slugify_unicode)
    html: str = markdown.markdown(text, extensions=["tables", "sane_lists", toc])
    html = html.replace(
        "<table>", '<div class="sheet-wrap" tabindex="0"><table class="sheet">'
    ).replace("</table>", "</table></div>")
    return illustrated(html, language) if name == "rulebook" else html


def _anchored(found: re.Match[str]) -> str:
    cell, chapter, section = found[1], found[2], found[3]
    number = f'<b id="s{chapter}-{section}">{chapter}.{section}</b>'
    return f"{cell}{number}" if cell else f"\n{number}"
