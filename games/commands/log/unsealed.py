"""Finds events since the last checkpoint that no command writes, while they are new enough to be recognised.

Later this is impossible: an author may have lost the duty, and every event is older than the next checkpoint.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import msgspec
from django.db.models import Max
from django.utils.translation import gettext as _

from games.club.accounts import (
    AccountSet,
    CollectionRemoved,
    PasswordSet,
    SecondFactorTaken,
    TableClosed,
    WordsRemoved,
)
from games.club.chips import NAMES as GIFTS
from games.club.chips import (
    ChipsAskedFor,
    ChipsDeclined,
    ChipsGranted,
    ChipsTakenBack,
    DutiesSet,
    MemberJoined,
    from_stored,
    member_of,
    member_stream,
)
from games.club.events import NAMES, STREAM, AlarmRaised, ClockStepped
from games.club.merging import (
    AccountsMerged,
    MergeConfirmed,
    MergedChipsMoved,
    MergeDeclined,
    MergeProposed,
    MergeTakenBack,
)
from games.club.vouching import vouched
from games.club.warnings import ConductWarned, WarningTakenBack
from games.commands.club.chips import MOST_GRANTED
from games.log import Recorded, codec, read_across, read_all
from games.log.integrity.notes import VerifierKey
from games.log.integrity.sealing import Accepted, Finding, Survey
from games.log.models import ArchivedStream, Event
from games.log.store import LogPosition
from games.models import Deal, Player
from games.models.tables import IMPORTED
from games.queries.club.given import GiftsAndDuties
from games.schema import deal_of

SLACK: Final = timedelta(minutes=10)
"""By how much an event may be older than a checkpoint that does not hold it: it was under way, or clocks differ."""
OLD: Final = timedelta(days=1)
"""How old an event is that a tree should have held for long."""
_BATCH = 500
_GIVES = frozenset({GIFTS[MemberJoined], GIFTS[ChipsGranted]})
_SERVICE = frozenset({NAMES[AlarmRaised], NAMES[ClockStepped]})
"""Events of the club that need no owner: unsigned they do no harm, and a machine without the key may write them."""


def strange_news(
    found: Survey, accepted: Mapping[str, Accepted], key: VerifierKey | None
) -> Iterator[Finding]:
    """Yield a finding for each event since the last checkpoint that no command would have written.

    Yields none if nothing was sealed yet. Without a key no signature is checked.
    """
    if not found.size:
        return
    late: dict[str, tuple[int, datetime]] = {}
    grants: dict[int, list[Recorded]] = {}
    given: set[tuple[str, int]] = set()
    newest = found.signed_at or _newest_under(found.place)
    floor = None if newest is None else newest - SLACK
    for event in _news(found, accepted):
        if floor is not None and event.recorded_at < floor:
            oldest = late.get(event.stream)
            if oldest is None or event.recorded_at < oldest[1]:
                late[event.stream] = (event.version, event.recorded_at)
        if event.stream == STREAM and key is not None:
            holds = vouched(event, key)
            if not holds and event.name not in _SERVICE:
                yield Finding(
                    STREAM,
                    _("Event %(version)d of the club, %(name)s, was not made by an owner.")
                    % {"version": event.version, "name": ascii(event.name).strip("'")},
                )
            elif holds and floor and event.name == NAMES[ClockStepped]:
                floor += timedelta(seconds=min(0, event.payload["seconds"]))
        elif member_of(event.stream) is not None:
            author = author_of(event)
            if author is None:
                yield Finding(
                    event.stream,
                    _(
                        "Stream %(stream)s: its event %(version)d is not one that a command would write."
                    )
                    % {"stream": event.stream, "version": event.version},
                )
            else:
                if author:
                    grants.setdefault(author, []).append(event)
                if event.name in _GIVES:
                    given.add((event.stream, event.version))
    if grants or given:
        yield from _strangely_given(grants, given)
    if floor is not None:
        yield from _late({name: one for name, one in late.items() if one[1] < floor})


def _newest_under(place: LogPosition) -> datetime | None:
    """Return when the newest event up to this place of the log was recorded; None if there is none.

    It is used instead of the last checkpoint's time if that is missing.
    """
    sealed = Event.objects.filter(position__lte=place.position)
    newest = sealed.aggregate(newest=Max("recorded_at"))["newest"]
    return None if newest is None else codec.decode_time(newest)


def _news(found: Survey, accepted: Mapping[str, Accepted]) -> Iterator[Recorded]:
    place = found.place
    while events := read_all(place):
        for event in events:
            leaf, said = found.heads.get(event.stream), accepted.get(event.stream)
            known = max(leaf.version if leaf else 0, said.version if said else 0)
            if event.version > known:
                yield event
        place = events[-1].place


def author_of(event: Recorded) -> int | None:
    """Return the id of the director who granted or requested a member's chips.

    Return 0 for an event that needs no director, None for one that no command could have written.
    """
    try:
        fact = from_stored(event.name, event.schema, event.payload)
    except (ValueError, msgspec.MsgspecError):
        return None
    by = event.metadata.get("by")
    match fact:
        case MemberJoined(chips) if 0 <= chips <= MOST_GRANTED:
            return 0
        case ChipsGranted(chips) if isinstance(by, int) and 0 < chips <= MOST_GRANTED:
            return by
        case ChipsAskedFor(chips, start=True) if isinstance(by, int) and 0 < chips <= MOST_GRANTED:
            return 0  # whoever opened the account asked for what the house's rule gives
        case ChipsAskedFor(chips) if isinstance(by, int) and 0 < chips <= MOST_GRANTED:
            return by
        case ChipsTakenBack() | ChipsDeclined() if isinstance(by, int):
            return by
        case ConductWarned() | WarningTakenBack() | WordsRemoved() | CollectionRemoved() if (
            isinstance(by, int)
        ):
            return 0 if member_of(event.stream) != by else None  # no chips of anybody
        case AccountSet() | PasswordSet() | SecondFactorTaken() | TableClosed() if isinstance(
            by, int
        ):
            return 0 if member_of(event.stream) != by else None
        case MergeProposed(staying) | AccountsMerged(staying) if isinstance(by, int):
            # An owner proposes it, for nobody's chips of their own; the fold wants both confirmations.
            own = isinstance(fact, MergeProposed) and by in (staying, member_of(event.stream))
            return None if own else 0
        case MergedChipsMoved():
            return 0  # the service's; reading its transfer fails where nobody was merged
        case MergeConfirmed() | MergeDeclined() | MergeTakenBack() if isinstance(by, int):
            return 0
        case DutiesSet(gave=gave) if isinstance(by, int):
            # No chips of anybody, and never of oneself.
            return 0 if not gave or member_of(event.stream) != by else None
    return None


def _strangely_given(
    grants: Mapping[int, Iterable[Recorded]], given: Collection[tuple[str, int]]
) -> Iterator[Finding]:
    """Yield findings for gifts that nobody could have made, and other moves of chips by people who weren't directors.

    Authors count as directors if either the log or their row says so, since a director may have lost the duty since.
    """
    told, members = (
        GiftsAndDuties(),
        Player.objects.filter(is_guest=False).values_list("pk", flat=True),
    )
    for event in read_across([member_stream(pk) for pk in members], GiftsAndDuties.told_by):
        with suppress(ValueError, msgspec.MsgspecError):  # named above
            fact = from_stored(event.name, event.schema, event.payload)
            told.add(member_of(event.stream) or 0, event, fact)
    strange = [one for one in told.strange(given) if (one.stream, one.version) in given]
    yield from (Finding(one.stream, one.sentence) for one in strange)
    known = {(one.stream, one.version) for one in strange}
    rows = Player.objects.filter(pk__in=grants, is_director=True)
    directors = set(rows.values_list("pk", flat=True))
    for author in sorted(grants.keys() - directors):
        for event in grants[author]:
            if (event.stream, event.version) in known:
                continue
            if not told.was_director(author, event.recorded_at):
                yield Finding(
                    event.stream,
                    _("Stream %(stream)s: the author of its event %(version)d is not a director.")
                    % {"stream": event.stream, "version": event.version},
                )


def _late(late: Mapping[str, tuple[int, datetime]]) -> Iterator[Finding]:
    """Yield a finding for each stream with an event dated before the last checkpoint.

    Imported deals are excepted, since their records keep their own times.
    """
    names = iter(late)
    while batch := list(islice(names, _BATCH)):
        imported = _imported(batch)
        for stream in batch:
            if stream not in imported:
                version, at = late[stream]
                yield Finding(
                    stream,
                    _(
                        "Stream %(stream)s: its event %(version)d was added after the last checkpoint, but "
                        "is dated earlier: %(time)s."
                    )
                    % {"stream": stream, "version": version, "time": at.isoformat("T", "seconds")},
                )


def _imported(streams: Iterable[str]) -> set[str]:
    deals = {deal: stream for stream in streams if (deal := deal_of(stream)) and deal < 2**63}
    known = Deal.objects.filter(pk__in=deals, table__origin__startswith=IMPORTED)
    return {deals[number] for number in known.values_list("pk", flat=True)}


def has_a_past(now: datetime) -> bool:
    """Return whether the log has an event older than a day; imported deals don't count."""
    old = Event.objects.filter(recorded_at__lt=codec.encode_time(now - OLD)).order_by("stream")
    for rows in (old, ArchivedStream.objects.order_by("stream")):
        names = rows.values_list("stream", flat=True).distinct().iterator()
        while batch := list(islice(names, _BATCH)):
            if set(batch) - _imported(batch):
                return True
    return False
