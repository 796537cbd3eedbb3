"""The rulebook on a page, from the very files that code and rulings cite; each section has an anchor, `#s6-3`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import markdown
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from markdown.extensions.toc import TocExtension, slugify_unicode

_SECTION = re.compile(r"^(\| )?(\d+)\.(\d+)(?= )", re.MULTILINE)
_CHAPTER = re.compile(r"^(## )(\d+)(?= )", re.MULTILINE)


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """The rules of the house (docs/rules.md)."""
    text = _rendered("rules.md").replace("glossary.md", reverse("glossary"))
    return render(request, "games/rulebook.html", {"text": SafeString(text)})


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The words of the table (docs/glossary.md)."""
    text = _rendered("glossary.md").replace("rules.md", reverse("rulebook"))
    return render(request, "games/rulebook.html", {"text": SafeString(text), "words": True})


@lru_cache(maxsize=4)
def _rendered(name: str) -> str:
    """A document of the project as HTML. It is ours, so its markup is trusted."""
    text = (Path(settings.BASE_DIR) / "docs" / name).read_text(encoding="utf-8")
    if name == "rules.md":
        # Sections follow each other line by line: each becomes a paragraph with its anchor.
        text = _SECTION.sub(_anchored, text)
        text = _CHAPTER.sub(r'\1<span id="s\2"></span>\2', text)
    toc = TocExtension(slugify=slugify_unicode)
    html: str = markdown.markdown(text, extensions=["tables", "sane_lists", toc])
    return html.replace(
        "<table>", '<div class="sheet-wrap" tabindex="0"><table class="sheet">'
    ).replace("</table>", "</table></div>")


def _anchored(found: re.Match[str]) -> str:
    cell, chapter, section = found[1], found[2], found[3]
    number = f'<b id="s{chapter}-{section}">{chapter}.{section}</b>'
    return f"{cell}{number}" if cell else f"\n{number}"
