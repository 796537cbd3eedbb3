"""All that `verify_log` asks, and what of it is asked every night."""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from games.checks import checks_of_every_app
from games.checks.log import differing_rows, strange_streams
from games.checks.sealed import checkpoints, forged_acceptances, sealed
from games.club.events import AlarmKind, Facts
from games.commands.club import raise_alarm
from games.ledger.audit import strange_keys, unsound_transfers
from games.ledger.models import Transfer
from games.log.integrity import tree
from games.log.integrity.order import disordered
from games.log.integrity.verify import broken_streams, stream_names
from games.log.models import Leaf, Verification
from games.log.snapshot import one_snapshot

_log = logging.getLogger(__name__)

Check = Callable[[Collection[str] | None], Iterator[str]]
"""Gives a sentence for each thing that is not right: in the whole log, or in these streams where it goes by stream."""

NIGHT: Final = 3
"""The hour of the club's day from which on the log is verified."""
WEEK: Final = 7
"""Nights in which every stream has its turn; in one of them everything has."""
KEPT: Final = timedelta(days=400)
"""How long the outcome of a night is kept."""


def chains(only: Collection[str] | None = None) -> Iterator[str]:
    """The first broken row of each stream whose hash chain does not hold."""
    if only is None:
        yield from map(str, broken_streams())
    for name in sorted(only or ()):
        yield from map(str, broken_streams(name))


def ledger() -> Iterator[str]:
    """What is not right about the ledger: by its own rules, and beside what all apps' events call for."""
    yield from unsound_transfers()
    modules = checks_of_every_app("ledger")
    for module in modules:
        yield from module.check_ledger()
    yield from strange_keys(*(key for module in modules for key in module.LEDGER_KEYS))


CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("chains", chains),
    ("streams", lambda _only: strange_streams()),
    ("rows", differing_rows),
    ("leaves", lambda _only: sealed()),
    ("checkpoints", lambda _only: checkpoints()),
    ("acceptances", lambda _only: forged_acceptances()),
    ("order", disordered),
)
"""What `verify_log` and the night ask, in this order."""


class Night(msgspec.Struct):
    """What this machine remembers of its last night beside the database, whose rows somebody may have put in."""

    day: date
    whole: date | None
    leaves: int


def verify_tonight(*, now: datetime) -> Verification | None:
    """Verify what has come since the last night and a seventh of the rest, once a week everything; the outcome.

    The ledger is checked whole every night. None before the hour of the night and where this day's is done. What is
    found, or could not be asked, raises an alarm, which stays until an owner answers it. None too while another
    process of this machine is at it: the lock ends with its process, and a night that was cut off is begun again.
    """
    with _alone() as alone:
        return _verify(now) if alone else None


def _verify(now: datetime) -> Verification | None:
    local = timezone.localtime(now)
    last = _last_night()
    if local.hour < NIGHT or (last is not None and last.day >= local.date()):
        return None
    week_ago = local.date() - timedelta(days=WEEK)
    whole = last is None or last.whole is None or last.whole <= week_ago
    done = Verification(day=local.date(), whole=whole, leaves=tree.size())
    names = set(stream_names())
    tonight = None if whole else _tonight(names, last.leaves if last else 0, local.weekday())
    asked: list[tuple[str, Check]] = [*CHECKS, ("ledger", lambda _only: ledger())]
    found = [sentence for name, check in asked for sentence in _answer(name, check, tonight)]
    done.streams = len(names if tonight is None else tonight)
    done.counts = _counts(names if tonight is None else tonight)
    done.found, done.first = len(found), found[0] if found else ""
    Verification.objects.filter(day=done.day).delete()
    done.save(force_insert=True)
    Verification.objects.filter(day__lt=done.day - KEPT).delete()
    _remember(Night(done.day, done.day if whole or last is None else last.whole, done.leaves))
    _log.info("verified tonight: %s, %d found", done.counts, done.found)
    for sentence in found:
        _log.error("the log is broken: %s", sentence)
    if found:
        facts: Facts = {"found": len(found), "first": found[0]}
        raise_alarm(AlarmKind.LOG_BROKEN, facts=facts, now=now)
    return done


def _answer(name: str, check: Check, only: Collection[str] | None) -> list[str]:
    """What one check finds. One that breaks off has found something: bytes that nobody of us has written."""
    try:
        with one_snapshot():
            return list(check(only))
    except Exception as error:
        _log.exception("a check of the night could not be carried out: %s", name)
        return [
            _("The check “%(name)s” could not be carried out (%(error)s).")
            % {"name": name, "error": type(error).__name__}
        ]


def _counts(names: Collection[str]) -> dict[str, int]:
    """How many of each kind these streams were; the ledger is always looked at whole."""
    counts = {"transfers": Transfer.objects.count()}
    for module in checks_of_every_app("log"):
        counts |= module.counted_streams(names)
    return counts


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other process of this machine verifies. True where the machine keeps nothing beside the database."""
    path = _place()
    if path is None:
        yield True
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def _place() -> Path | None:
    place: Path | None = settings.TUSAC_LOG_MEMORY
    return place and place / "night.json"


def _last_night() -> Night | None:
    """The last night, as this machine remembers it; by the rows where it keeps nothing."""
    path = _place()
    if path is not None:
        try:
            return msgspec.json.decode(path.read_bytes(), type=Night)
        except (OSError, msgspec.MsgspecError):
            return None  # a machine that is new here looks at everything
    last = Verification.objects.order_by("-day").first()
    if last is None:
        return None
    whole = Verification.objects.filter(whole=True).order_by("-day").first()
    return Night(last.day, None if whole is None else whole.day, last.leaves)


def _remember(night: Night) -> None:
    path = _place()
    if path is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(night))


def _tonight(names: Collection[str], seen: int, weekday: int) -> set[str]:
    news = Leaf.objects.filter(index__gte=seen).values_list("stream", flat=True)
    return {*news, *(name for name in names if crc32(name.encode()) % WEEK == weekday)}
