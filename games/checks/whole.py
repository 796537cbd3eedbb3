"""All that `verify_log` asks, and what of it is asked every night."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.utils import timezone

from games.checks.log import differing_rows, strange_streams
from games.checks.sealed import checkpoints, forged_acceptances, sealed
from games.club.events import AlarmKind, Facts
from games.commands.club import raise_alarm
from games.log.integrity import tree
from games.log.integrity.order import disordered
from games.log.integrity.verify import broken_streams, stream_names
from games.log.models import Leaf, Verification
from games.log.snapshot import one_snapshot

_log = logging.getLogger(__name__)

Check = Callable[[], Iterator[str]]

NIGHT: Final = 3
"""The hour of the club's day from which on the log is verified."""
WEEK: Final = 7
"""Nights in which every stream has its turn; in one of them everything has."""
KEPT: Final = timedelta(days=400)
"""How long the outcome of a night is kept."""


def chains() -> Iterator[str]:
    """The first broken row of each stream whose hash chain does not hold."""
    return map(str, broken_streams())


CHECKS: Final[tuple[Check, ...]] = (
    chains,
    strange_streams,
    differing_rows,
    sealed,
    checkpoints,
    forged_acceptances,
    disordered,
)
"""What is verified, in this order; each gives a sentence for each thing that is not right."""


def verify_tonight(*, now: datetime) -> Verification | None:
    """Verify what has come since the last night and a seventh of the rest, once a week everything; the outcome.

    None before the hour of the night and where this day's is done. What is found raises an alarm, which stays until
    an owner answers it.
    """
    local = timezone.localtime(now)
    if local.hour < NIGHT or Verification.objects.filter(day=local.date()).exists():
        return None
    last = Verification.objects.order_by("-day").first()
    recently = Verification.objects.filter(whole=True, day__gt=local.date() - timedelta(days=WEEK))
    done = Verification(day=local.date(), whole=not recently.exists())
    found: list[str] = []
    with one_snapshot():
        done.leaves = tree.size()
        names = list(stream_names())
        if done.whole:
            for check in CHECKS:
                found += check()
        else:
            some = _tonight(names, last.leaves if last else 0, local.weekday())
            names = sorted(some)
            found += [str(broken) for name in names for broken in broken_streams(name)]
            found += [*sealed(), *forged_acceptances(), *disordered(some)]
    done.streams, done.found, done.first = len(names), len(found), found[0] if found else ""
    made = Verification.objects.bulk_create([done], ignore_conflicts=True)
    Verification.objects.filter(day__lt=done.day - KEPT).delete()
    for sentence in found:
        _log.error("the log is broken: %s", sentence)
    if found:
        facts: Facts = {"found": len(found), "first": found[0]}
        raise_alarm(AlarmKind.LOG_BROKEN, facts=facts, now=now)
    return made[0]


def _tonight(names: list[str], seen: int, weekday: int) -> set[str]:
    news = Leaf.objects.filter(index__gte=seen).values_list("stream", flat=True)
    return {*news, *(name for name in names if crc32(name.encode()) % WEEK == weekday)}
