"""Tells a deal's history in sentences, newest first."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, override

from games.engine.events import (
    CardDiscarded,
    Event,
)
from games.presenters import sentences
from games.queries.play.seen import SeenDeal


class HistoryLine(NamedTuple):
    """A line of the history: one event as a sentence, with its time."""

    version: int
    at: datetime
    words: str
    penalty: bool


@lru_cache(maxsize=8192)
def _event_words(event: Event, names: tuple[str, ...], language: str | None) -> str:
    """Return an event's sentence in this language. Sentences never change, so they are cached.

    The event has passed `sight`: what is hidden from one viewer makes a different event, cached separately.
    """
    with override(language):
        return sentences.event_words(event, names)


def history_of(shown: SeenDeal) -> tuple[HistoryLine, ...]:
    """Return the deal's history in words, newest first."""
    lines = []
    language = get_language()
    for row in shown.events:
        words = _event_words(row.event, shown.names, language)
        if words:
            event = row.event
            penalty = (
                isinstance(event, CardDiscarded)
                and event.verdict is not None
                and event.card not in event.verdict.worst
            )
            lines.append(HistoryLine(row.version, row.at, words, penalty))
    lines.reverse()
    return tuple(lines)
