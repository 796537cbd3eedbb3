"""Renders the project's documents as HTML: rulebook, glossary, page on fairness, and guides.

In every language a document names a button by its English text in double brackets, `[[Start …]]`. If that text has a
message context in the catalogue, it comes first: `[[a move|Discard]]`. Readers see the button's label in their
language. An image's address is the path of a template that draws it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from os.path import relpath
from pathlib import Path
from typing import Final, NamedTuple

import markdown
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, override, pgettext
from django.utils.translation import gettext_lazy as _
from markdown.extensions.toc import TocExtension, slugify_unicode

from games.common.dialect import northern, written
from games.common.document_marks import with_buttons, with_sections
from games.common.installation import TEXTS
from games.presenters.learning.lessons import step_page
from games.presenters.qr import qr_svg
from games.web.illustrations import illustrated, with_cards_drawn


class Document(NamedTuple):
    """A document: its file in `docs/` without extension, its title, and one sentence about it."""

    file: str
    title: str | Promise
    about: str | Promise


DOCUMENTS: Final = {
    "rulebook": Document(
        "rules",
        _("Rules"),
        _(
            "The rules of Tứ Sắc with pictures of the cards: two pages for beginners, every case for referees."
        ),
    ),
    "glossary": Document(
        "glossary",
        _("Words used at the table"),
        _("The words of Tứ Sắc in English, Vietnamese, French and Japanese, and what they mean."),
    ),
    "fairness": Document(
        "fairness",
        _("Fairness"),
        _("How someone could cheat at this club's tables, and how it would be noticed."),
    ),
    "member-guide": Document(
        "guides/member",
        _("Using this site"),
        _("From logging in to your first win, on one page, with a picture of the table."),
    ),
    "director-guide": Document(
        "guides/director",
        _("A club evening, step by step"),
        _("From setting up the club to printing the results, on two pages."),
    ),
    "referee-guide": Document(
        "guides/referee",
        _("How to rule on a dispute"),
        _("The referee's work on one page: look at the deal, decide and sign."),
    ),
}
"""The documents by the names of their addresses."""

GUIDES: Final = tuple(name for name in DOCUMENTS if name.endswith("-guide"))
"""Those that fit on a sheet of paper and are printed."""

FILES: Final = {
    code: {page: f"{one.file}.{code}.md".replace(".en.", ".") for page, one in DOCUMENTS.items()}
    for code, _name in settings.LANGUAGES
}
"""The files in `docs/` by the language that they are written in; the English ones are of record."""

SHOWN_STEP: Final = ("4sac", 14)
"""The lesson's step whose table is shown as a picture: sets are melded, and the active card may be claimed."""

_FIGURE = re.compile(
    r'<p><img alt="([^"]*)" src="\.\./\.\./templates/games/guides/([a-z-]+)\.html" /></p>'
)


@lru_cache(maxsize=32)
def rendered(name: str, language: str) -> str:
    """Return a document of the project as HTML; `language` is a code that `language_for` returns.

    The markup is the project's own and trusted.
    """
    own = written(language)
    text = (TEXTS / "docs" / FILES[own][name]).read_text(encoding="utf-8")
    if language != own:
        text = northern(text)
    if name == "rulebook":
        text = with_sections(text)
    for code, files in FILES.items():
        for page, file in files.items():
            path = re.escape(relpath(file, Path(FILES[own][name]).parent))
            text = re.sub(rf"\]\({path}(#[^)]*)?\)", rf"]({reverse(page)}?in={code}\1)", text)
    with override(language):
        text = with_buttons(text, _named)
        toc = TocExtension(slugify=slugify_unicode)
        html: str = markdown.markdown(text, extensions=["tables", "sane_lists", toc])
        html = html.replace(
            "<table>", '<div class="sheet-wrap" tabindex="0"><table class="sheet">'
        ).replace("</table>", "</table></div>")
        if name in GUIDES:
            return _FIGURE.sub(_figure, with_cards_drawn(html))
    return illustrated(html, language) if name == "rulebook" else html


def _named(context: str | None, msgid: str) -> str:
    said = pgettext(context, msgid) if context else gettext(msgid)
    return f'<b class="press">{escape(said)}</b>'


def _figure(found: re.Match[str]) -> str:
    context = {
        "caption": SafeString(found[1]),
        "page": step_page(*SHOWN_STEP),
        "code": SafeString(qr_svg("Tứ Sắc")),  # to look at: it leads nowhere
    }
    return render_to_string(f"games/guides/{found[2]}.html", context)
