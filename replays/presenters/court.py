"""Presents a dispute at the referee's desk: why the reader may not decide, and the second signature."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.common.joints import listed
from games.engine.disputing.disputes import Dispute as StateOfDispute
from games.engine.state import Ending
from games.errors import Refused
from games.models import Player
from games.presenters.effects import EffectsBox, nobody_signs
from replays.commands.rulings import is_settled
from replays.models import Dispute
from replays.queries.signatures import free_referees


@dataclass(frozen=True, slots=True)
class CourtBox:
    """The desk's words on the second signature of a dispute."""

    proposed: bool
    """Something waits for a signature; the desk then asks for that, and for no ruling."""
    own: bool
    """The reader has proposed it, and may take it back."""
    outcome: str
    """What is proposed, as the table of effects calls it."""
    signers: str
    """Who could sign it now, by name; empty where nobody could, or where no outcome asks for it."""
    advice: str
    """What to do where nobody could."""


def court_box(
    dispute: Dispute, ending: Ending, reader: Player, effects: EffectsBox | None
) -> CourtBox | None:
    """Return the second signature's box for this referee; None if the dispute needs none."""
    found = next(one for one in ending.disputes if one.number == dispute.number)
    columns = () if effects is None else effects.columns
    if found.proposal is None and not any(one.second for one in columns):
        return None
    own = found.proposal is not None and found.proposal.by == f"player:{reader.pk}"
    outcome = "" if found.proposal is None else found.proposal.wish.outcome
    free = free_referees(dispute, but=_first(found, reader))
    return CourtBox(
        proposed=found.proposal is not None,
        own=own,
        outcome=next((one.name for one in columns if one.outcome == outcome), ""),
        signers=listed(str(one) for one in free),
        advice="" if free else nobody_signs(),
    )


def barred_words(refusal: Refused | None, dispute: Dispute, *, now: datetime) -> str:
    """Return a sentence that says why this referee may not decide the dispute now.

    Empty if the referee may decide it, or if it is settled. The referee who made the ruling is told instead that it
    is in effect, and until when it can be appealed.
    """
    stands = dispute.status != Dispute.OPEN
    if refusal is None or (stands and is_settled(dispute, now)):
        return ""
    if refusal.code == "ruling.own-ruling" and stands and not dispute.proposed:
        assert dispute.until is not None  # else it is settled
        when = date_format(localtime(dispute.until), "SHORT_DATETIME_FORMAT")
        return _(
            "The ruling is in effect. The players of the deal can appeal until %(when)s, and "
            "until then another referee can withdraw it."
        ) % {"when": when}
    return refusal.sentence


def _first(dispute: StateOfDispute, reader: Player) -> Player | None:
    """Return the referee who proposed the ruling; the reader if nothing is proposed. None if unknown."""
    if dispute.proposal is None:
        return reader
    return Player.objects.filter(pk=dispute.proposal.by.removeprefix("player:")).first()
