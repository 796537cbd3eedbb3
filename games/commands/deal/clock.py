"""The service's clock: deals' clocks stop while the service is unavailable, and ignore jumps of the system's clock.

Each sweep stores a beat: the time of the system's clock, and of a monotonic clock that nobody can set. The next sweep
compares its own readings with this beat: it sees whether the service was away, or the system's clock was set forward
or back.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.module_loading import import_string

from games.club.events import AlarmKind, ClockStepped
from games.commands.club import club_work
from games.commands.deal.deadlines import READY_SECONDS, REVEAL_SECONDS
from games.commands.deal.deal_work import DealWork
from games.commands.deal.presence import AWAY, longest_pause
from games.commands.deal.waiting import wait_anew
from games.engine.attendance import GRACE, LOOKED_AWAY
from games.engine.events import ClockExtended
from games.engine.state import Phase
from games.errors import Refused
from games.log import UNREADABLE
from games.models import Deal, Seat, ServiceClock
from games.queries.club.house import current_club, house_rules

_log = logging.getLogger(__name__)

LONGEST_SILENCE = timedelta(seconds=15)
"""Five sweeps. After a longer silence the service counts as having been away."""
SMALLEST_STEP = timedelta(seconds=2)
"""What the system's clock may be off by against time that really passed: less is how NTP keeps it right."""
STEPPED = "the clock was set"
"""The reason in the event after a step forward."""
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


class Steady(NamedTuple):
    """A reading of the monotonic clock. Two readings can be compared if machine and boot are the same."""

    boot: str
    """Empty where the machine does not say."""
    seconds: float

    @classmethod
    def now(cls) -> Steady:
        """Return a reading of the monotonic clock.

        On systems that support this (Linux), the clock also runs while the machine sleeps.
        """
        try:
            boot = _BOOT.read_text(encoding="ascii").strip()
            return cls(boot, time.clock_gettime(time.CLOCK_BOOTTIME))
        except (OSError, AttributeError):
            return cls("", time.monotonic())


def keep_time(*, now: datetime, steady: Steady | None = None) -> int:
    """Store a beat, and correct the deals if the service was away or the system's clock was set.

    Return how many deals, and clocks of other apps, were corrected. After a silence or a step forward each deal gets
    the lost time back, by an event. After a step back, deadlines that are now too far away are moved nearer. A step
    is an event of the club and raises an alarm. Without `steady` a step forward counts as a silence.

    Safe to run twice, concurrently, or to interrupt: a deal's lost time counts from its own last event, and the
    silence ends when all deals have been served.
    """
    last = ServiceClock.objects.filter(pk=1).first()
    served, stepped = 0, timedelta(0)
    if last is not None:
        if (_really_passed(last, steady) or 0) < 0:
            return 0  # read earlier than that beat, perhaps before a step: its sweep has seen to all deals
        beat, passed, stepped = last.beat_at, now - last.beat_at, _step(last, now, steady)
        if stepped or passed > LONGEST_SILENCE:
            _look_anew(beat, now)
            wait_anew(now=now)
        if stepped:
            _each(_paused(), lambda deal_id: _move_pause(deal_id, now, stepped, beat))
        if stepped < timedelta(0):
            served = _each(_still_to_come(now), lambda deal_id: _bring_near(deal_id, now, beat))
            served += _others(now, None, STEPPED)
        elif stepped or passed > LONGEST_SILENCE:
            lost = passed if passed > LONGEST_SILENCE else stepped
            reason = STEPPED if stepped else AWAY
            _log.warning("%s: %d s are given back", reason, lost.total_seconds())
            since = now - lost
            served = _each(
                _waiting(), lambda deal_id: _give_back(deal_id, since, now, reason, beat)
            )
            served += _others(now, since, reason)
    _beat(last, now, steady, stepped)
    return served


def is_behind(*, now: datetime) -> bool:
    """Return whether the service was away until just now and `keep_time` has not yet given the time back."""
    last = ServiceClock.objects.values_list("beat_at", flat=True).filter(pk=1).first()
    return last is not None and now - last > LONGEST_SILENCE


def _really_passed(last: ServiceClock, steady: Steady | None) -> float | None:
    """Return the seconds since the last beat by the monotonic clock; None when the two readings can't be compared."""
    if steady is None or last.steady is None or not steady.boot == last.boot != "":
        return None
    return steady.seconds - last.steady


def _step(last: ServiceClock, now: datetime, steady: Steady | None) -> timedelta:
    """Return by how much the system clock was changed since the last beat; 0 when it was not, or nobody can tell."""
    passed = _really_passed(last, steady)
    if passed is not None:
        step = now - last.beat_at - timedelta(seconds=passed)
    else:
        step = min(now - last.beat_at, timedelta(0))  # real time goes forward
    return step if abs(step) > SMALLEST_STEP else timedelta(0)


def _beat(last: ServiceClock | None, now: datetime, steady: Steady | None, step: timedelta) -> None:
    """Store this reading as the last beat, unless a later one is stored, since two sweeps may run at once.

    After a step of the system clock it is stored even if its time is earlier, with an alarm about the step.
    """
    read = {
        "beat_at": now,
        "steady": steady.seconds if steady else None,
        "boot": steady.boot if steady else "",
    }
    if last is not None and step:
        seconds = round(step.total_seconds())
        seen = ServiceClock.objects.filter(pk=1, beat_at=last.beat_at)
        try:
            with transaction.atomic():
                if not seen.update(**read):
                    return  # another sweep has seen the same step, and says so
                _tell_of_step(seconds, now, same_machine=read["boot"] == last.boot)
        except UNREADABLE as error:
            # Nobody's clock waits for an alarm that cannot be raised.
            seen.update(**read)
            _log.error("no alarm of the clock's step: %s", type(error).__name__)
        _log.error("the system's clock was set by %d s", seconds)
    elif not ServiceClock.objects.filter(_earlier(now, steady), pk=1).update(**read):
        ServiceClock.objects.get_or_create(pk=1, defaults=read)


def _tell_of_step(seconds: int, now: datetime, *, same_machine: bool) -> None:
    # Two machines whose clocks differ would tell of a step with every sweep: the alarm stands for all of them.
    if same_machine or not current_club().state.stands(AlarmKind.CLOCK_STEPPED, ""):
        club_work.record(ClockStepped(seconds), now=now)
    club_work.raise_alarm(AlarmKind.CLOCK_STEPPED, facts={"seconds": seconds}, now=now)


def _earlier(now: datetime, steady: Steady | None) -> Q:
    """Return the condition for a stored beat older than this reading, even if the system clock was set in between."""
    if steady is None or not steady.boot:
        return Q(beat_at__lt=now)
    same = Q(boot=steady.boot, steady__isnull=False)
    return (same & Q(steady__lt=steady.seconds)) | (~same & Q(beat_at__lt=now))


def _others(now: datetime, since: datetime | None, reason: str) -> int:
    """Have other apps correct the clocks that they keep; return how many they corrected.

    `since` is when the lost time began, None after a step back.
    """
    served = 0
    for name in settings.TUSAC_CLOCKS:
        try:
            served += import_string(name)(now=now, since=since, reason=reason)
        except (Refused, *UNREADABLE) as error:
            # The beat is left all the same: the club's clock does not stand still for what one of them cannot read.
            _log.error("%s could not bring its clocks along: %s", name, type(error).__name__)
    return served


def _paused() -> Q:
    """Return the condition for deals in a pause without a fixed end (`paused_until`).

    Their other deadlines count from the pause's beginning.
    """
    return Q(paused_at__isnull=False, paused_until__isnull=False)


def _waiting() -> Q:
    # Where claims may be open every deal with people gets the event: a clock there says who was asked (§6.10).
    offered = Q()
    for claim in (
        "claims",
        "win_claim",
        "khap_claim",
        "pair_claim",
    ):  # the first in tables from before §13
        offered |= Q(**{f"table__rules__{claim}": "offered"})
    claims = offered & Q(phase=Phase.TURN, seats__player__isnull=False)
    # A bot's move that is under way was timed before a step, and its lock is waited for: it may leave a deadline.
    bots = Q(bot_due__isnull=False, seats__player__isnull=False)
    due = Q(deadline__isnull=False) | Q(window_until__isnull=False) | bots | claims
    return Q(paused_at__isnull=True) & due


def _look_anew(beat: datetime, now: datetime) -> None:
    """Count players who were present at `beat`, when the clock was last right, as present now.

    Then their page has time to report again.
    """
    Seat.objects.filter(seen_at__gt=beat - LOOKED_AWAY).update(seen_at=now)
    Deal.objects.filter(ended_at__isnull=True, unseen_until__isnull=False).update(unseen_until=None)


def _still_to_come(now: datetime) -> Q:
    due = Q(deadline__gt=now) | Q(window_until__gt=now) | Q(bot_due__gt=now)
    return Q(paused_at__isnull=True) & (due | Q(changed_at__gt=now))


def _each(which: Q, serve: Callable[[int], bool]) -> int:
    """Process each running deal that meets the condition in its own transaction; return how many needed a
    correction.
    """
    served = 0
    running = Deal.objects.filter(which, ended_at__isnull=True)
    deals = running.order_by("pk").distinct()
    for deal_id in deals.values_list("pk", flat=True):
        try:
            served += serve(deal_id)
        except (Refused, *UNREADABLE) as error:
            _log.error(
                "deal %s could not be brought along with the clock: %s",
                deal_id,
                type(error).__name__,
            )
    return served


@transaction.atomic
def _give_back(deal_id: int, last: datetime, now: datetime, reason: str, beat: datetime) -> bool:
    work = DealWork.on(deal_id, now=now)
    deal, state = work.deal, work.state
    if not _is_last(beat):
        return False
    if state.phase is Phase.OVER or deal.paused_at is not None:
        return False
    lost = (now - max(last, deal.changed_at)).total_seconds()
    seconds = math.ceil(lost) if lost >= 1 else 0
    due = deal.window_until or deal.deadline
    if due is None and not state.rules.offers:
        return False
    if due is not None:
        # Nobody gets more than the whole of it.
        seconds = min(seconds, math.ceil((now - due).total_seconds()) + _whole(deal))
    if seconds < 1:
        return False
    work.add((ClockExtended(seconds, reason),))
    work.save()
    return True


@transaction.atomic
def _bring_near(deal_id: int, now: datetime, beat: datetime) -> bool:
    """Move a deal's deadlines nearer after a step back; return whether any changed.

    People keep their remaining time, up to the full time.
    """
    deal = DealWork.on(deal_id, now=now).deal
    if deal.paused_at is not None or not _is_last(beat):
        return False
    before = deal.deadline, deal.window_until, deal.bot_due, deal.changed_at
    whole = now + timedelta(seconds=_whole(deal))
    if deal.deadline is not None:
        deal.deadline = min(deal.deadline, whole)
    if deal.window_until is not None:
        deal.window_until = min(deal.window_until, whole)
    if deal.bot_due is not None:
        deal.bot_due = min(deal.bot_due, now)
    deal.changed_at = min(deal.changed_at, now)  # what is given back next time counts from here
    if before == (deal.deadline, deal.window_until, deal.bot_due, deal.changed_at):
        return False
    deal.save(update_fields=["deadline", "window_until", "bot_due", "changed_at"])
    return True


@transaction.atomic
def _move_pause(deal_id: int, now: datetime, step: timedelta, beat: datetime) -> bool:
    """Move the end of an agreed pause after the system's clock was set; return whether the deal is in such a pause.

    The pause keeps its remaining time, but after a step back at most the full length.
    """
    work = DealWork.on(deal_id, now=now)
    deal = work.deal
    if deal.paused_until is None or not work.there.paused or not _is_last(beat):
        return False
    later = deal.paused_until + max(step, timedelta(0))
    deal.paused_until = min(later, now + longest_pause(work.there))
    deal.save(update_fields=["paused_until"])
    return True


def _is_last(beat: datetime) -> bool:
    """Return whether no other sweep has stored a beat since `beat`.

    If one has, deadlines may have been set after the step of the system's clock.
    """
    return ServiceClock.objects.filter(pk=1, beat_at=beat).exists()


def _whole(deal: Deal) -> int:
    """Return the most seconds that people may have left in this deal."""
    if deal.window_until is not None:
        return house_rules().claim_seconds
    waits = {Phase.SEEDS.value: READY_SECONDS, Phase.REVEAL.value: REVEAL_SECONDS}
    table = deal.table
    move = table.seconds_per_move + table.bank_seconds + int(GRACE.total_seconds())
    return waits.get(deal.phase, move)
