"""Verifies that the record of a deal follows the rules, from its commitment to its payments.

The deal is played again from only the secret, the seats' seeds and the seats' requests. Everything else in the record
(dice, hands, stock, forced melds, claims offered, verdicts, payments) must result again. `CHECKS` lists all checks of
a record, and `checked_records` is the only function that reads a file of records.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO, Final

from games.engine import events as ev
from games.engine.errors import BadNotation, Fault
from games.engine.recording.lines import lines_of, quoted, read_line, shown
from games.engine.recording.people import PLAYER, are_people, people_of
from games.engine.recording.records import LONGEST_LINE, DealRecord, from_line
from games.engine.recording.reenactment import check_play, first_of
from games.engine.rules import misnamed, objection
from games.engine.shuffle import commit

NAME_LENGTH: Final = 100
"""The most characters in the name of a deal or of a rule set."""
SECTION_LENGTH: Final = 20
"""The most characters of the section that a ruling cites."""
REASON_LENGTH: Final = 1000
"""The most characters of a reason."""
SECONDS: Final = range(1, 10**9 + 1)
"""By how many seconds a clock may be extended."""
_LABEL: Final = re.compile(rf"{PLAYER.pattern}|bot:[a-z0-9-]{{1,20}}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_NO_NAME: Final = "1 to %d characters expected, none of them a control character"
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked line of a file of records: its deal (None if unreadable) and the first fault (empty if none)."""

    line: int
    record: DealRecord | None
    fault: str
    people: Mapping[str, str] = field(default_factory=dict)
    """The names that the file's first line gives its participants (`people`); empty where it gives none."""

    @property
    def answer(self) -> str:
        """The line to print: the deal's name and OK, or the line number, the name if known, and the first fault."""
        name = [] if self.record is None else [shown(self.record.deal)]
        if not self.fault:
            return ": ".join((*name, "OK"))
        return ": ".join((f"line {self.line}", *name, self.fault))


def checked_records(stream: BinaryIO, *, canonical: bool = True) -> Iterator[Checked]:
    """Yield the lines of a file of records, read strictly and checked; empty lines and a line of names are skipped.

    A deal may be in a file only once, or once for each table that played it with the same cards from a shared secret
    (`same_cards`).
    """
    dealt: dict[str, _Dealt] = {}
    people: dict[str, str] = {}
    for at, (number, line) in enumerate(
        (n, line) for n, line in lines_of(stream, LONGEST_LINE) if line
    ):
        try:
            if at == 0 and (names := _people(line)) is not None:
                people = names
                continue
            record = from_line(line, canonical=canonical)
        except BadNotation as error:
            yield Checked(number, None, str(error))
            continue
        tables = dealt.setdefault(first_of(record).commitment, _Dealt(number))
        again = "" if tables.takes(record) else f"the same deal as in line {tables.line}"
        yield Checked(number, record, again or verify(record) or "", people)


class _Dealt:
    """The deals in a file that have the same commitment; `line` is the first one's.

    Each new deal is compared with at most two of them.
    """

    def __init__(self, line: int) -> None:
        self.line = line
        self._names: set[str] = set()
        self._firsts: set[tuple[datetime, ev.Event]] = set()
        self._compared: list[DealRecord] = []
        """The first deal, and the first whose cards were dealt: all others have the same ones."""

    def takes(self, record: DealRecord) -> bool:
        """Add a record; return whether it is another table of the same deal, and no copy of an earlier record."""
        copy = record.deal in self._names or record.events[0] in self._firsts
        fits = not copy and all(same_cards(record, other) for other in self._compared)
        self._names.add(record.deal)
        self._firsts.add(record.events[0])
        if not self._compared or (len(self._compared) == 1 and _is_dealt(record)):
            self._compared.append(record)
        return fits


def _is_dealt(record: DealRecord) -> bool:
    return any(isinstance(event, ev.DealStarted) for event in record.history)


def _people(line: str) -> dict[str, str] | None:
    """Return the names in a file's first line; None if it is not a line of names. Raises BadNotation."""
    plain = read_line(line, LONGEST_LINE)
    return people_of(plain) if are_people(plain) else None


def same_cards(one: DealRecord, other: DealRecord) -> bool:
    """Return whether two records are of different tables that played the same duplicate deal.

    In such records no seat brought its own seed, and hands, stock and starter are equal. A record and its copy don't
    count as two tables. Cards are not compared if a deal was called off before they were dealt.
    """
    if one.events[0] == other.events[0] or one.deal == other.deal:
        return False
    dealt = []
    for record in (one, other):
        bound = [event for event in record.history if isinstance(event, ev.SeedCommitted)]
        if not all(event.kept for event in bound):
            return False
        started = [event for event in record.history if isinstance(event, ev.DealStarted)][:1]
        if started and len(bound) != len(first_of(record).players):
            return False
        dealt += started
    return len(dealt) < 2 or (dealt[0].hands, dealt[0].stock, dealt[0].starter) == (
        dealt[1].hands,
        dealt[1].stock,
        dealt[1].starter,
    )


def verify(record: DealRecord, *, secret: str | None = None) -> str | None:
    """Return the first thing wrong with a record, as a sentence; None if the deal follows the rules throughout.

    With its `secret` a running deal can be checked as far as it has been played.
    """
    if secret is None:
        published = (event for event in record.history if isinstance(event, ev.SecretPublished))
        secret = next((event.secret for event in published), None)
    try:
        for _name, check in CHECKS:
            check(record, secret)
    except Fault as fault:
        return str(fault)
    return None


def _check_rules(record: DealRecord, _secret: str | None) -> None:
    """Check that a club could have saved these options, and that rules with a preset's name are that preset
    (§11.1).
    """
    rules = first_of(record).rules
    if not _is_name(rules.key, NAME_LENGTH):
        raise Fault(f"rules.key: {_NO_NAME % NAME_LENGTH}")
    if (against := objection(rules)) is not None:
        raise Fault(against.sentence)
    if (option := misnamed(rules)) is not None:
        raise Fault(
            f"rules.{option}: {rules.key} is a preset and has another value; own rules have another name (§11.1)"
        )


def _check_people(record: DealRecord, _secret: str | None) -> None:
    """Check the labels of players and referees; records don't contain people's names."""
    for label in first_of(record).players:
        if not _LABEL.fullmatch(label):
            raise Fault(f"players: {quoted(label)} is neither player:NUMBER nor bot:NAME")
    for number, event in enumerate(record.history, start=1):
        if not PLAYER.fullmatch(getattr(event, "referee", "player:1")):
            raise Fault(f"event {number}: a referee is player:NUMBER")


def _check_words(record: DealRecord, _secret: str | None) -> None:
    """Check that the names, reasons, sections and seconds, which no rule decides, fit into a club's rows and
    pages.
    """
    if not _is_name(record.deal, NAME_LENGTH):
        raise Fault(f"deal: {_NO_NAME % NAME_LENGTH}")
    for number, event in enumerate(record.history, start=1):
        reason = getattr(event, "reason", "-")
        if not 0 < len(reason) <= REASON_LENGTH or "\0" in reason:
            raise Fault(f"event {number}: a reason has 1 to {REASON_LENGTH} characters, no NUL")
        unnamed = isinstance(event, ev.RulingProposed) and event.outcome == "withdrawn"
        section = getattr(event, "section", "-") or ("-" if unnamed else "")
        if not _is_name(section, SECTION_LENGTH):
            raise Fault(f"event {number}: section: {_NO_NAME % SECTION_LENGTH}")
        if getattr(event, "seconds", 1) not in SECONDS:
            raise Fault(f"event {number}: a number of seconds up to {SECONDS[-1]} expected")


def _check_secret(record: DealRecord, secret: str | None) -> None:
    """Check that the published secret matches the commitment; only a deal whose cards were never dealt may
    lack it.
    """
    commitment = first_of(record).commitment
    if not _HASH.fullmatch(commitment):
        raise Fault("commitment: 64 hexadecimal digits in lower case expected")
    if secret is None:
        if any(isinstance(event, ev.DealStarted) for event in record.history):
            raise Fault("the secret is not published, so the shuffle cannot be checked")
        return
    try:
        if commit(secret) != commitment:
            raise Fault("the commitment is not the SHA-256 of the secret")
    except BadNotation as error:
        raise Fault(f"secret: {error}") from None


Check = Callable[[DealRecord, str | None], None]
"""Takes the record and the deal's secret, None where it is not known. Raises `Fault`."""

CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("rules", _check_rules),
    ("people", _check_people),
    ("words", _check_words),
    ("secret", _check_secret),
    ("play", check_play),
)
"""All that is asked of a record beyond its form, in this order."""


def _is_name(text: str, longest: int) -> bool:
    return 0 < len(text) <= longest and not _CONTROL.search(text)
