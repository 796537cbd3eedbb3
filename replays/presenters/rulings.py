"""What was disputed and ruled on a discard, in words: every ruling and every withdrawal, and what stands now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.engine.events import RulingGiven, RulingShared
from games.queries.participants import names_at_table
from replays.models import Dispute
from replays.queries.replay import Act


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One act of a referee on a dispute."""

    words: str
    reason: str
    stands: bool
    """A ruling that nothing has withdrawn."""


@dataclass(frozen=True, slots=True)
class DisputeBox:
    """A dispute and all that referees said of it, in order."""

    dispute: Dispute
    by: str
    words: str
    look: str
    """warning while it is open, note when it is ruled: it went well for some and badly for others."""
    lines: tuple[RulingLine, ...]

    @property
    def standing(self) -> RulingLine | None:
        """The ruling that holds now."""
        return next((line for line in reversed(self.lines) if line.stands), None)


def dispute_boxes(
    disputes: Iterable[Dispute], acts: Sequence[Act], names: Sequence[str]
) -> tuple[DisputeBox, ...]:
    """The disputes of a deal, each with its rulings and withdrawals; `names` are those of the seats."""
    return tuple([_box(dispute, acts, names) for dispute in disputes])


def _box(dispute: Dispute, acts: Sequence[Act], names: Sequence[str]) -> DisputeBox:
    by = _("The director") if dispute.seat is None else names[dispute.seat]
    own = [act for act in acts if act.event.dispute == dispute.number]
    words, look = {
        Dispute.Status.OPEN: (_("The dispute waits for a referee."), "warning"),
        Dispute.Status.UPHELD: (_("Upheld: what was judged stays."), "note"),
        Dispute.Status.REVERSED: (_("Reversed: the payout was changed."), "note"),
        Dispute.Status.SHARED: (
            _("Shared: every other loser pays half for the hand, the discarder the rest."),
            "note",
        ),
    }[Dispute.Status(dispute.status)]
    lines = tuple([_line(act, stands=act is own[-1]) for act in own])
    return DisputeBox(dispute, by, words, look, lines)


def _line(act: Act, *, stands: bool) -> RulingLine:
    event = act.event
    who = _("A referee") if act.imported else names_at_table([event.referee])[0]
    when = date_format(localtime(act.at), "SHORT_DATETIME_FORMAT")
    if not isinstance(event, RulingGiven):
        said = _("%(who)s withdrew the ruling on %(when)s:") % {"who": who, "when": when}
        return RulingLine(said, event.reason, stands=False)
    told = {"who": who, "when": when, "section": event.section}
    if isinstance(event, RulingShared):
        said = _("%(who)s shared the payment on %(when)s by %(section)s:") % told
    elif event.upheld:
        said = _("%(who)s upheld what was judged on %(when)s by %(section)s:") % told
    else:
        said = _("%(who)s reversed what was judged on %(when)s by %(section)s:") % told
    return RulingLine(said, event.reason, stands)
