"""Keeps the current result of a deal with real cards: who has confirmed or contradicted it, and its dispute."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from games.engine.disputing.approval import Approval
from games.engine.disputing.disputes import Decision, Dispute
from games.engine.disputing.outcomes import Outcome
from tournaments.engine.real_cards.events import (
    DiscardAnswered,
    DiscardAppealed,
    DiscardDisputed,
    DiscardEvent,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    DiscardWithdrawn,
    Lay,
    PhotographAdded,
    PhotographRemoved,
    PhysicalTablesSet,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    ResultEvent,
)
from tournaments.engine.real_cards.outcome_names import outcome_of


class ResultStatus(StrEnum):
    """The reliability of an entered result."""

    UNCONFIRMED = "unconfirmed"
    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    DISPUTED = "disputed"
    """A discard waits for a referee's ruling."""


HOLDING = (ResultStatus.CONTRADICTED, ResultStatus.DISPUTED)
"""What must be decided before anything is paid."""

MOST_TABLES: Final = 100
"""The greatest number that a table can have."""


def person(number: int) -> str:
    """Return the label of the person with this player id, such as a referee in a dispute."""
    return f"player:{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDispute(Dispute):
    """A dispute about a result's discard, with everything said and decided in it."""

    filed: DiscardDisputed
    joins: tuple[DiscardJoined, ...] = ()
    answer_given: DiscardAnswered | None = None
    rulings: tuple[DiscardRuled, ...] = ()
    """Those that nobody has withdrawn: the first, and the one on appeal."""
    appeal_filed: DiscardAppealed | None = None
    """A seat's, as long as nobody has decided it."""
    withdrawn: tuple[tuple[DiscardRuled, DiscardWithdrawn], ...] = ()
    """The rulings that were taken back, each with its withdrawal."""
    signed: tuple[int, ...] = ()
    """The second referees of its rulings, who have ruled as well (§10.8)."""
    before: Lay | None = None
    """What counted before its first ruling."""
    said: int = 1
    """How many events speak of it: what a referee has seen. It never comes back to a number that it had."""

    @classmethod
    def of(cls, filed: DiscardDisputed) -> DiscardDispute:
        """Return the dispute that this event files."""
        return cls(1, filed.seat, 0, filed.reason, filed=filed)

    @property
    def judged(self) -> bool:
        """Return whether the engine judged that there is a penalty."""
        return self.filed.judgement.penalty

    @property
    def rule_by(self) -> datetime | None:
        """Return the time by which a referee has to rule on the dispute or its appeal; None without a deadline."""
        return (self.appeal_filed or self.filed).rule_by

    @property
    def objectors(self) -> frozenset[int]:
        """Return the player ids of those who filed or joined the dispute and so may not rule on it (§10.8)."""
        return frozenset({self.filed.player, *(one.player for one in self.joins)})

    @property
    def judges(self) -> frozenset[int]:
        """Return the referees who ruled or signed, even if the ruling was withdrawn (§10.8).

        They may not rule again. A referee who only withdrew a ruling may give the next one, as on screens.
        """
        former = (ruling.referee for ruling, _withdrawal in self.withdrawn)
        return frozenset({*self.signed, *former, *(one.referee for one in self.rulings)})

    def follow(self, event: DiscardEvent, lay: Lay) -> DiscardDispute:
        """Return the dispute after this event; `lay` is the lay that counted before the event."""
        return replace(self._after(event, lay), said=self.said + 1)

    def _after(self, event: DiscardEvent, lay: Lay) -> DiscardDispute:
        match event:
            case DiscardJoined():
                return replace(self.join(event.seat), joins=(*self.joins, event))
            case DiscardAnswered():
                return replace(self.answer(), answer_given=event)
            case DiscardRuled():
                outcome = outcome_of(event.outcome, self.judged)
                said = (person(event.referee), event.section, event.reason, None)
                return replace(
                    self.rule(outcome, *said),
                    rulings=(*self.rulings, event),
                    appeal_filed=None,
                    before=self.before if self.rulings else lay,
                )
            case DiscardWithdrawn():
                taken = (*self.withdrawn, (self.rulings[-1], event))
                return replace(self.withdraw(), rulings=(), withdrawn=taken, before=None)
            case DiscardAppealed():
                return replace(self.appeal(event.seat), appeal_filed=event)
            case DiscardProposed():
                outcome = outcome_of(event.outcome, self.judged)
                decision = Decision(outcome, event.section, event.reason)
                return self.propose(Approval(decision, person(event.referee)))
            case DiscardSigned():
                if self.proposal and self.proposal.wish.outcome is Outcome.WITHDRAWN:
                    return self.propose(
                        None
                    )  # which is no ruling, so it keeps nobody from giving one
                return replace(self.propose(None), signed=(*self.signed, event.referee))
            case DiscardUnsigned():
                return self.propose(None)


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph of a result; its bytes are stored elsewhere until it is removed."""

    number: int
    sha256: str
    width: int
    height: int
    seat: int | None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """The entered result of a deal, who confirmed it, and whether a seat contradicts it."""

    lay: Lay
    revision: int = 1
    confirmed_by: tuple[int, ...] = ()
    confirmed_before: tuple[int, ...] = ()
    """Who of them has confirmed what a ruling has changed since."""
    by_digits: tuple[tuple[int, int], ...] = ()
    """Seats confirmed by the digits of a card, each with the player whose device it was."""
    with_director: tuple[int, ...] = ()
    """Seats confirmed only on the device of a director who plays."""
    typed: bool = False
    """Whether a director who plays elsewhere in the tournament typed it in from the sheet."""
    decided: bool = False
    """Whether a director has confirmed or corrected it, behind whatever was contradicted."""
    deciders: tuple[int, ...] = ()
    """Who has decided it: somebody else decides an appeal."""
    appealed: bool = False
    """Whether a seat contradicts what a director has decided."""
    final: bool = False
    """Whether it was decided on appeal."""
    contradicted_by: int | None = None
    contradiction: str = ""
    dispute: DiscardDispute | None = None
    photographs: tuple[Photograph, ...] = ()

    @property
    def status(self) -> ResultStatus:
        """Return the status of the result.

        It is confirmed once every seat has confirmed it or a director has decided it. A contradiction or an open
        dispute comes first.
        """
        if self.contradicted_by is not None:
            return ResultStatus.CONTRADICTED
        if self.dispute is not None and self.dispute.open:
            return ResultStatus.DISPUTED
        if self.decided or (len(self.confirmed_by) == len(self.lay.asides) and not self.alone):
            return ResultStatus.CONFIRMED
        return ResultStatus.UNCONFIRMED

    @property
    def shared(self) -> bool:
        """Return whether a referee has divided the payment among the losers (§10.8)."""
        return self.dispute is not None and self.dispute.shared

    @property
    def void(self) -> bool:
        """Return whether a referee has declared the deal void (§10.8)."""
        return self.dispute is not None and self.dispute.voided

    @property
    def alone(self) -> bool:
        """Return whether at most one person stands for the result, and no director has decided it.

        A person counts for each seat that has confirmed, and one for a director who plays and typed in the sheet. If
        every confirmation was made only on the device of a director who plays, this returns True as well.
        """
        elsewhere = set(self.confirmed_by) - set(self.with_director)
        return not self.decided and (len(self.confirmed_by) + self.typed < 2 or not elsewhere)

    def follow(self, event: ResultEvent) -> EnteredResult:
        """Return the result after this event."""
        match event:
            case ResultConfirmed(seats=seats, director=director):
                kept = self._confirmed(event)
                if not director:
                    return kept._settled() if self.contradicted_by in seats else kept
                return kept._decided(event.decider)
            case ResultContradicted(seat=seat, reason=reason):
                others = tuple(one for one in self.confirmed_by if one != seat)
                return replace(
                    self,
                    confirmed_by=others,
                    by_digits=tuple(one for one in self.by_digits if one[0] != seat),
                    contradicted_by=seat,
                    contradiction=reason,
                    appealed=self.decided,
                )
            case ResultCorrected(lay=lay, revision=revision):
                new = replace(self, lay=lay, revision=revision, confirmed_by=(), by_digits=())
                new = replace(new, confirmed_before=(), with_director=())
                return new._decided(event.director)
            case DiscardDisputed():
                return replace(self, dispute=DiscardDispute.of(event))
            case PhotographAdded():
                new_one = Photograph(
                    event.number, event.sha256, event.width, event.height, event.seat
                )
                return replace(self, photographs=(*self.photographs, new_one))
            case PhotographRemoved(number=number):
                left = tuple(
                    replace(one, removed=True) if one.number == number else one
                    for one in self.photographs
                )
                return replace(self, photographs=left)
            case _:
                assert self.dispute is not None
                after = replace(self, dispute=self.dispute.follow(event, self.lay))
                if not isinstance(event, DiscardRuled | DiscardWithdrawn):
                    return after
                before = self.confirmed_by if event.lay != self.lay else self.confirmed_before
                if isinstance(event, DiscardWithdrawn):
                    before = ()
                return replace(
                    after, lay=event.lay, revision=event.revision, confirmed_before=before
                )

    def _confirmed(self, event: ResultConfirmed) -> EnteredResult:
        seats, on = event.seats, event.digits_on
        by_digits = [one for one in self.by_digits if one[0] not in seats]
        if on is not None:
            by_digits += [(seat, on) for seat in seats]
        with_director = set(self.with_director) - set(seats)
        if event.on_playing_directors_device:
            with_director |= {*seats, *(() if event.phone is None else (event.phone,))}
        return replace(
            self,
            confirmed_by=tuple(sorted({*self.confirmed_by, *seats})),
            confirmed_before=tuple(one for one in self.confirmed_before if one not in seats),
            by_digits=tuple(sorted(by_digits)),
            with_director=tuple(sorted(with_director)),
        )

    def _decided(self, by: int | None) -> EnteredResult:
        deciders = self.deciders if by is None else (*self.deciders, by)
        final = self.final or self.appealed
        return replace(self._settled(), decided=True, deciders=deciders, final=final)

    def _settled(self) -> EnteredResult:
        return replace(self, contradicted_by=None, contradiction="", appealed=False)


def marked(marks: tuple[PhysicalTablesSet, ...], round_number: int, table: int) -> bool:
    """Return whether a table of a round is set to real cards, by the latest setting for it."""
    for mark in reversed(marks):
        speaks = mark.table in (None, table) and mark.first <= round_number
        if speaks and (mark.last is None or round_number <= mark.last):
            return mark.cardboard
    return False
