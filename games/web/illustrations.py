"""Illustrates the rulebook: draws cards in the text, makes chapters foldable, and links each § to its section."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import override

from games.engine.cards import CARD_BY_NAME
from games.presenters.cards import cards_words
from games.templatetags.cards import picture

_CARDS = re.compile(
    r"(?<![A-Za-zÀ-ỹ])(?:[KGMRCNP][rygw])+(?: (?:[KGMRCNP][rygw])+)*(?![A-Za-zÀ-ỹ])"
)
_CARD = re.compile(r"[KGMRCNP][rygw]")
_OF_CARDS_ALONE = re.compile(rf"<code>({_CARDS.pattern})</code>")
_REFERENCE = re.compile(r"§(\d{1,2})\.(\d{1,2})")
_TEXT = re.compile(r"(<[^>]*>)|([^<]+)")
_CHAPTER = re.compile(r"<h2[^>]*>.*?</h2>", re.DOTALL)


def illustrated(html: str, language: str) -> str:
    """Return a book with its cards drawn and named in its language, and foldable chapters.

    The preface is unchanged.
    """
    begin = html.find("<h2")
    preface, book = html[:begin], html[begin:]
    with override(language):
        book = _in_text(_CARDS, _drawn, _OF_CARDS_ALONE.sub(r"\1", book))
    return preface + _folded(_in_text(_REFERENCE, _led, book))


def with_cards_drawn(html: str) -> str:
    """Return the HTML with its cards drawn and named in the active language. Cards are those written as code."""
    return _OF_CARDS_ALONE.sub(_drawn, html)


def section_of(html: str, number: str) -> str | None:
    """Return the HTML of a section of an illustrated book, such as `6.3`, with its subsections; None if there is
    none.
    """
    mark = f'<b id="s{number.replace(".", "-")}">'
    at = html.find(mark)
    if at < 0:
        return None
    if html.rfind("<tr>", 0, at) > html.rfind(
        "</tr>", 0, at
    ):  # a line of a table, shown below the table's head
        table = html.rfind('<div class="sheet-wrap"', 0, at)
        head = html[table : html.index("</thead>", table)]
        row = html[html.rfind("<tr>", 0, at) : html.index("</tr>", at)]
        part = f"{head}</thead><tbody>{row}</tr></tbody></table></div>"
    else:
        begin = html.rfind("<p>", 0, at)
        ends = (html.find(end, at) for end in ('<p><b id="s', "<h3", "</details>"))
        part = html[begin : min((end for end in ends if end > 0), default=len(html))]
    return re.sub(r' id="[^"]*"', "", part)


def _in_text(pattern: re.Pattern[str], change: Callable[[re.Match[str]], str], html: str) -> str:
    """Replace the pattern in the HTML's text, but not in tags and attributes."""
    return _TEXT.sub(lambda found: found[1] or pattern.sub(change, found[2]), html)


def _drawn(found: re.Match[str]) -> SafeString:
    cards = [CARD_BY_NAME[name] for name in _CARD.findall(found[0])]
    pictures = SafeString("".join(picture(card) for card in cards))
    return format_html(
        '<span class="pictures" role="img" aria-label="{}">{}</span>', cards_words(cards), pictures
    )


def _led(found: re.Match[str]) -> str:
    return f'<a href="#s{found[1]}-{found[2]}">{found[0]}</a>'


def _folded(book: str) -> str:
    """Return the book with chapters that their headings open and close. The first one, for beginners, is open."""
    heads = _CHAPTER.findall(book)
    bodies = _CHAPTER.split(book)[1:]
    return "".join(
        f'<details class="book__chapter"{"" if number else " open"}><summary>{head}</summary>{body}</details>'
        for number, (head, body) in enumerate(zip(heads, bodies, strict=True))
    )
