"""Signing the log, and what an owner states where it cannot be signed."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path

from django.conf import settings

from games.club.events import AlarmAnswered, AlarmKind, ClubEvent, Facts, SealAccepted
from games.club.state import ClubState
from games.commands.club import LONGEST_REASON, carry_out, raise_alarm, require_owner
from games.errors import Refused
from games.log.integrity.keys import log_key
from games.log.integrity.notes import Note, VerifierKey
from games.log.integrity.sealing import Finding, Survey, seal, survey
from games.models import Player
from games.queries.club import current_club

_log = logging.getLogger(__name__)


def _memory(key: VerifierKey) -> Path | None:
    """The file with the last note that this machine has signed with this key."""
    place: Path | None = settings.TUSAC_LOG_MEMORY
    return place and place / f"newest-{key.id.hex()}.note"


def remembered(key: VerifierKey) -> str:
    """The note that this machine has signed last with this key; empty if none. Raises OSError."""
    path = _memory(key)
    try:
        return path.read_text(encoding="utf-8") if path else ""
    except FileNotFoundError:
        return ""


def _remember(key: VerifierKey, note: Note) -> None:
    path = _memory(key)
    if path is None:
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    fresh.write_text(str(note), encoding="utf-8")
    fresh.replace(path)


def look(key: VerifierKey) -> Survey:
    """The log beside what was signed, and its news. Raises OSError where the machine cannot read what it has signed."""
    accepted = current_club().state.sealed_anew()
    return survey(key, accepted, remembered(key))


def make_checkpoint(*, now: datetime) -> tuple[Note | None, list[Finding]]:
    """Sign what has come since the last checkpoint; the note, None if nothing was signed, and what stood in the way.

    With findings nothing is signed, an alarm is raised, and so it stays until they are mended or an owner has
    accepted them. Raises `NoKey`.
    """
    key = log_key(make=True)
    found = look(key.verifier)
    if found.findings:
        for finding in found.findings:
            _log.error("the log is not sealed: %s", finding.sentence)
        facts: Facts = {"found": len(found.findings), "first": found.findings[0].sentence}
        raise_alarm(AlarmKind.SEAL_REFUSED, facts=facts, now=now)
        return None, found.findings
    note = seal(found, key, now=now, remarks=_remarks(found.size))
    if note is not None:
        _remember(key.verifier, note)
    return note, []


def _remarks(size: int) -> Iterable[str]:
    """What owners have accepted since the last checkpoint, as lines of the next."""
    for one in current_club().state.accepted:
        if one.size == size:
            streams = ",".join(one.streams) or "-"
            yield f"accepted {streams} {' '.join(one.reason.split())}"


def refusals() -> list[Finding]:
    """What keeps the log from being sealed now, for owners alone. Raises `NoKey`."""
    return look(log_key().verifier).findings


def accept_seal(*, by: Player, streams: Collection[str], reason: str, now: datetime) -> None:
    """An owner accepts that these streams are not what was signed; the next checkpoint says so and why.

    They must be all that is found. Raises Refused: "seal.none", "seal.more" for something that the owner has not seen,
    "seal.tree" for what no reason mends, "alarm.reason".
    """
    require_owner(by)
    reason = "".join(char for char in reason if char.isprintable() or char.isspace()).strip()
    if not 0 < len(reason) <= LONGEST_REASON:
        raise Refused("alarm.reason")
    found = look(log_key().verifier)
    refused = {finding.stream for finding in found.findings}
    if not refused:
        raise Refused("seal.none")
    if not all(finding.acceptable for finding in found.findings):
        raise Refused("seal.tree")
    if not refused <= set(streams):
        raise Refused("seal.more")

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        yield SealAccepted(reason, tuple(sorted(refused)), found.size)
        for alarm in state.alarms:
            if alarm.raised.kind == AlarmKind.SEAL_REFUSED:
                yield AlarmAnswered(alarm.number, reason)

    carry_out(decide, now=now, by=by)
