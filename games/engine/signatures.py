"""A second signature: a decision above the club's limit is proposed by one referee and signed by another (§10.8).

How much one may decide alone is no rule of the game: the club says it, and who proposes asks it.
"""

from __future__ import annotations

from games.engine import outcomes
from games.engine.dispute_events import (
    RulingGiven,
    RulingProposed,
    RulingSigned,
    RulingWithdrawn,
    SignatureRefused,
)
from games.engine.ending import disputes_of
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.outcomes import Outcome, Said
from games.engine.state import DealState, Proposal


def propose(state: DealState, outcome: Outcome, said: Said) -> tuple[Event, ...]:
    """Propose an outcome that the dispute can have now. Raises `IllegalMove` where it cannot, or another waits."""
    decided = outcomes.decide(state, outcome, said)
    result = next(
        event.result for event in decided if isinstance(event, RulingGiven | RulingWithdrawn)
    )
    return (
        RulingProposed(
            said.dispute, said.referee, outcome.value, said.section, said.reason, result
        ),
    )


def sign(state: DealState, *, dispute: int, referee: str) -> tuple[Event, ...]:
    """The signature and, at once, the decision that was proposed, which is still its first referee's."""
    proposal = proposed(state, dispute)
    if proposal.referee == referee:
        raise IllegalMove("ruling.own-signature")
    said = Said(dispute, proposal.referee, proposal.section, proposal.reason)
    decided = outcomes.decide(outcomes.laid_aside(state, dispute), Outcome(proposal.outcome), said)
    return (RulingSigned(dispute, referee), *decided)


def refuse(state: DealState, *, dispute: int, referee: str, reason: str) -> tuple[Event, ...]:
    """Refuse to sign what was proposed, or take back what one has proposed: the dispute is where it was before."""
    proposed(state, dispute)
    return (SignatureRefused(dispute, referee, reason),)


def proposed(state: DealState, dispute: int) -> Proposal:
    """What waits for a signature in this dispute. Raises `IllegalMove` where nothing does."""
    for one in disputes_of(state):
        if one.number == dispute and one.proposal is not None:
            return one.proposal
    raise IllegalMove("ruling.not-proposed")
