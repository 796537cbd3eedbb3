"""Signs the log, and takes owners' explanations where it cannot be signed."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from games.club.events import STREAM, AlarmAnswered, AlarmKind, ClubEvent, Facts, SealAccepted
from games.club.state import ClubState
from games.commands.club.club_work import LONGEST_REASON, carry_out, raise_alarm, require_owner
from games.commands.log.unsealed import has_a_past, strange_news
from games.errors import Refused
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.memory import Remembered, keep, remembered
from games.log.integrity.notes import Note, VerifierKey
from games.log.integrity.rereading import due, end_of, stands
from games.log.integrity.sealing import (
    Accepted,
    Finding,
    Survey,
    seal,
    survey,
)
from games.log.models import SignedCheckpoint
from games.log.snapshot import one_snapshot
from games.models import Player
from games.queries.club.house import acceptances, lost_alarms

_log = logging.getLogger(__name__)

MOST_NAMED: Final = 20
"""Streams of which one checkpoint raises an alarm each."""
READ_AGAIN: Final = "read-again"
"""The file with the moment at which older streams were read again last."""


def look(key: VerifierKey) -> Survey:
    """Compare the log with what was signed; return the result. Raises OSError when the signed notes cannot be read."""
    return looked_at(key, remembered(key))


def looked_at(key: VerifierKey | None, said: Remembered, *, news: bool = True) -> Survey:
    """Return the result of `survey`, with owners' acceptances applied and findings added for invalid new events.

    These are events that no command writes.
    """
    accepted = {
        stream: Accepted(one.event.size, version, bytes.fromhex(head))
        for one in acceptances(key)
        if one.vouched
        for stream, (version, head) in zip(one.event.streams, one.event.ends, strict=True)
    }
    found = survey(key, accepted, said, news=news)
    for alarm in lost_alarms(key):
        words = _(
            "Alarm %(number)d (%(kind)s) of %(time)s is no longer in the log: somebody has deleted it."
        )
        facts = {
            "number": alarm.number,
            "kind": alarm.kind,
            "time": alarm.at.isoformat("T", "seconds"),
        }
        found.findings.append(Finding(STREAM, words % facts))
    with suppress(msgspec.MsgspecError, ValueError):  # what cannot be read is said already
        found.findings += strange_news(found, accepted, key)
    return found


def make_checkpoint(*, now: datetime) -> tuple[Note | None, list[Finding]]:
    """Sign the events since the last checkpoint; return the note and the findings that prevented signing.

    The note is None if nothing was signed. If there are findings, nothing is signed and an alarm is raised, each time
    until the log is repaired or an owner has accepted the findings. Raises `NoKey`.
    """
    key = log_key(make=True)
    _keep_promised(key.verifier)
    found = look(key.verifier)
    _read_again(found, now=now)
    if found.findings:
        for finding in found.findings:
            _log.error("the log is not sealed: %s", finding.sentence)
        facts: Facts = {"found": len(found.findings), "first": found.findings[0].sentence}
        raise_alarm(AlarmKind.SEAL_REFUSED, facts=facts, now=now)
        return None, found.findings
    if not found.size and has_a_past(now):
        raise_alarm(AlarmKind.SEAL_BEGUN_ANEW, now=now)
    remarks = _remarks(found, key.verifier)
    return None if remarks is None else seal(found, key, now=now, remarks=remarks), []


def _keep_promised(key: VerifierKey) -> None:
    """Store a promised note as kept if its checkpoint was saved.

    A process may have died after saving the checkpoint.
    """
    promised = remembered(key).promised
    if promised and SignedCheckpoint.objects.filter(note=promised).exists():
        keep(key, promised)


def _read_again(found: Survey, *, now: datetime) -> None:
    """Hash some older streams again from their events; raise an alarm for each that differs from what was signed.

    The current checkpoint is made all the same, since its new events are right. The alarm is sealed by the next
    checkpoint, which follows immediately. An owner cannot accept a change found here: the stream must be restored.
    """
    told = {finding.stream for finding in found.findings}
    with one_snapshot():
        heads = due(found.heads, now, _read_until(now) or found.signed_at)
        changed = [one for one in heads if one.stream not in told and not stands(one)]
    _keep_read(now)
    for one in changed[:MOST_NAMED]:
        words = _(
            "Stream %(stream)s is not what was signed: its contents were changed, but their "
            "hashes were not."
        )
        sentence = words % {"stream": one.stream}
        _log.error("the log is broken: %s", sentence)
        facts: Facts = {"found": len(changed), "first": sentence}
        raise_alarm(AlarmKind.LOG_BROKEN, subject=one.stream, facts=facts, now=now)


def _read_until(now: datetime) -> datetime | None:
    """Return when this machine last hashed older streams again; None if that is unknown or in the future."""
    place: Path | None = settings.TUSAC_LOG_MEMORY
    try:
        said = datetime.fromisoformat((place / READ_AGAIN).read_text()) if place else None
    except (OSError, ValueError):
        return None
    return said if said is None or said <= now else None


def _keep_read(now: datetime) -> None:
    place: Path | None = settings.TUSAC_LOG_MEMORY
    if place is None:
        return
    with suppress(OSError):  # a full disk: it is read again once more
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        (place / READ_AGAIN).write_text(now.isoformat())


def _remarks(found: Survey, key: VerifierKey) -> list[str] | None:
    """Return a line for each acceptance by an owner that this checkpoint is the first to seal.

    Return None while one of them cannot be sealed yet: on PostgreSQL an event may have to wait for older
    transactions.
    """
    sealed = found.heads[STREAM].version if STREAM in found.heads else 0
    reached = found.news[STREAM][1].version if STREAM in found.news else sealed
    lines = []
    for one in acceptances(key):
        if one.vouched and one.version > reached:
            return None
        if one.vouched and one.version > sealed:
            streams = ",".join(one.event.streams) or "-"
            lines.append(f"accepted {streams} {' '.join(one.event.reason.split())}")
    return lines


def refusals() -> list[Finding]:
    """Return the findings that keep the log from being signed now. Raises `NoKey`. Only owners may see them."""
    return look(log_key().verifier).findings


def accept_seal(*, by: Player, streams: Collection[str], reason: str, now: datetime) -> None:
    """Accept, as an owner, that these streams differ from the signed ones; the next checkpoint records the reason.

    `streams` must be all streams with findings. Raises Refused: "seal.none", "seal.more" if there are findings that the
    owner has not seen, "seal.tree" for damage that cannot be accepted, "alarm.reason".
    """
    require_owner(by)
    reason = "".join(char for char in reason if char.isprintable() or char.isspace()).strip()
    if not 0 < len(reason) <= LONGEST_REASON:
        raise Refused("alarm.reason")
    try:
        found = look(log_key().verifier)
    except NoKey:
        raise Refused("log.key") from None
    refused = {finding.stream for finding in found.findings}
    if not refused:
        raise Refused("seal.none")
    if not all(finding.acceptable for finding in found.findings):
        raise Refused("seal.tree")
    if not refused <= set(streams):
        raise Refused("seal.more")

    ends = [(version, head.hex()) for version, head in map(end_of, sorted(refused))]

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        yield SealAccepted(reason, tuple(sorted(refused)), found.size, tuple(ends))
        for alarm in state.alarms:
            if alarm.raised.kind == AlarmKind.SEAL_REFUSED:
                yield AlarmAnswered(alarm.number, reason)

    carry_out(decide, now=now, by=by)
