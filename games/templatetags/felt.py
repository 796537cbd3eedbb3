"""Draws parts of the table card by card, and a deal's history line by line: ``{% load felt %}``.

Loops in the template would take far longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.common.joints import listed
from games.engine.cards import CARD_NAMES, Card
from games.engine.rules import RuleSet
from games.engine.sets import CardSet
from games.presenters.cards import card_name
from games.presenters.play.actions import Action
from games.presenters.play.choices import HandGroup, HeldCard, Row
from games.presenters.play.felt_events import Since
from games.presenters.play.history import HistoryLine
from games.presenters.play.seats import SeatBox
from games.presenters.play.selection import Cycle
from games.presenters.play.table import TablePage
from games.templatetags.cards import card, cardset
from games.templatetags.kept import drawn, sent
from games.templatetags.parts import Composed, composed
from games.templatetags.sections import sections, without_sections

register = template.Library()


@register.simple_tag
def address(name: str, table_id: int) -> str:
    """Return the URL like ``{% url name table_id %}``, but cached: ``{% address "move" table.pk as move %}``."""
    return _address(name, table_id)


@lru_cache(maxsize=4096)
def _address(name: str, table_id: int) -> str:
    return reverse(name, args=(table_id,))


@register.simple_tag
def since(happened: Since) -> SafeString:
    """Return what happened since the viewer's move, newest in bold, with a replay: ``{% since felt.since %}``."""
    *before, last = happened.told or ("",)
    older = format_html_join(" ", "<span>{}</span>", ((sections(words),) for words in before))
    if happened.steps:
        older = format_html(_REPLAY, _("Step by step"), older)
    if older:
        older = format_html('<span class="since__before">{}</span> ', older)
    return format_html("{}<b>{}</b>", older, sections(last))


_REPLAY: Final = '<button class="since__replay" id="to-since" type="button" popovertarget="sheet-since">{}</button> {}'


@register.simple_tag(takes_context=True)
def seats(context: Context, felt: TablePage) -> SafeString:
    """Return the other players' seats in seat order: ``{% seats felt %}``."""
    return SafeString("".join([sent(context, _section(box, felt)) for box in felt.seats]))


def _section(box: SeatBox, felt: TablePage) -> Composed:
    here = f"seat-{box.number}"
    free = ""
    if felt.sit_at and box.free:
        free = drawn(_SIT_DOWN, box=box, sit_at=felt.sit_at, watching=felt.watching)
    return composed(
        (
            f'<section class="seat {box.look}" id="{here}" data-seat="{box.number}" data-signs\n',
            f'aria-labelledby="{here}-name {here}-wind">\n',
            *_seat_of(box, felt.dealt, felt.rules).pieces,
            f"\n{free}\n",
            drawn("games/_asks.html"),
            "</section>\n",
        )
    )


_SIT_DOWN: Final = "games/table.html#sit_down"


@register.simple_tag(takes_context=True)
def seat(context: Context, box: SeatBox, dealt: bool, rules: RuleSet) -> SafeString:
    """Return a seat's HTML, cached while it stays the same: ``{% seat box felt.dealt felt.rules %}``."""
    return sent(context, _seat_of(box, dealt, rules))


def _seat_of(box: SeatBox, dealt: bool, rules: RuleSet) -> Composed:
    # Where it lies for whom makes no difference but for the own hand: what is drawn for one serves all others.
    return _seat(
        box._replace(place="own" if box.place == "own" else ""), dealt, rules, get_language()
    )


@lru_cache(maxsize=4096)
def _seat(box: SeatBox, dealt: bool, rules: RuleSet, _language: str | None) -> Composed:
    name = drawn(
        "games/_seat_name.html",
        number=box.number,
        own=box.is_own,
        name=box.name,
        short=box.glance,
        guest=box.guest,
        program=box.program,
        mine=box.mine,
        to_play=box.to_play,
    )
    count = drawn("games/_seat_count.html", number=box.private) if dealt else ""
    facts = drawn("games/_seat_facts.html", facts=box.facts, dealt=dealt)
    soon = format_html('<p class="seat__next">{}</p>\n', box.next) if box.next else ""
    backs = hand = ""
    if box.open_hand:
        hand = drawn("games/_seat_hand.html", hand=box.open_hand)
    elif box.backs:
        backs = f'<svg class="backs" data-sign="count" width="{box.backs}" height="26" aria-hidden="true"></svg>\n'
    return composed(
        (
            f'<div class="seat__head">\n{name}\n',
            f"{count}\n</div>\n",
            f"{facts}\n",
            f'{soon}{backs}<ul class="seat__sets">',
            *_laid(box.sets, rules, box.won_with, get_language()),
            f"</ul>\n{hand}",
        )
    )


@register.simple_tag(takes_context=True)
def selector(context: Context, cycle: Cycle) -> SafeString:
    """Return one of the two selecting buttons, with all selections for the script: ``{% selector one %}``."""
    words = _("Find Trash") if cycle.name == "trash" else _("Quick Select")
    button = format_html(
        _SELECTOR, *(cycle.element, cycle.value, cycle.text, cycle.at, cycle.key, words)
    )
    return sent(context, button)


_SELECTOR: Final = (
    '<button class="tool" id="{}" form="moves" name="select" value="{}"\n'
    'data-cycle="{}" data-at="{}" data-key="{}">\n{}</button>'
)


@register.simple_tag(takes_context=True)
def places(context: Context, held: Iterable[Iterable[Action]]) -> SafeString:
    """Return the buttons for the moves, each in its place on the bar: ``{% places felt.bar.places %}``."""
    language = get_language()
    pieces: list[str] = []
    for place in held:
        pieces.append('<span class="moves__place">\n')
        for action in place:
            pieces += _button(action, language)
        pieces.append("</span>")
    return sent(context, composed(pieces))


@lru_cache(maxsize=4096)
def _button(action: Action, _language: str | None) -> tuple[str, ...]:
    """Return a button in pieces: why it cannot be pressed is the same for several."""
    if action.question:
        return (_asking(action),)
    warned = '\n data-caption="{}" data-warning="{}"' if action.warning else ""
    opening = format_html(
        '<button class="move move--{}{}" id="move-{}"\nname="move" value="{}" data-key="{}"'
        + warned,
        *(action.name, " is-aimed" if action.aimed else "", action.name, action.value, action.key),
        *((action.caption, action.warning) if warned else ()),
    )
    why = '\n aria-disabled="true" data-why="{}"'
    closing = format_html(
        '>\n<span class="move__words" data-length="{}">{}</span>\n<small class="move__note">{}</small>'
        '<span class="move__key" aria-hidden="true">{}</span></button>\n',
        *(len(action.words), action.words, action.note, action.key),
    )
    if not action.why:
        return (opening + closing,)
    return (opening, format_html(why, escape(sections(action.why))), closing)


def _asking(action: Action) -> SafeString:
    """Return the HTML of a button that opens a question above the bar, with a second button that confirms.

    It works without scripts.
    """
    back = _("Not now")
    return format_html(
        '<details class="ask ask--move" id="ask-{}-{}"><summary class="move move--{}" id="move-{}" data-key="{}">\n'
        '<span class="move__words ask__closed" data-length="{}">{}</span>'
        '<span class="move__words ask__open" data-length="{}">{}</span>'
        '<span class="move__key" aria-hidden="true">{}</span></summary>\n'
        '<div class="ask__box"><p>{}</p><button class="move move--sure" id="move-{}-sure"\n'
        'name="move" value="{}">{}</button></div></details>\n',
        *(action.name, action.asked_at, action.name, action.name, action.key),
        *(len(action.caption), action.caption, len(back), back, action.key),
        *(action.question, action.name, action.value, action.sure),
    )


@lru_cache(maxsize=2048)
def _laid(
    sets: tuple[CardSet, ...], rules: RuleSet, won_with: CardSet | None, _language: str | None
) -> tuple[str, ...]:
    won = ' class="is-won"'
    return tuple(
        f"<li{won if made == won_with else ''}>"
        f"{cardset(made, size='s', rules=rules, caption=False)}</li>"
        for made in sets
    )


@register.simple_tag(takes_context=True)
def dead(context: Context, lying: tuple[Card, ...]) -> SafeString:
    """Return the dead cards in the order in which they died: ``{% dead view.dead %}``."""
    return sent(context, _dead(lying, get_language()))


@lru_cache(maxsize=512)
def _dead(lying: tuple[Card, ...], _language: str | None) -> Composed:
    return composed(
        ('<ul class="cards">', *(f"<li>{card(one, 's')}</li>" for one in lying), "</ul>")
    )


@register.simple_tag(takes_context=True)
def hand(context: Context, rows: Iterable[Row]) -> SafeString:
    """Return the viewer's own hand, each card a label with its own checkbox: ``{% hand felt.rows %}``."""
    language = get_language()
    pieces: list[str] = []
    for row in rows:
        groups = [_group(group, language) for group in row]
        pieces += ('<div class="hand__row">', *groups, "</div>")
    return sent(context, composed(pieces))


@lru_cache(maxsize=4096)
def _group(group: HandGroup, language: str | None) -> Composed:
    opening = format_html(
        '<div class="hand__group" data-look="{}" role="group" aria-label="{}">',
        *(group.look, group.title),
    )
    cards = (piece for held in group.cards for piece in _held(held, language))
    return composed((opening, *cards, "</div>"))


@lru_cache(maxsize=8192)
def _held(held: HeldCard, _language: str | None) -> tuple[str, str]:
    """Return a card of the hand in two pieces: where it lies, and what stays the same wherever it lies."""
    name = CARD_NAMES[held.card]
    opening = format_html(
        '<label class="held" data-card="{}"{}{}{}><input id="held-{}-{}"{}',
        name,
        SafeString(" data-trash") if held.trash else "",
        format_html(' data-verdict="{}"', held.verdict) if held.verdict else "",
        format_html(' data-warning="{}"', held.warning) if held.warning else "",
        name,
        held.copy,
        SafeString(" checked") if held.checked else "",
    )
    rest = format_html(
        ' type="checkbox" name="cards" value="{}" form="moves" aria-label="{}">{}{}</label>',
        name,
        without_sections(listed(filter(None, (card_name(held.card), held.mark and held.said)))),
        card(held.card, "l", silent=True),
        format_html('<small class="held__mark" title="{}" aria-hidden="true"></small>', held.mark)
        if held.mark
        else "",
    )
    return opening, rest


_CHUNK: Final = 8
"""Lines of the history that are one part once there are so many: all but the newest stay as they are."""


@register.simple_tag(takes_context=True)
def history(context: Context, lines: Sequence[HistoryLine]) -> SafeString:
    """Return a deal's history as list items, the newest first: ``{% history felt.history %}``."""
    items = [_line(line.words, line.penalty) for line in lines]
    new = len(items) % _CHUNK
    old = ("".join(items[at : at + _CHUNK]) for at in range(new, len(items), _CHUNK))
    return sent(context, composed((*items[:new], *old)))


@lru_cache(maxsize=8192)
def _line(words: str, penalty: bool) -> str:
    opening = '<li class="is-penalty">' if penalty else "<li>"
    return f"{opening}{sections(words)}</li>"
