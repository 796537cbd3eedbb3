"""Presents the disputes about a discard: every step since the filing, and the current state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.disputing.outcomes import Outcome, RulingGiven, was_judged
from games.engine.events import (
    DisputeAnswered,
    DisputeJoined,
    PaymentChange,
    RulingAppealed,
    RulingProposed,
    RulingSigned,
    RulingWithdrawn,
)
from games.models import FiledDispute
from games.presenters.amounts import of_unit
from games.presenters.moments import rule_by_now
from games.presenters.outcomes import outcome_name, words_of
from games.queries.held_chips import hold_of
from games.queries.play.participants import names_at_table
from replays.queries.replay import DisputeStep


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One step of a dispute: another seat joined it, a ruling, its withdrawal or an appeal."""

    words: str
    reason: str
    stands: bool
    """The ruling by which the payout is what it is: nothing has withdrawn it, and no other came behind it."""


@dataclass(frozen=True, slots=True)
class DisputeBox:
    """A dispute with all its steps in order."""

    dispute: FiledDispute
    by: str
    words: str
    look: str
    """warning while it is open, note when it is ruled: it went well for some and badly for others."""
    lines: tuple[RulingLine, ...]
    end: str = ""
    """Until when its ruling can be appealed, or that it is final."""
    held: str = ""
    """That the disputed chips are held; whose and how many, only their accounts say."""

    @property
    def standing(self) -> RulingLine | None:
        """Return the ruling in force, None if there is none."""
        return next((line for line in reversed(self.lines) if line.stands), None)


def dispute_boxes(
    disputes: Iterable[FiledDispute], acts: Sequence[DisputeStep], names: Sequence[str]
) -> tuple[DisputeBox, ...]:
    """Return the disputes of a deal with their steps in words; `names` are the seats' names."""
    return tuple([_box(dispute, acts, names) for dispute in disputes])


def _box(dispute: FiledDispute, acts: Sequence[DisputeStep], names: Sequence[str]) -> DisputeBox:
    by = _("The director") if dispute.seat is None else names[dispute.seat]
    own = [act for act in acts if act.event.dispute == dispute.number]
    rulings = [act for act in own if isinstance(act.event, PaymentChange)]
    words = _stands(rulings[-1] if rulings else None)
    look = "warning" if dispute.status == FiledDispute.OPEN else "note"
    if dispute.appealed and dispute.status == FiledDispute.OPEN:
        words = _("The appeal is waiting for another referee.")
    if dispute.proposed:
        words = _("This ruling needs a second signature. Until then nothing changes (§10.8).")
        look = "warning"
    lines = tuple([_line(act, names, own, stands=act in rulings[-1:]) for act in own])
    return DisputeBox(dispute, by, words, look, lines, _end(dispute), _held(dispute))


def _stands(last: DisputeStep | None) -> str:
    """Return what the last ruling does to the penalty, or that the dispute awaits a referee.

    It does not say "is upheld": one reader would take that for the engine's judgement, another for the appealed
    ruling.
    """
    event = None if last is None else last.event
    if not isinstance(event, RulingGiven):
        return _("The dispute is waiting for a referee.")
    return words_of(event).stands.words(judged=was_judged(event))


def _held(dispute: FiledDispute) -> str:
    try:
        hold = hold_of(dispute.deal)
    except ValueError:
        return ""  # not written by any version of ours: `check_ledger` names it, the replay goes on
    if hold is None or not hold.chips:
        return ""
    return of_unit(
        gettext_noop("The disputed %(unit)s are held until the decision is final (§10.8).")
    )


def _end(dispute: FiledDispute) -> str:
    if dispute.status == FiledDispute.OPEN:
        return "" if dispute.rule_by is None else rule_by_now(dispute.rule_by, now())
    if dispute.until is not None:
        when = date_format(localtime(dispute.until), "SHORT_DATETIME_FORMAT")
        return _("The players of the deal can appeal until %(when)s.") % {"when": when}
    if dispute.appealed:
        return _("Decided on appeal, so it is final (§10.8).")
    return ""


def _line(
    act: DisputeStep, names: Sequence[str], own: Sequence[DisputeStep], *, stands: bool
) -> RulingLine:
    event = act.event
    when = date_format(localtime(act.at), "SHORT_DATETIME_FORMAT")
    match event:
        case DisputeJoined():
            who = _("The director") if event.seat is None else names[event.seat]
            said = _("%(who)s joined the dispute on %(when)s:") % {"who": who, "when": when}
        case DisputeAnswered():
            told = {"who": names[event.seat], "when": when}
            said = _("%(who)s, whose discard it was, answered on %(when)s:") % told
        case RulingAppealed():
            told = {"who": names[event.seat], "when": when}
            said = _("%(who)s appealed the ruling on %(when)s:") % told
        case RulingGiven() | RulingWithdrawn():
            who = _("A referee") if act.imported else names_at_table([event.referee])[0]
            words = _ruled(event, who, when)
            return RulingLine(words, event.reason, stands and isinstance(event, RulingGiven))
        case _:
            who = _("A referee") if act.imported else names_at_table([event.referee])[0]
            reason = "" if isinstance(event, RulingSigned) else event.reason
            return RulingLine(_signature(act, own, who, when), reason, stands=False)
    return RulingLine(said, event.reason, stands=False)


def _signature(act: DisputeStep, own: Sequence[DisputeStep], who: str, when: str) -> str:
    """Return a proposal, its signature or its rejection in words; `own` are the steps of this dispute, in order."""
    event, told = act.event, {"who": who, "when": when}
    if isinstance(event, RulingProposed):
        outcome = Outcome(event.outcome)
        lifted = event.result.offender is None
        name = outcome_name(outcome, lifts=lifted == (outcome is Outcome.REVERSED))
        if not event.section:
            return (
                _(
                    "%(who)s proposed on %(when)s to withdraw the ruling; a second referee has to sign it:"
                )
                % told
            )
        return _(
            "%(who)s proposed on %(when)s, for a second referee to sign: %(outcome)s (%(section)s)."
        ) % {**told, "section": event.section, "outcome": name}
    if isinstance(event, RulingSigned):
        return _("%(when)s: %(who)s signed it as the second referee.") % told
    before = [one.event for one in own[: own.index(act)] if isinstance(one.event, RulingProposed)]
    if before and before[-1].referee == getattr(event, "referee", ""):
        return _("%(who)s took the proposal back on %(when)s:") % told
    return _("%(who)s declined to sign it on %(when)s:") % told


def _ruled(event: PaymentChange, who: str, when: str) -> str:
    if not isinstance(event, RulingGiven):
        return _("%(who)s withdrew the ruling on %(when)s:") % {"who": who, "when": when}
    said = words_of(event).ruled.words(judged=was_judged(event))
    return said % {"who": who, "when": when, "section": event.section}
