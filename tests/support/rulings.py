"""Rulings on finished deals, in one call."""

from django.utils import timezone

from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.commands import record
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.log.snapshot import one_snapshot
from games.models import Deal, Player
from games.queries.finished.histories import load_state
from games.queries.held_chips import held_chips
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW
from tests.support.tournament_pages import player


def reverse_the_penalty(deal: Deal, players: list[Player], *, void: bool = False) -> Dispute:
    """Dispute the discard that was penalised, and rule that it was safe (§10.3), or that the deal is void (§10.8)."""
    ending = load_state(deal.pk).ending
    assert ending is not None and ending.taken is not None
    dispute = rulings.file_dispute(
        by=players[0],
        deal_id=deal.pk,
        discard=ending.taken.version,
        reason="not the worst?",
        now=NOW,
    )
    referee = Player.objects.create_user("referee", is_referee=True)
    return rulings.give_ruling(
        by=referee,
        dispute_id=dispute.pk,
        outcome="voided" if void else "reversed",
        section="§10.3",
        reason="equal usefulness",
        now=NOW,
    )


def chips_with_held(player_id: int) -> int:
    """Return what a member has, and what disputes hold of it."""
    with one_snapshot():  # a worker may hold some of them between the two
        held = sum(one.chips for one in held_chips(player_id))
        return balance(member_account(player_id)) + held


def limit(chips: int) -> None:
    """Let a ruling that moves more than so many chips wait for a second referee."""
    owner = Player.objects.filter(username="owner").first() or player("owner", is_superuser=True)
    record(HouseRulesSet(HouseRules(second_signature_chips=chips)), by=owner, now=timezone.now())
