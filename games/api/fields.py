"""Serializer fields that take their value from a function: cards, moves and events in notation (docs/records.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.engine.cards import CARD_NAMES, Card
from games.engine.events import DealExhausted, Event
from games.engine.recording.notation import NAMES, event_to_plain, move_text
from games.engine.scoring import Result
from games.models import Player


class _Written(serializers.Field[Any, Any, Any, Any]):
    def __init__(self, write: Callable[[Any], Any], **options: Any) -> None:
        super().__init__(**options)
        self.write = write

    def to_representation(self, value: Any) -> Any:
        return self.write(value)


class Text(_Written, serializers.CharField):
    """A text field; `write` turns the value into text."""


class Plain(_Written, serializers.DictField):
    """A field for an object of plain data; `write` makes it from the value."""


class BotAccount(_Written, serializers.BooleanField):
    """A field that says whether a value's player is a program's account; `write` returns that player or None."""

    def __init__(
        self, write: Callable[[Any], Player | None] = lambda one: one.player, source: str = "*"
    ) -> None:
        super().__init__(write, source=source, help_text=BOT_ACCOUNT)

    def to_representation(self, value: Any) -> bool:
        """Return whether the value has a player whose account is a program's."""
        player = self.write(value)
        return player is not None and player.is_bot


BOT_ACCOUNT: Final = (
    "Whether this is a program's account: an owner has noted that a member's own program plays with it. "
    "The club's own bots have no account."
)
"""What a field `bot_account` says; each stands beside a name."""


def event_name(event: Event) -> str:
    """Return the stored name of an event."""
    return NAMES[type(event)]


def result_to_plain(result: Result) -> dict[str, Any]:
    """Return a deal's result as plain data, in the form in which events contain it."""
    written: dict[str, Any] = event_to_plain(DealExhausted(0, result))["result"]
    return written


def _card_name(card: Card) -> str:
    return CARD_NAMES[card]


def card() -> Text:
    """Return a field for a card."""
    return Text(_card_name, help_text=_("The rank, then the colour, such as Rr."))


def cards(**options: Any) -> serializers.ListField:
    """Return a field for several cards."""
    return serializers.ListField(child=Text(_card_name), **options)


def moves() -> serializers.ListField:
    """Return a field for a list of moves, each in notation."""
    return serializers.ListField(child=Text(move_text))
