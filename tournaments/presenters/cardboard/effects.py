"""Shows what each outcome of a dispute with real cards would change, before the ruling (§10.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.joints import listed
from games.engine.disputing.outcomes import Outcome
from games.models import Player
from games.presenters.effects import EffectsBox, effects_box, nobody_signs
from tournaments import queries
from tournaments.engine.real_cards.entered_results import DiscardDispute, person


def effects_of_real_cards(
    tournament_id: int, deal_id: int, names: Sequence[str]
) -> EffectsBox | None:
    """Return the effects of each possible outcome, side by side; None if no dispute awaits a ruling.

    `names` are the names of the players, by seat.
    """
    effects = queries.effects_of_real_cards(tournament_id, deal_id, now=timezone.now())
    if effects is None:
        return None
    paid = (
        _("The penalty is paid"),
        _("The discarder pays for all the losers (§9.3)."),
    )
    unpaid = (_("There is no penalty"), _("Every loser pays for the hand (§9.1)."))
    said = {
        Outcome.UPHELD: paid if effects.lifts else unpaid,
        Outcome.REVERSED: unpaid if effects.lifts else paid,
    }
    return effects_box(effects, names, "", said)


@dataclass(frozen=True, slots=True)
class RealCardSignature:
    """What the page says about the second signature for a ruling."""

    own: bool
    """The reader has proposed what waits, and may take it back."""
    outcome: str
    """What is proposed, as the table of effects calls it; empty where nothing waits."""
    section: str
    reason: str
    signers: str
    """Who could sign, by name."""
    advice: str
    """What to do where nobody could."""


def court_of_real_cards(
    tournament_id: int,
    deal_id: int,
    dispute: DiscardDispute,
    effects: EffectsBox | None,
    reader: Player,
) -> RealCardSignature | None:
    """Return what to show this referee about a second signature; None if the dispute needs none."""
    proposal, columns = dispute.proposal, () if effects is None else effects.columns
    if proposal is None and not any(one.second for one in columns):
        return None
    first = person(reader.pk) if proposal is None else proposal.by
    free = [one for one in queries.free_to_sign(tournament_id, deal_id) if person(one.pk) != first]
    named = (one.name for one in columns if proposal and one.outcome is proposal.wish.outcome)
    return RealCardSignature(
        own=proposal is not None and proposal.by == person(reader.pk),
        outcome=next(named, ""),
        section="" if proposal is None else proposal.wish.section,
        reason="" if proposal is None else proposal.wish.reason,
        signers=listed(str(one) for one in free),
        advice="" if free else nobody_signs(),
    )
