"""A result of a deal with real cards as it stands: who has confirmed it, who contradicts it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from tournaments.engine.cardboard_events import (
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    Lay,
    PaperEvent,
    PhotographAdded,
    PhotographRemoved,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    TablesMarked,
)


class PaperStatus(StrEnum):
    """How far a result that was entered can be relied on."""

    UNCONFIRMED = "unconfirmed"
    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    DISPUTED = "disputed"
    """A discard waits for a referee's ruling."""


HOLDING = (PaperStatus.CONTRADICTED, PaperStatus.DISPUTED)
"""What must be decided before anything is paid."""

MOST_TABLES: Final = 100
"""The greatest number that a table can have."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """The dispute of a result's discard, with what referees have ruled on it."""

    filed: DiscardDisputed
    joined: tuple[DiscardJoined, ...] = ()
    rulings: tuple[DiscardRuled, ...] = ()
    appeal: DiscardAppealed | None = None
    """A seat's, as long as nobody has decided it."""
    proposal: DiscardProposed | None = None
    """What waits for a second referee's signature."""
    signed: tuple[int, ...] = ()
    """The second referees of its rulings, who have ruled as well (§10.8)."""

    @property
    def open(self) -> bool:
        """Whether it waits for a ruling."""
        return not self.rulings or self.appeal is not None

    @property
    def rule_by(self) -> datetime | None:
        """By when a referee is to rule on it, or on its appeal; None where nothing says when."""
        return (self.appeal or self.filed).rule_by

    @property
    def said(self) -> int:
        """How often somebody has objected, ruled or appealed: what a referee has seen."""
        waits = (self.appeal is not None) + (self.proposal is not None)
        return 1 + len(self.joined) + len(self.rulings) + waits

    @property
    def objectors(self) -> frozenset[int]:
        """Who has filed or joined it, by player id: they do not rule on it (§10.8)."""
        return frozenset({self.filed.player, *(one.player for one in self.joined)})

    @property
    def judges(self) -> frozenset[int]:
        """Who has ruled on it or signed a ruling: they do not decide the appeal (§10.8)."""
        return frozenset({*self.signed, *(one.referee for one in self.rulings)})


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph of a result; the bytes lie elsewhere, and nowhere once it is removed."""

    number: int
    sha256: str
    width: int
    height: int
    seat: int | None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """What was entered of a deal, by whom it is confirmed, and whether a seat contradicts it."""

    lay: Lay
    revision: int = 1
    confirmed_by: tuple[int, ...] = ()
    confirmed_before: tuple[int, ...] = ()
    """Who of them has confirmed what a ruling has changed since."""
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
    dispute: Dispute | None = None
    photographs: tuple[Photograph, ...] = ()

    @property
    def status(self) -> PaperStatus:
        """Whether all four seats, or a director, have said that it is right."""
        if self.contradicted_by is not None:
            return PaperStatus.CONTRADICTED
        if self.dispute is not None and self.dispute.open:
            return PaperStatus.DISPUTED
        if self.decided or len(self.confirmed_by) == 4:
            return PaperStatus.CONFIRMED
        return PaperStatus.UNCONFIRMED

    @property
    def shared(self) -> bool:
        """Whether a referee has shared the payment (§10.8)."""
        return bool(self.dispute and self.dispute.rulings[-1:] and self.dispute.rulings[-1].shared)

    @property
    def void(self) -> bool:
        """Whether a referee has declared the deal void (§10.8)."""
        return bool(self.dispute and self.dispute.rulings[-1:] and self.dispute.rulings[-1].void)

    @property
    def alone(self) -> bool:
        """Whether no more than one seat has said that it is right, and no director."""
        return not self.decided and len(self.confirmed_by) < 2

    def follow(self, event: PaperEvent) -> Paper:
        """The result behind this event."""
        match event:
            case ResultConfirmed(seats=seats, director=director):
                kept = replace(
                    self,
                    confirmed_by=tuple(sorted({*self.confirmed_by, *seats})),
                    confirmed_before=tuple(
                        one for one in self.confirmed_before if one not in seats
                    ),
                )
                if not director:
                    return kept._settled() if self.contradicted_by in seats else kept
                return kept._decided(event.decider)
            case ResultContradicted(seat=seat, reason=reason):
                others = tuple(one for one in self.confirmed_by if one != seat)
                return replace(
                    self,
                    confirmed_by=others,
                    contradicted_by=seat,
                    contradiction=reason,
                    appealed=self.decided,
                )
            case ResultCorrected(lay=lay, revision=revision):
                new = replace(
                    self, lay=lay, revision=revision, confirmed_by=(), confirmed_before=()
                )
                return new._decided(event.director)
            case DiscardDisputed():
                return replace(self, dispute=Dispute(event))
            case DiscardJoined():
                assert self.dispute is not None
                shared = replace(self.dispute, joined=(*self.dispute.joined, event))
                return replace(self, dispute=shared)
            case DiscardRuled(lay=lay, revision=revision):
                assert self.dispute is not None
                rulings = (*self.dispute.rulings, event)
                ruled = replace(self.dispute, rulings=rulings, appeal=None)
                before = self.confirmed_by if lay != self.lay else self.confirmed_before
                return replace(
                    self, lay=lay, revision=revision, dispute=ruled, confirmed_before=before
                )
            case DiscardAppealed():
                assert self.dispute is not None
                return replace(self, dispute=replace(self.dispute, appeal=event))
            case DiscardProposed():
                assert self.dispute is not None
                return replace(self, dispute=replace(self.dispute, proposal=event))
            case DiscardSigned(referee=referee):
                assert self.dispute is not None
                signed = (*self.dispute.signed, referee)
                return replace(self, dispute=replace(self.dispute, proposal=None, signed=signed))
            case DiscardUnsigned():
                assert self.dispute is not None
                return replace(self, dispute=replace(self.dispute, proposal=None))
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

    def _decided(self, by: int | None) -> Paper:
        deciders = self.deciders if by is None else (*self.deciders, by)
        final = self.final or self.appealed
        return replace(self._settled(), decided=True, deciders=deciders, final=final)

    def _settled(self) -> Paper:
        return replace(self, contradicted_by=None, contradiction="", appealed=False)


def marked(marks: tuple[TablesMarked, ...], round_number: int, table: int) -> bool:
    """Whether a table of a round is marked for real cards; the latest mark that speaks of it counts."""
    for mark in reversed(marks):
        speaks = mark.table in (None, table) and mark.first <= round_number
        if speaks and (mark.last is None or round_number <= mark.last):
            return mark.cardboard
    return False
