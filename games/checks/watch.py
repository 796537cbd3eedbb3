"""The nightly verification's turn and progress: one row for all machines, ignored unless signed.

A *turn* is taken for an hour and prolonged with every piece that is done; who takes the next one, once that hour has
passed or the machine of it knows that its process is gone, goes on where the last piece ended. Turns are numbered, and
a piece is kept under the number of its turn alone: two that verify at once cannot count one piece twice. Nothing is
open in the database meanwhile.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Final
from uuid import uuid4

import msgspec
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F, Q

from games.log.models import NightWatch, Verification

TURN: Final = timedelta(hours=1)
"""So long a turn is somebody's without a word: longer than any piece takes."""
_ROW: Final = 1
_MOST_TURNS: Final = 2**62


class Lost(Exception):
    """The turn has passed to another process."""


class Night(msgspec.Struct, frozen=True):
    """The last night that came to its end."""

    day: date
    whole: date | None
    """When everything was looked at last."""
    leaves: int
    """Up to which leaf of the log it looked."""


class UnfinishedNight(msgspec.Struct):
    """An unfinished night: the checks that are done, and their findings."""

    day: date
    whole: bool
    leaves: int
    asked: list[str] = []
    """The checks that are done."""
    behind: str = ""
    """The last stream that the check after those has looked at; empty before its first piece."""
    streams: int = 0
    counts: dict[str, int] = {}
    differences: dict[str, int] = {}
    """How many each check has found, of those that have found any."""
    first: str = ""
    turns: int = 1
    """How many turns it took: more than one where it was cut off."""


class Memory(msgspec.Struct):
    """What the database remembers of the nightly checks: the last finished night, and an unfinished one."""

    last: Night | None = None
    begun: UnfinishedNight | None = None


def remembered() -> Memory:
    """Return the stored progress if this club's key signed it; empty otherwise."""
    said = NightWatch.objects.filter(pk=_ROW).values_list("said", flat=True).first()
    try:
        return msgspec.json.decode(_signer().unsign(said or ""), type=Memory)
    except (BadSignature, msgspec.MsgspecError):
        return Memory()


def _signer() -> Signer:
    return Signer(salt="games.checks.watch")


class Turn:
    """One process's right to verify, which lapses if the process does not renew it in time."""

    def __init__(self, number: int, clock: Callable[[], datetime]) -> None:
        """Create it; `clock` returns the current time."""
        self._number = number
        self.clock = clock

    def keep(self, memory: Memory) -> None:
        """Save the progress and extend the lease by an hour. Raises `Lost`, saving nothing, when another process has
        taken over.
        """
        self._write(memory, until=self.clock() + TURN)

    def end(self, memory: Memory, outcome: Verification) -> None:
        """Save the outcome of the night and release the lease. Raises `Lost`, saving nothing, when another process has
        taken over.
        """
        with transaction.atomic():
            self._write(memory, until=None)
            Verification.objects.filter(day=outcome.day).delete()
            outcome.save(force_insert=True)

    def _write(self, memory: Memory, *, until: datetime | None) -> None:
        said = _signer().sign(msgspec.json.encode(memory).decode())
        mine = NightWatch.objects.filter(pk=_ROW, turn=self._number)
        if not mine.update(said=said, until=until):
            raise Lost


@contextmanager
def turn(now: datetime) -> Iterator[Turn | None]:
    """Return this process's turn to verify, or None while another process, here or on another machine, has it.

    A turn whose process is gone lapses after an hour, on its own machine at once: a file there is locked as long as the
    process lives. One that is said to last longer than two hours was put in, and is nobody's: an hour more than a turn
    lasts, since the clock of another machine may be before this one's.
    """
    started = monotonic()
    with _alone_here() as machine:
        number = _taken(machine, now) if machine else None
        if number is None:
            yield None
        else:
            yield Turn(number, lambda: now + timedelta(seconds=monotonic() - started))


def _taken(machine: str, now: datetime) -> int | None:
    NightWatch.objects.get_or_create(pk=_ROW)
    before = NightWatch.objects.values_list("turn", flat=True).get(pk=_ROW)
    if not 0 <= before < _MOST_TURNS:  # put in; counting goes on from the beginning
        NightWatch.objects.filter(pk=_ROW, turn=before).update(turn=0, until=None)
        before = 0
    free = Q(until=None) | Q(until__lte=now) | Q(until__gt=now + 2 * TURN) | Q(machine=machine)
    rows = NightWatch.objects.filter(free, pk=_ROW, turn=before)
    taken = rows.update(turn=F("turn") + 1, machine=machine, until=now + TURN)
    return before + 1 if taken else None


@contextmanager
def _alone_here() -> Iterator[str]:
    """Return this machine's name, or an empty string while another of its processes verifies.

    A machine that keeps no files has a new name each time, and cannot tell that a process of its own is gone.
    """
    place: Path | None = settings.TUSAC_LOG_MEMORY
    if place is None:
        yield uuid4().hex
        return
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (place / "night.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield ""
            return
        file.seek(0)
        name = file.read(32)
        if len(name) < 32:
            name = uuid4().hex
            file.truncate(0)
            file.write(name)
            file.flush()
        yield name
