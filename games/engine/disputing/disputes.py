"""A dispute and what may happen to it next (§10.7, §10.8): one state machine, for screens and for real cards.

Callers have their own events. They call a check before they write an event, and the matching change when they fold
it. A check raises `IllegalMove`; a change returns a new dispute and never fails.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from games.engine.disputing.approval import Approval
from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.errors import IllegalMove
from games.engine.scoring import Result


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that a referee has proposed and a second referee has to sign."""

    outcome: Outcome
    section: str
    """Empty where a ruling is to be withdrawn."""
    reason: str
    result: Result | None = None
    """What everybody would pay; None of real cards, where the signature works it out."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute about a discard, and its newest ruling once there is one."""

    number: int
    seat: int | None
    """Who filed it; None for the director."""
    discard: int
    """The version of the discard; 0 of real cards, where the filing tells it."""
    reason: str
    outcome: Outcome | None = None
    """The newest ruling, though an appeal of it waits; None where there is none or it was withdrawn."""
    open: bool = True
    """Whether it waits for a ruling, the first or the one on appeal."""
    referee: str = ""
    section: str = ""
    ruling: str = ""
    result_before: Result | None = None
    joined: tuple[int | None, ...] = ()
    """The other seats that object to the same discard, None the director."""
    answered: bool = False
    """Whether the seat that let the card go has said its own words."""
    appeal_until: str | None = None
    """Until when (ISO 8601) the ruling that was just given can be appealed; None where nothing says so."""
    appealed: int | None = None
    """The seat that appealed the first ruling."""
    proposal: Approval[Decision, str] | None = None
    """What waits for a second signature, by the label of the referee who proposed it."""

    @property
    def upheld(self) -> bool | None:
        """Whether the ruling in force upholds the engine's judgement; None while the dispute waits for a ruling."""
        return None if self.open or self.outcome is None else RULINGS[self.outcome].upheld

    @property
    def shared(self) -> bool:
        """Return whether the newest ruling shared the payment (§10.8)."""
        return self.outcome is not None and RULINGS[self.outcome].shared

    @property
    def voided(self) -> bool:
        """Return whether the newest ruling declared the deal void (§10.8)."""
        return self.outcome is not None and RULINGS[self.outcome].void

    @property
    def final(self) -> bool:
        """Whether the dispute was decided on appeal, after which nothing can be changed (§10.8)."""
        return self.appealed is not None and not self.open

    @property
    def on_appeal(self) -> bool:
        """Whether the dispute waits for the decision on an appeal, which will be final (§10.8)."""
        return self.appealed is not None and self.open

    @property
    def objecting(self) -> tuple[int | None, ...]:
        """Return the seats that object, in the order in which they did; None stands for the director."""
        return (self.seat, *self.joined)

    def check_join(self, seat: int | None) -> None:
        """Raise IllegalMove if this seat already objects, or if a ruling was already given (§10.7)."""
        if seat in self.objecting:
            raise IllegalMove("dispute.filed")
        self._check_unruled()

    def check_answer(self, seat: int, accused: int | None) -> None:
        """Raise IllegalMove unless the seat made the discard, has not answered yet, and no ruling was given
        (§10.7).
        """
        if seat != accused:
            raise IllegalMove("dispute.not-accused")
        if self.answered or seat in self.objecting:
            raise IllegalMove("dispute.answered")
        self._check_unruled()

    def _check_unruled(self) -> None:
        if not self.open or self.appealed is not None:
            raise IllegalMove("dispute.ruled")

    def check_rule(self) -> None:
        """Raise IllegalMove if no ruling is due now, or if one waits for its second signature."""
        self._check_changeable()
        if not self.open:
            raise IllegalMove("ruling.given")

    def check_withdraw(self) -> None:
        """Raise IllegalMove if there is no ruling, if it is final, or if a proposal waits for a signature."""
        self._check_changeable()
        if self.open:
            raise IllegalMove("ruling.none")

    def _check_changeable(self) -> None:
        if self.final:
            raise IllegalMove("ruling.final")
        if self.proposal is not None:
            raise IllegalMove("ruling.proposed")

    def check_appeal(self) -> None:
        """Raise IllegalMove if the ruling was appealed before, or if there is no ruling (§10.8)."""
        if self.appealed is not None:
            raise IllegalMove("ruling.appealed")
        if self.open:
            raise IllegalMove("ruling.no-appeal")

    def proposed(self) -> Approval[Decision, str]:
        """Return the proposal that waits for a signature. Raises `IllegalMove` if there is none."""
        if self.proposal is None:
            raise IllegalMove("ruling.not-proposed")
        return self.proposal

    def check_sign(self, referee: str) -> Approval[Decision, str]:
        """Return the proposal that this referee would sign.

        Raises IllegalMove if no proposal waits for a signature, or if this referee made the proposal.
        """
        proposal = self.proposed()
        if not proposal.may_sign(referee):
            raise IllegalMove("ruling.own-signature")
        return proposal

    def join(self, seat: int | None) -> Self:
        """Return the dispute with one more objecting seat."""
        return replace(self, joined=(*self.joined, seat))

    def answer(self) -> Self:
        """Return the dispute as answered by the seat that made the discard."""
        return replace(self, answered=True)

    def rule(
        self, outcome: Outcome, referee: str, section: str, reason: str, before: Result | None
    ) -> Self:
        """Return the dispute with this ruling; `before` is the deal's result until then."""
        return replace(
            self,
            outcome=outcome,
            open=False,
            referee=referee,
            section=section,
            ruling=reason,
            result_before=before,
            appeal_until=None,
        )

    def withdraw(self) -> Self:
        """Return the dispute as it was before its ruling."""
        return replace(
            self,
            outcome=None,
            open=True,
            referee="",
            section="",
            ruling="",
            result_before=None,
            appeal_until=None,
            appealed=None,
            proposal=None,
        )

    def open_to_appeal(self, until: str) -> Self:
        """Return the dispute with `until` as the time until which its ruling can be appealed."""
        return replace(self, appeal_until=until)

    def appeal(self, seat: int) -> Self:
        """Return the dispute as appealed: it waits for another referee, and its ruling stays in force until then.

        A waiting proposal is dropped.
        """
        return replace(self, appealed=seat, open=True, appeal_until=None, proposal=None)

    def propose(self, proposal: Approval[Decision, str] | None) -> Self:
        """Return the dispute with this proposal, or without one (None) once it is signed, declined or withdrawn."""
        return replace(self, proposal=proposal)
