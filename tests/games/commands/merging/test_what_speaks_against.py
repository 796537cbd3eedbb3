"""What speaks against merging two accounts, at the proposal and at each confirmation."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.commands.people.cards import replace_password
from games.commands.people.merging import confirm_merge
from games.commands.table.seats import sit_down
from games.engine.rules import VINAGAMES
from games.models import Deal, DealSeat, Player, Seat, Table
from replays.commands.rulings import file_dispute
from replays.queries import get_replay
from tests.support.deals import NOW, penalty_seed, running_deal, stored_deal
from tests.support.evening import Evening
from tests.support.merging import confirm, merge, propose
from tests.support.play_pages import member
from tests.support.refused import refused
from tests.support.tables import opened_table
from tests.support.tournament_pages import friday
from tournaments import commands as tournaments
from tournaments.queries.entry_lists import played_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_no_account_with_a_duty_and_no_closed_one_is_merged(owner, lan, lan2, director) -> None:
    referee = member("ruth", is_referee=True)
    for stays, ends in ((lan, director), (referee, lan)):
        with refused("merge.duty"):
            propose(owner, stays, ends)
    propose(owner, lan, lan2)
    confirm(lan, lan2)
    Player.objects.filter(pk=lan2.pk).update(is_director=True)
    with refused("merge.duty"):
        confirm(lan2, lan2)
    Player.objects.filter(pk=lan2.pk).update(is_director=False, is_active=False)
    with refused("merge.closed"):
        confirm(lan2, lan2)


def test_not_while_one_of_them_sits_at_a_table(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    confirm(lan2, lan2)
    table = opened_table(by=lan, name="Bàn 1", rules=VINAGAMES, seats=4, now=timezone.now())
    sit_down(by=lan, table_id=table.pk, seat=0, now=timezone.now())
    with refused("merge.seated"):
        confirm(lan, lan2)


def test_not_while_a_deal_runs_that_began_between_the_two_confirmations(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    assert not confirm(lan, lan2)
    deal = running_deal(VINAGAMES, 100, [lan2])
    with refused("merge.seated"):
        confirm(lan2, lan2)
    Seat.objects.filter(table=deal.table_id).update(player=None)
    with refused("merge.deal"):
        confirm(lan2, lan2)


def test_not_while_a_deal_is_not_paid_yet(owner, lan, lan2) -> None:
    deal = stored_deal(VINAGAMES, penalty_seed(people=2), [lan2, member("minh")])
    Table.objects.update(closed_at=NOW)
    Deal.objects.filter(pk=deal.pk).update(owed_version=2, settled_version=1)
    with refused("merge.deal"):
        propose(owner, lan, lan2)


def test_not_while_one_of_them_plays_in_a_tournament(owner, lan, lan2, director) -> None:
    tournament = friday(director)
    propose(owner, lan, lan2)
    confirm(lan2, lan2)
    tournaments.enter(by=lan, tournament_id=tournament.pk, now=NOW, idempotency_key="enter")
    with refused("merge.entry"):
        confirm(lan, lan2)
    tournaments.withdraw(by=lan, tournament_id=tournament.pk, now=NOW, idempotency_key="leave")
    assert confirm(lan, lan2)


def test_not_while_a_dispute_waits(owner, lan, lan2) -> None:
    minh = member("minh")
    deal = stored_deal(VINAGAMES, penalty_seed(people=2), [lan2, minh], chips_per_point=0)
    Table.objects.update(closed_at=NOW)
    discard = get_replay(deal.pk)[1].judged_at
    assert discard is not None
    file_dispute(by=lan2, deal_id=deal.pk, discard=discard, reason="No.", now=NOW)
    for stays, ends in ((lan, lan2), (lan, minh)):
        with refused("merge.dispute"):
            propose(owner, stays, ends)


def test_two_who_sat_in_one_deal_are_two_people(owner, lan, lan2) -> None:
    stored_deal(VINAGAMES, penalty_seed(people=2), [lan, lan2], chips_per_point=0)
    Table.objects.update(closed_at=NOW)
    with refused("merge.same-deal"):
        propose(owner, lan, lan2)


def test_whoever_was_merged_before_counts_with_the_account(owner, lan, lan2) -> None:
    minh = member("minh")
    stored_deal(VINAGAMES, penalty_seed(people=2), [lan2, minh], chips_per_point=0)
    Table.objects.update(closed_at=NOW)
    merge(owner, lan, lan2)
    with refused("merge.same-deal"):
        propose(owner, lan, minh)


def test_two_who_played_in_one_tournament_are_two_people(owner, lan, lan2) -> None:
    evening = Evening(8, rounds=1, deals_per_round=1, entry_fee=0, prize_shares=(100,))
    evening.play_all()
    evening.close()
    seats: dict[int, list[Player]] = {}
    for row in DealSeat.objects.filter(player__in=evening.people).order_by("pk"):
        assert row.player is not None
        seats.setdefault(row.deal_id, []).append(row.player)
    tables = list(seats.values())
    with refused("merge.same-tournament"):
        propose(owner, tables[0][0], tables[1][0])
    with refused("merge.same-deal"):
        propose(owner, tables[0][0], tables[0][1])


def test_two_entries_of_which_one_was_withdrawn_are_no_two_people(
    owner, lan, lan2, director
) -> None:
    tournament = friday(director)
    for key, one in (("a", lan), ("b", lan2)):
        tournaments.enter(by=one, tournament_id=tournament.pk, now=NOW, idempotency_key=key)
    tournaments.withdraw(by=lan2, tournament_id=tournament.pk, now=NOW, idempotency_key="c")
    tournaments.cancel(by=director, tournament_id=tournament.pk, now=NOW, reason="Rain")
    merge(owner, lan, lan2)
    assert played_in(tournament.pk) == ["lan"]


def test_not_by_an_account_that_somebody_gave_a_card_within_the_last_week(owner, lan, lan2) -> None:
    """Else an owner confirms alone for both, by cards that they print."""
    propose(owner, lan, lan2)
    now = timezone.now()
    Player.objects.filter(pk=owner.pk).update(is_director=True)
    director = Player.objects.get(pk=owner.pk)
    replace_password(by=director, player=lan, reason="Forgot it.", now=now)
    lan = Player.objects.get(pk=lan.pk)
    lan.set_password("of-my-own-4711")
    lan.save()
    with refused("merge.new-keys"):
        confirm(lan, lan2)
    assert not confirm_merge(by=lan, ends=lan2.pk, now=now + timedelta(days=8))
