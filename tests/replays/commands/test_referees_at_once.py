"""Two who decide on one dispute at the same moment: one does, the other is told so, nothing is half done (§10.8)."""

from __future__ import annotations

from functools import partial

import pytest
from django.core.management import call_command
from django.db import transaction

from games import commands as club
from games import tasks
from games.club.house_rules import HouseRules
from games.errors import Refused
from games.ledger.queries import trial_balance
from games.log import read
from games.models import Deal, Player
from replays import projections
from replays.commands import rulings
from replays.commands.rulings import sign_ruling
from replays.models import Dispute
from tests.support.deals import penalty_seed
from tests.support.disputed import LATER, club_table, disputed
from tests.support.threads import outcomes_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
]


def referee(name: str) -> Player:
    return Player.objects.create_user(name, is_referee=True)


@pytest.fixture
def deal(db: None) -> Deal:
    return club_table(penalty_seed())


def rule(by: Player, row: Dispute, outcome: str = "reversed") -> Dispute:
    return rulings.give_ruling(
        by=by,
        dispute_id=row.pk,
        section="§10.8",
        reason="A card was marked.",
        now=LATER,
        outcome=outcome,
    )


def names(deal: Deal) -> list[str]:
    """Return what a dispute has brought into the deal's stream."""
    said = [event.name.removeprefix("deal.") for event in read(deal.stream)]
    return said[said.index("secret-published") + 1 :]


def assert_whole(deal: Deal, row: Dispute) -> None:
    """Rows, chips and log say the same, and a worker finds nothing half done."""
    tasks.finish_deal(deal.pk)
    shown = Dispute.objects.filter(pk=row.pk).values()[0]
    projections.project(deal.pk)
    assert Dispute.objects.filter(pk=row.pk).values()[0] == shown
    assert sum(trial_balance().values()) == 0
    call_command("check_ledger")
    call_command("verify_log")


def test_of_two_referees_who_rule_at_the_same_moment_one_has_ruled_and_the_other_is_told_so(deal):
    row = disputed(deal)
    said = outcomes_of(
        partial(rule, referee("mot"), row), partial(rule, referee("hai"), row, outcome="upheld")
    )
    assert said == ["done", "ruling.given"]
    assert names(deal).count("ruling-given") == 1
    row.refresh_from_db()
    assert row.status in ("upheld", "reversed") and row.referee is not None
    assert row.status == ("reversed" if row.referee.username == "mot" else "upheld")
    assert_whole(deal, row)


def test_of_two_referees_who_propose_at_the_same_moment_one_waits_for_a_signature(deal):
    owner = Player.objects.create_superuser("o")
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=1), now=LATER)
    row = disputed(deal)
    said = outcomes_of(
        partial(rule, referee("mot"), row), partial(rule, referee("hai"), row, outcome="voided")
    )
    assert said == ["done", "ruling.proposed"]
    assert names(deal).count("ruling-proposed") == 1
    assert_whole(deal, row)


def test_of_two_referees_who_sign_at_the_same_moment_one_has_signed(deal):
    owner = Player.objects.create_superuser("o")
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=1), now=LATER)
    row = rule(referee("mot"), disputed(deal))
    assert row.proposed == "reversed"
    said = outcomes_of(
        *(
            partial(sign_ruling, by=referee(name), dispute_id=row.pk, now=LATER)
            for name in ("hai", "ba")
        )
    )
    assert said == ["done", "ruling.not-proposed"]
    assert names(deal).count("ruling-given") == 1
    assert_whole(deal, row)


def test_of_two_seats_who_appeal_at_the_same_moment_one_has_appealed(deal):
    row = rule(referee("mot"), disputed(deal))
    seats = [seat.player for seat in deal.seats.order_by("number") if seat.player][:2]
    said = outcomes_of(
        *(
            partial(rulings.appeal_ruling, by=seat, dispute_id=row.pk, reason="Again.", now=LATER)
            for seat in seats
        )
    )
    assert said == ["done", "ruling.appealed"]
    assert_whole(deal, row)


def test_a_ruling_and_a_withdrawal_at_the_same_moment_come_one_behind_the_other(deal):
    """Whichever comes first: there is one ruling, or one that was taken back."""
    row = rule(referee("mot"), disputed(deal))
    other = referee("hai")
    said = outcomes_of(
        partial(rule, other, row, outcome="upheld"),
        partial(
            rulings.withdraw_ruling, by=referee("ba"), dispute_id=row.pk, reason="No.", now=LATER
        ),
    )
    assert said in (["done", "done"], ["done", "ruling.given"])
    row.refresh_from_db()
    assert row.status == ("upheld" if said == ["done", "done"] else "open")
    assert_whole(deal, row)


def test_who_has_ruled_while_their_second_page_waited_does_not_rule_on_the_appeal(
    deal, monkeypatch
):
    """Whether a referee has an interest is looked at when the deal is locked, and not before alone."""
    row, judge = disputed(deal), referee("mot")
    seat = deal.seats.get(number=0).player
    assert seat is not None
    append = rulings.append
    met: list[str] = []

    def appended(*args, **said):
        if not met:
            met.append("waits")
            with transaction.atomic():
                rule(judge, row)
                rulings.appeal_ruling(by=seat, dispute_id=row.pk, reason="Again.", now=LATER)
        return append(*args, **said)

    monkeypatch.setattr(rulings, "append", appended)
    with pytest.raises(Refused) as refused:
        rule(judge, row, outcome="upheld")
    assert refused.value.code == "ruling.own-ruling"
