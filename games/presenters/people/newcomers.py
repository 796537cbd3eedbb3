"""Describes a list of new members and their login cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.commands.people.cards import PrintedCard
from games.common.addresses import only_this_machine, whole_address
from games.common.names import NAME_REFUSALS
from games.presenters.qr import qr_svg
from games.queries.people.named import labelled
from games.queries.people.newcomers import LineOutcome, NewLine

_WORDS: Final = {
    LineOutcome.NEW: gettext_noop("new member, logs in as %(login)s"),
    LineOutcome.MEMBER: gettext_noop("is already a member: %(who)s"),
    LineOutcome.ASKS: gettext_noop("may be a member already"),
    LineOutcome.TWICE: gettext_noop("is on the list twice and counts once"),
    LineOutcome.SEVERAL: gettext_noop("more than one member has this name already"),
    LineOutcome.CLOSED: gettext_noop("has a closed account: %(who)s. Reopen it under Members"),
    LineOutcome.HEADING: gettext_noop("a heading"),
    LineOutcome.COLUMNS: gettext_noop(
        "more than one column. Write one name per line, or put headings above the columns: "
        "Name, Sum"
    ),
    LineOutcome.CHIPS: gettext_noop(
        "the starting sum has to be a whole number from 0 to 1,000,000"
    ),
}
_TOO_LONG: Final = gettext_noop("That name is too long: at most 40 characters.")


def line_words(line: NewLine) -> str:
    """Return in words what will happen or has happened with a line of the list."""
    if line.answer is LineOutcome.NAME:
        return _(NAME_REFUSALS.get(line.refused, _TOO_LONG))
    who = labelled(line.player) if line.player else ""
    return _(_WORDS[line.answer]) % {"login": line.login, "who": who}


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the preview."""

    line: NewLine
    words: str
    near: tuple[tuple[int, str], ...]
    """The members whom it may mean, by id; the first is taken unless somebody says otherwise."""


def shown_lines(lines: Sequence[NewLine]) -> list[ShownLine]:
    """Return the lines of the preview; lines that need attention come first."""
    shown = [
        ShownLine(line, line_words(line), tuple((one.pk, labelled(one)) for one in line.near))
        for line in lines
    ]
    return sorted(
        shown, key=lambda one: (not one.line.wrong, one.line.answer is not LineOutcome.ASKS)
    )


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card to print."""

    name: str
    login: str
    """Empty for a guest, who has none to type."""
    digits: str
    """In two groups of three, as they are read out."""
    qr: SafeString
    """Empty where the club has no address that a phone reaches."""
    link: str
    """What the code says, to be sent to a guest; empty for a member."""


def card_link(key: str) -> str:
    """Return the address in a card's QR code."""
    return whole_address(f"{reverse('login-card')}?{urlencode({'key': key})}")


def shown_cards(cards: Sequence[PrintedCard]) -> list[ShownCard]:
    """Return the cards to print, in the order of the list."""
    return [
        ShownCard(
            card.player.shown_name,
            "" if guest else card.player.username,
            f"{card.digits[:3]} {card.digits[3:]}",
            mark_safe("" if only_this_machine() else qr_svg(card_link(card.key))),  # noqa: S308 - drawn here
            card_link(card.key) if guest else "",
        )
        for card in cards
        for guest in (card.player.is_guest,)
    ]


@dataclass(frozen=True, slots=True)
class CardSheet:
    """A sheet of login cards to print."""

    cards: list[ShownCard]
    until: datetime
    """Until when the digits work."""
