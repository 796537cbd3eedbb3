"""Keeps the lock and the progress of the nightly verification, in one signed row for all machines.

A *turn* lasts an hour and is renewed with every finished piece. When it has lapsed, or its machine knows that its
process has ended, another process takes the next turn and continues after the last piece. Turns are numbered, and a
piece is stored only under the number of its turn, so two processes never count a piece twice. No transaction stays
open meanwhile. A row without a valid signature is ignored.
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
    """Raised when another process has taken the turn."""


class Night(msgspec.Struct, frozen=True):
    """What the last finished nightly check covered."""

    day: date
    whole: date | None
    """When everything was looked at last."""
    leaves: int
    """Up to which leaf of the log it looked."""


class UnfinishedNight(msgspec.Struct):
    """The progress of an unfinished nightly check: which checks are done, and what they found."""

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
    """Return the stored progress; it is empty if there is none or this club's key did not sign it."""
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
        """Create the turn with this number; `clock` returns the current time."""
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
    """Context manager for this process's turn to verify; yields None while another process has the turn.

    If a process ends without giving up its turn, the turn lapses after an hour; on the same machine it lapses
    immediately, because the process has held a lock on a file there. A turn that ends more than two hours ahead was
    forged and is ignored: a turn lasts one hour, and another machine's clock may be ahead by one more.
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
    """Context manager that yields this machine's name, or an empty string while another process on it verifies.

    A machine without a folder for files gets a new name each time, and cannot tell that an earlier process has ended.
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
