"""A second referee's signature on what is proposed above the club's limit (§10.8): signed, refused or taken back.

`replays.commands.rulings` proposes by itself where `replays.queries.signatures` says that one referee is not enough.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import queries
from games.engine import outcomes, signatures
from games.engine.events import Event
from games.engine.outcomes import Outcome
from games.engine.state import DealState
from games.errors import Refused
from games.models import Player
from games.queries.interests import require_proposer
from replays.commands import rulings
from replays.models import Dispute
from replays.queries.signatures import has_proposed, interest_of


@transaction.atomic
def sign_ruling(*, by: Player, dispute_id: int, now: datetime, seen: int | None = None) -> Dispute:
    """Sign what another referee has proposed: it is decided, and what follows from it follows.

    The same persons are refused as for a ruling, and who proposed it, who must have the duty still and no interest by
    now. `seen` is as in `rulings.give_ruling`. Raises Refused, with nothing changed.
    """
    dispute = rulings.ruled_by(by, dispute_id)
    until = queries.appeal_until(queries.get_deal(dispute.deal_id), now)

    def decide(state: DealState) -> tuple[Event, ...]:
        proposal = signatures.proposed(state, dispute.number)
        first = int(proposal.referee.removeprefix("player:"))
        require_proposer(first, lambda one: interest_of(one, dispute))
        withdraws = proposal.outcome == Outcome.WITHDRAWN
        if withdraws and rulings.is_settled(dispute, now):
            raise Refused("ruling.final")
        signed = signatures.sign(state, dispute=dispute.number, referee=f"player:{by.pk}")
        rulings.as_seen(state, seen)
        rulings.ruled_by(by, dispute_id)  # who waited for the deal may have ruled on it meanwhile
        if withdraws or outcomes.is_last(state, dispute.number):
            return signed
        return (*signed, *rulings.deadline(dispute.number, "appeal", until))

    rulings.append(by, dispute.deal_id, decide, now)
    return Dispute.objects.get(pk=dispute_id)


@transaction.atomic
def refuse_signature(
    *, by: Player, dispute_id: int, reason: str, now: datetime, seen: int | None = None
) -> Dispute:
    """Refuse to sign what another referee has proposed, or take the own proposal back; the dispute is as before it.

    Whoever has an interest is refused but for the own proposal: it decides nothing, and the sooner it is off the sooner
    another referee rules. Raises Refused, with nothing changed.
    """
    dispute = rulings.dispute_for(by, dispute_id)
    if not has_proposed(by, dispute) and (refusal := rulings.why_not(by, dispute)) is not None:
        raise refusal
    reason = rulings.checked_reason(reason, "ruling.reason")

    def decide(state: DealState) -> tuple[Event, ...]:
        refused = signatures.refuse(
            state, dispute=dispute.number, referee=f"player:{by.pk}", reason=reason
        )
        rulings.as_seen(state, seen)
        return refused

    rulings.append(by, dispute.deal_id, decide, now)
    return Dispute.objects.get(pk=dispute_id)
