"""A kind of notice: whom an event is told, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from notices.recipients import NoticeContext, Recipient


class Kind(NamedTuple):
    """What an event says: to whom, and in which words."""

    whom: Callable[[NoticeContext], Iterable[Recipient]]
    words: tuple[str, ...]
    """By `variant` of the facts; `%(…)s` are facts, and `%(tournament)s`, `%(deal)s` the names of these."""
    by_mail: bool = True
    once: bool = False
    """Whether only the first of a stream is told."""
