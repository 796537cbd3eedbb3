"""Types for notices about events: their recipients and their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Facts = dict[str, Any]


class Recipient(NamedTuple):
    """A member who gets the notice, with the values that its text needs."""

    player: int
    facts: Facts = {}


class NoticeKind(NamedTuple):
    """How an event becomes a notice: its recipients and its texts."""

    whom: Callable[[Any], Iterable[Recipient]]
    """Asked with the event and what is known of it."""
    words: tuple[str, ...]
    """By `variant` of the facts; `%(…)s` are facts, and `%(tournament)s`, `%(deal)s` the names of these."""
    by_mail: bool = True
    once: bool = False
    """Whether only the first of a stream is told."""


def notify(
    whom: Callable[[Any], Iterable[Recipient]], *words: str, by_mail: bool = True
) -> NoticeKind:
    """Return a kind of notice: `whom` finds the recipients, and `words` has a text for each `variant` of the
    facts.
    """
    return NoticeKind(whom, words, by_mail)
