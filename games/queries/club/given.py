"""Checks in the log whether people were allowed to grant chips when they granted them.

House rules and duties are taken from their events, not from today's rows, because somebody could change a row for a
minute. Grants are not checked if they are older than the release that began to log rules and duties.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.club.chips import (
    ALONE_FOR,
    NAMES,
    SECOND,
    ChipsAskedFor,
    ChipsDeclined,
    ChipsGranted,
    DutiesSet,
    Fact,
    MemberJoined,
)
from games.club.house_rules import HouseRules
from games.log import Recorded
from games.models import Player
from games.queries.club.house import house_rules_set

SLACK: Final = timedelta(minutes=10)
"""How long a rule still holds for what was under way when it changed."""
_DIRECTOR: Final = "is_director"
_TAKES_IN: Final = frozenset({_DIRECTOR, "is_superuser"})
"""The duties of who takes members in, and may lose them before an invitation is used."""


class Strange(NamedTuple):
    """An event that granted chips although, according to the log, nobody was allowed to grant them."""

    stream: str
    version: int
    sentence: str


class _Wish(NamedTuple):
    by: int
    chips: int
    at: datetime
    start: bool


class _Gift(NamedTuple):
    event: Recorded
    fact: MemberJoined | ChipsGranted
    by: int | None
    wish: _Wish | None
    """What somebody had asked for before, in the same stream and under the same key, and nobody had answered."""


class GiftsAndDuties:
    """Collects grants and duties from the members' streams, event by event, and then checks the grants."""

    told_by: Final = frozenset(
        NAMES[kind]
        for kind in (MemberJoined, ChipsGranted, ChipsAskedFor, ChipsDeclined, DutiesSet)
    )
    """The names of the events that it listens to."""

    def __init__(self) -> None:
        """Start with the house rules from the club's own stream."""
        told = [(at, rules) for at, _by, rules in house_rules_set()]
        self._since = [at for at, _rules in told]
        self._rules = [HouseRules(), *(rules for _at, rules in told)]
        self._gifts: list[_Gift] = []
        self._duties: dict[int, list[tuple[datetime, bool]]] = {}
        self._hosts: dict[int, datetime] = {}
        self._asked: dict[tuple[str, str], _Wish] = {}
        self._from: datetime | None = None
        self._directors: set[int] = set()
        self._owners: set[int] = set()

    def add(self, member: int, event: Recorded, fact: Fact) -> None:
        """Add an event of a member's stream; events of one stream must be added in their order."""
        by, at = event.metadata.get("by"), event.recorded_at
        match fact:
            case MemberJoined():
                self._gifts.append(_Gift(event, fact, by, None))
            case ChipsGranted(key=key):
                wish = self._asked.pop((event.stream, key), None)  # each is answered once
                self._gifts.append(_Gift(event, fact, by, wish))
            case ChipsDeclined(key=key):
                self._asked.pop((event.stream, key), None)
            case ChipsAskedFor(chips, key=key, start=start) if isinstance(by, int):
                self._asked[event.stream, key] = _Wish(by, chips, at, start)
            case DutiesSet(duties, is_open):
                self._duties.setdefault(member, []).append((at, is_open and _DIRECTOR in duties))
                if is_open and _TAKES_IN & {*duties}:
                    self._hosts.setdefault(member, at)
        known = isinstance(fact, ChipsAskedFor) or "waits" in event.payload
        if known and (self._from is None or at < self._from):
            self._from = at

    def strange(self, news: Collection[tuple[str, int]] = ()) -> Iterator[Strange]:
        """Yield each grant that, according to the log, nobody was allowed to make at that moment.

        `news` are events (stream and version) that no checkpoint covers. They are always checked, and count as later
        than all others whatever their date says.
        """

        def is_news(gift: _Gift) -> bool:
            return (gift.event.stream, gift.event.version) in news

        begun = self._from
        gifts = [
            one
            for one in self._gifts
            if is_news(one) or (begun is not None and one.event.recorded_at >= begun)
        ]
        gifts.sort(key=lambda one: (is_news(one), one.event.recorded_at))
        self._ask_rows({one.by for one in gifts} | {one.wish.by for one in gifts if one.wish})
        for one in gifts:
            if isinstance(one.fact, MemberJoined):
                yield from self._start_sum(one, one.fact)
        yield from self._alone(gifts)
        yield from self._by_no_director(gifts)

    def _start_sum(self, gift: _Gift, joined: MemberJoined) -> Iterator[Strange]:
        at = gift.event.recorded_at
        allowed = {0, *(rules.start_chips for rules in self._rules_about(at))}
        if joined.chips not in allowed:
            words = _(
                "Stream %(stream)s: event %(version)d opens an account with %(chips)d chips, but the "
                "club's starting sum was %(start)d."
            )
            start = self._rules_about(at)[-1].start_chips
            yield _told(gift.event, words, chips=joined.chips, start=start)

    def _alone(self, gifts: Iterable[_Gift]) -> Iterator[Strange]:
        """Yield the grants by which one person exceeded the daily limit without a second person's signature."""
        recent: dict[int, list[tuple[datetime, int]]] = {}
        for gift in gifts:
            at, by, chips = gift.event.recorded_at, gift.by, gift.fact.chips
            if by is None or not chips:
                continue
            limit = max(rules.alone_chips for rules in self._rules_about(at))
            asked = isinstance(gift.fact, ChipsGranted) and gift.fact.key.endswith(SECOND)
            answered = gift.wish if gift.wish and self._answers(gift, gift.wish) else None
            if answered is not None and answered.by != by:
                continue
            if (
                answered is not None or not asked
            ):  # who asked may grant it later, as their own grant
                mine = [one for one in recent.get(by, []) if abs(at - one[0]) < ALONE_FOR]
                recent[by] = [*mine, (at, chips)]
                if sum(one[1] for one in recent[by]) <= limit:
                    continue
            words = _(
                "Stream %(stream)s: event %(version)d grants %(chips)d chips. That takes one "
                "person above what they may grant alone in a day (%(limit)d), and nobody else "
                "has signed."
            )
            yield _told(gift.event, words, chips=chips, limit=limit)

    def _by_no_director(self, gifts: Iterable[_Gift]) -> Iterator[Strange]:
        """Yield the grants whose author had no duty that allowed them."""
        for one in gifts:
            by, at = one.by, one.event.recorded_at
            opens = isinstance(one.fact, MemberJoined)
            if by is None:
                continue
            if not (self._took_in(by, at) if opens else self.was_director(by, at)):
                words = _(
                    "Stream %(stream)s: the author of its event %(version)d is not a director."
                )
                yield _told(one.event, words)

    def _ask_rows(self, authors: Iterable[int | None]) -> None:
        """Read from the database which of `authors` are now directors or owners, if the log has no duties of theirs.

        Such duties are older than the events for duties, or were given by the command that makes owners.
        """
        wanted = {one for one in authors if one is not None} - self._duties.keys()
        rows = Player.objects.filter(pk__in=wanted)
        self._directors = {one.pk for one in rows if one.is_director}
        self._owners = {one.pk for one in rows if one.is_superuser}

    def _answers(self, gift: _Gift, wish: _Wish) -> bool:
        """Return whether a grant is exactly what an entitled person had requested."""
        if gift.fact.chips != wish.chips:
            return False
        if wish.start:
            allowed = {rules.start_chips for rules in self._rules_about(wish.at)}
            return wish.chips in allowed and self._took_in(wish.by, wish.at)
        return self.was_director(wish.by, wish.at)

    def _took_in(self, member: int, at: datetime) -> bool:
        """Return whether a member was allowed to admit new members, at that moment or when inviting them."""
        first = self._duties.get(member, [])
        if not first:
            return member in self._directors | self._owners
        return self._hosts.get(member, at + SLACK) <= at or not first[0][1]

    def was_director(self, member: int, at: datetime) -> bool:
        """Return whether the log says that a member was a director at that moment.

        If it has no event about this member's duties, the current row decides.
        """
        told = self._duties.get(member, [])
        if not told:
            return member in self._directors
        before = bisect_right([when for when, _held in told], at)
        if before and told[before - 1][1]:
            return True
        # What was under way when the duty ended; and a duty from before the first event, which ended it.
        ended = before and at - told[before - 1][0] < SLACK and (before < 2 or told[before - 2][1])
        return bool(ended) or (before == 0 and not told[0][1])

    def _rules_about(self, at: datetime) -> list[HouseRules]:
        """Return the house rules in force at a moment, and those replaced shortly before it."""
        first, last = (bisect_right(self._since, moment) for moment in (at - SLACK, at))
        return self._rules[first : last + 1]


def _told(event: Recorded, words: str, **figures: int) -> Strange:
    said = words % {"stream": event.stream, "version": event.version, **figures}
    return Strange(event.stream, event.version, said)
