"""Lists all checks of `verify_log`, and runs the nightly ones."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from datetime import date, datetime, timedelta
from typing import Final
from zlib import crc32

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.checks import checks_of_every_app, watch
from games.checks.bindings import strange_bindings
from games.checks.log import strange_streams, unreadable_streams
from games.checks.ratings import counted_steps, differing_ratings
from games.checks.sealed import checkpoints, forged_acceptances, sealed
from games.club.events import AlarmKind, Facts
from games.commands.club.club_work import raise_alarm
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
NIGHTS: Final = 2
"""Nights within which every stream has its turn."""
EVERYTHING: Final = 28
"""Days after which everything is looked at in one night, what goes from stream to stream among it."""
KEPT: Final = 400
"""Nights whose outcome is kept."""
PIECE: Final = 200
"""Streams that are looked at between two times at which the night keeps how far it is."""
_IN_PIECES: Final = frozenset({"chains", "deals", "tournaments", "ratings"})
"""The checks that look at each stream for itself."""


def chains(only: Collection[str] | None = None) -> Iterator[str]:
    """Yield, for each stream with a broken hash chain, a sentence about the first broken row."""
    if only is None:
        yield from map(str, broken_streams())
    for name in sorted(only or ()):
        yield from map(str, broken_streams(name))


def ledger() -> Iterator[str]:
    """Yield the ledger's errors: broken rules of its own, and transfers that differ from those that events
    call for.
    """
    yield from unsound_transfers()
    modules = checks_of_every_app("ledger")
    for module in modules:
        yield from module.check_ledger()
    yield from strange_keys(*(key for module in modules for key in module.LEDGER_KEYS))


def rows_of(kind: str) -> Check:
    """Return the check that compares rows with events, of the kind `deals` or `tournaments`."""

    def check(only: Collection[str] | None = None) -> Iterator[str]:
        for module in checks_of_every_app("log"):
            if kind == module.KIND:
                yield from module.check_log() if only is None else module.check_streams(only)

    return check


CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("chains", chains),
    ("streams", lambda _only: strange_streams()),
    ("club", lambda _only: unreadable_streams()),
    ("deals", rows_of("deals")),
    ("bindings", strange_bindings),
    ("tournaments", rows_of("tournaments")),
    ("ratings", differing_ratings),
    ("leaves", lambda _only: sealed()),
    ("checkpoints", lambda _only: checkpoints()),
    ("acceptances", lambda _only: forged_acceptances()),
    ("order", disordered),
)
"""What `verify_log` and the night ask, in this order."""


def verify_tonight(*, now: datetime) -> Verification | None:
    """Verify what is new since the last night and part of the rest; return the outcome.

    Everything is verified every four weeks, and the whole ledger every night. Returns None before the night's hour,
    if today's check is done, or while another process runs it. Findings, and checks that could not run, raise an
    alarm that stays until an owner answers it. An interrupted night continues after its last stored piece.
    """
    local = timezone.localtime(now)
    if local.hour < NIGHT or _is_done(watch.remembered(), local.date()):
        return None
    with watch.turn(now) as turn:
        memory = watch.remembered()  # whoever had the turn before may have ended the night
        if turn is None or _is_done(memory, local.date()):
            return None
        try:
            return _verify(turn, memory)
        except watch.Lost:
            _log.warning("another process goes on with the verification of tonight")
            return None


def _is_done(memory: watch.Memory, day: date) -> bool:
    """Return whether the nightly check of this day is done.

    A check dated tomorrow counts, because of time zones. One dated later comes from a clock that was ahead, and
    doesn't count.
    """
    return memory.last is not None and day <= memory.last.day <= day + timedelta(days=1)


def _verify(turn: watch.Turn, memory: watch.Memory) -> Verification:
    day, last = timezone.localtime(turn.clock()).date(), memory.last
    begun = memory.begun
    if begun is None or begun.day != day:
        begun = _begin(day, last)
    else:
        begun.turns += 1
    memory = watch.Memory(last, begun)
    names = _names(begun, last)
    begun.streams = len(names)
    turn.keep(memory)
    asked: list[tuple[str, Check]] = [*CHECKS, ("ledger", lambda _only: ledger())]
    for name, check in asked:
        if name in begun.asked:
            continue
        for piece in _pieces(name, names, begun.behind):
            found = _answer(name, check, None if begun.whole and piece is names else set(piece))
            found = [one.replace("\0", "\ufffd") for one in found]  # no row takes what was forged
            for kind, number in _counted(name, piece).items():
                begun.counts[kind] = begun.counts.get(kind, 0) + number
            if found:
                begun.differences[name] = begun.differences.get(name, 0) + len(found)
                begun.first = begun.first or found[0]
            for sentence in found:
                _log.error("the log is broken: %s", sentence)
            begun.behind = piece[-1] if piece and piece is not names else ""
            turn.keep(memory)
        begun.asked.append(name)
        begun.behind = ""
    return _end(turn, begun, last)


def _begin(day: date, last: watch.Night | None) -> watch.UnfinishedNight:
    whole = (
        last is None
        or last.whole is None
        or not day - timedelta(days=EVERYTHING) < last.whole <= day
    )
    return watch.UnfinishedNight(day, whole, tree.size())


def _end(turn: watch.Turn, begun: watch.UnfinishedNight, last: watch.Night | None) -> Verification:
    now = turn.clock()
    found = sum(begun.differences.values())
    if found:  # before the night is done: who goes on after an end between the two raises it no second time
        facts: Facts = {"found": found, "first": begun.first}
        try:
            raise_alarm(AlarmKind.LOG_BROKEN, facts=facts, now=now)
        except (
            Exception
        ):  # a club whose own stream is broken still says on the public page what was found
            _log.exception("the alarm of the night could not be raised")
    outcome = Verification(
        day=begun.day,
        whole=begun.whole,
        streams=begun.streams,
        leaves=begun.leaves,
        counts=begun.counts,
        differences=begun.differences,
        finished_at=now,
        turns=begun.turns,
        found=found,
        first=begun.first,
    )
    whole = begun.day if begun.whole or last is None else last.whole
    turn.end(watch.Memory(watch.Night(begun.day, whole, begun.leaves)), outcome)
    # Nights of before it was kept when they ended are the oldest, whatever the database takes a null for.
    latest = F("finished_at").desc(nulls_last=True)
    kept = Verification.objects.order_by(latest, "-day").values("pk")[:KEPT]
    Verification.objects.exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
    _log.info("verified tonight: %s, %d found", begun.counts, found)
    return outcome


def _pieces(name: str, names: list[str], behind: str) -> Iterator[list[str]]:
    """Yield pieces of the sorted stream names in `names`, beginning after the stream `behind`.

    A check that divides its work by itself gets all the names at once.
    """
    if name not in _IN_PIECES:
        yield names
        return
    left = names[bisect_right(names, behind) :]
    for start in range(0, len(left), PIECE):
        yield left[start : start + PIECE]


def _answer(name: str, check: Check, only: Collection[str] | None) -> list[str]:
    """Return the sentences that a check yields; if the check fails, a sentence that says so.

    Only forged data makes a check fail.
    """
    try:
        with one_snapshot():
            return list(check(only))
    except Exception as error:
        _log.exception("a check of the night could not be carried out: %s", name)
        return [
            _("The check “%(name)s” could not be carried out (%(error)s).")
            % {"name": name, "error": type(error).__name__}
        ]


def _counted(name: str, piece: Collection[str]) -> dict[str, int]:
    """Return how many items of which kind a check has compared in these streams; for the ledger, all transfers."""
    if name == "chains":
        return {"chains": len(piece)}
    if name == "ratings":
        return {"ratings": counted_steps(piece)}
    if name == "ledger":
        return {"transfers": Transfer.objects.count()}
    counts: dict[str, int] = {}
    for module in checks_of_every_app("log"):
        if name == module.KIND:
            counts |= module.counted_streams(piece)
    return counts


def _names(begun: watch.UnfinishedNight, last: watch.Night | None) -> list[str]:
    """Return the names of the streams to check tonight, sorted, so that a resumed night finds its place again."""
    names = set(stream_names())
    for module in checks_of_every_app("log"):
        names.update(module.kept_streams())  # a row may have lost its events
    if not begun.whole:
        news = Leaf.objects.filter(index__gte=last.leaves if last else 0)
        tonight = {
            name
            for name in names
            if crc32(name.encode()) % NIGHTS == begun.day.toordinal() % NIGHTS
        }
        names = tonight.union(news.values_list("stream", flat=True))
    return sorted(names)
