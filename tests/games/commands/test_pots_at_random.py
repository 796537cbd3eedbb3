"""Evenings at random at tables with a pot (§13.14): people come and go, settlements are late, deals become void."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from games import commands
from games.checks.ledger import check_ledger
from games.club.pots import PotTaken
from games.engine.rules import MIEN_NAM, VINAGAMES, RuleSet
from games.errors import Refused
from games.ledger.queries import trial_balance
from games.models import Deal, Player
from games.queries.pots import pot_events
from replays.commands import rulings
from tests.support.deals import NOW, ending_of, get_ready, play_on
from tests.support.play_pages import member
from tests.support.pots import in_pot
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db
DEALS = 16


@pytest.mark.parametrize("rules", [VINAGAMES, MIEN_NAM], ids=lambda rules: rules.key)
@pytest.mark.parametrize("number", [1, 3])
def test_every_chip_is_in_an_account_and_the_pot_is_empty_at_the_end(
    rules: RuleSet, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(number)
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex", lambda size: random.randbytes(size).hex()
    )
    people = [member(name) for name in ("an", "binh", "chi", "dung", "giang")]
    referee = member("referee", is_referee=True)
    own = replace(rules, key="Đậu heo", pot=random.randint(1, 1000))
    table = opened_table(
        by=people[0], name="Bàn", rules=own, seats=4, chips_per_point=2, now=NOW, filler="greedy"
    )
    late: list[int] = []
    for _ in range(DEALS):
        come_and_go(random, table.pk, people)
        commands.prepare_deal(table_id=table.pk, now=NOW)
        deal = table.deals.get(ended_at=None)
        seated = [seat.player for seat in deal.seats.filter(player__isnull=False)]
        get_ready(deal, [one for one in seated if one], [random.randbytes(8).hex() for _ in seated])
        play_on(deal.pk, now=NOW)
        late.append(deal.pk)
        random.shuffle(late)
        for deal_id in late[: random.randint(0, len(late))]:
            late.remove(deal_id)
            commands.settle(deal_id=deal_id, now=NOW)
            if random.random() < 0.5 and declared_void(deal_id, referee):
                late.append(deal_id)
        assert list(check_ledger()) == []
        assert sum(trial_balance().values()) == 0
    commands.close_table(by=people[0], table_id=table.pk, now=NOW)
    for deal_id in late:
        commands.settle(deal_id=deal_id, now=NOW)
    assert in_pot(table.pk) == 0 and sum(trial_balance().values()) == 0
    assert list(check_ledger()) == []
    assert any(isinstance(event, PotTaken) for _stored, event in pot_events(table.pk))


def come_and_go(random: Random, table_id: int, people: list[Player]) -> None:
    """Let some sit down and some leave; somebody always sits there."""
    for one in random.sample(people, len(people)):
        with suppress(Refused):  # the seat is taken, or one's own
            commands.sit_down(by=one, table_id=table_id, seat=random.randrange(4), now=NOW)
    for one in random.sample(people, 2):
        if people_at(table_id) > 1:
            with suppress(Refused):
                commands.leave_table(by=one, table_id=table_id, now=NOW)


def people_at(table_id: int) -> int:
    return Player.objects.filter(seats__table=table_id).count()


def declared_void(deal_id: int, referee: Player) -> bool:
    """Dispute what the deal was won by, and declare it void; whether that was possible."""
    taken = ending_of(Deal.objects.get(pk=deal_id)).taken
    seated = Player.objects.filter(deal_seats__deal=deal_id).order_by("pk").first()
    if taken is None or seated is None:
        return False
    with suppress(Refused):
        dispute = rulings.file_dispute(
            by=seated, deal_id=deal_id, discard=taken.version, reason="so?", now=NOW
        )
        rulings.give_ruling(
            by=referee,
            dispute_id=dispute.pk,
            outcome="voided",
            section="§10.3",
            reason="no",
            now=NOW,
        )
        return True
    return False
