"""Two accounts of one person become one: who may, what speaks against it, and what becomes of chips and logins."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.checks.ledger import check_ledger
from games.club.chips import NAMES, member_stream, to_stored
from games.club.merging import AccountsMerged, MergedChipsMoved
from games.commands.club.chips import (
    confirm_grant,
    grant_chips,
    take_back_grant,
)
from games.commands.people import tokens
from games.commands.people.accounts import note_account
from games.commands.people.guests import become_member, invite_to_club
from games.commands.people.merging import (
    confirm_merge,
    follow_merged,
    propose_merge,
)
from games.commands.people.walk_ins import walk_in
from games.commands.table.seats import sit_down
from games.engine.rules import VINAGAMES
from games.ledger.accounts import member_account
from games.ledger.commands import post
from games.ledger.models import Transfer
from games.log import append, read, stream_version
from games.models import LoginCard, Player
from games.queries.club.grants import grants_of, waiting_wishes
from games.queries.club.house import house_rules
from games.queries.people.named import named
from tests.support.deals import NOW
from tests.support.merging import (
    chips_of,
    confirm,
    drop,
    ledger_sum,
    merge,
    propose,
    waits,
    with_chips,
)
from tests.support.play_pages import member
from tests.support.refused import refused
from tests.support.tables import opened_table
from tests.support.tournament_pages import friday
from tournaments import commands as tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_the_balance_moves_by_one_transfer_that_says_why(owner, lan, lan2) -> None:
    had, before = chips_of(lan) + chips_of(lan2), Transfer.objects.count()
    propose(owner, lan, lan2)
    assert not confirm(lan2, lan2)
    assert Transfer.objects.count() == before
    assert confirm(lan, lan2)
    assert (chips_of(lan), chips_of(lan2)) == (had, 0)
    moved = Transfer.objects.get(key=f"merge:{lan2.pk}")
    assert moved.memo == "Accounts merged: Entered twice" and moved.entries == 2
    assert Transfer.objects.count() == before + 1 and ledger_sum() == 0
    assert list(check_ledger()) == []


def test_an_account_without_chips_moves_none(owner, lan) -> None:
    poor = member("lan3")
    merge(owner, lan, poor)
    assert not Transfer.objects.filter(key=f"merge:{poor.pk}").exists()
    assert list(check_ledger()) == []


def test_an_account_that_owes_the_club_hands_on_what_it_owes(owner, lan, lan2, director) -> None:
    grant_chips(by=director, players=[lan2], amount=5, idempotency_key=uuid4(), now=timezone.now())
    grant = grants_of(lan2)[0]
    other = with_chips("minh")
    post(
        key="deal:1", memo="Deal 1", now=NOW,
        postings={member_account(lan2.pk): -chips_of(lan2), member_account(other.pk): chips_of(lan2)},
    )  # fmt: skip
    take_back_grant(by=director, key=grant.key, reason="A slip", now=timezone.now())
    had = chips_of(lan)
    merge(owner, lan, lan2)
    assert (chips_of(lan), chips_of(lan2)) == (had - 5, 0)


def test_chips_that_somebody_asked_for_are_declined(owner, lan, lan2, director) -> None:
    for players in ([lan2], [lan2, lan]):
        grant_chips(
            by=director, players=players, amount=house_rules().alone_chips + 1,
            idempotency_key=uuid4(), now=timezone.now(),
        )  # fmt: skip
    merge(owner, lan, lan2)
    (left,) = waiting_wishes()
    assert left.wish.players == (lan,)
    confirm_grant(by=member("dieu", is_director=True), wish=left.wish.key, now=timezone.now())
    assert list(check_ledger()) == []


def test_chips_that_an_ended_account_gets_later_go_on_to_the_other_one(owner, lan, lan2) -> None:
    merge(owner, lan, lan2)
    had, minh = chips_of(lan), with_chips("minh")
    for key, chips in (("deal:1", 7), ("deal:2", -30)):
        moves = {member_account(lan2.pk): chips, member_account(minh.pk): -chips}
        post(key=key, memo="A ruling", now=NOW, postings=moves)
        had += chips
        assert follow_merged(now=timezone.now()) == 1
        assert (chips_of(lan), chips_of(lan2)) == (had, 0)
        assert follow_merged(now=timezone.now()) == 0
    assert not [one for one in check_ledger() if "merge:" in one or "member-" in one]
    assert ledger_sum() == 0


def test_logins_tokens_and_cards_of_the_ended_account_end(owner, lan, lan2) -> None:
    tokens.issue(lan2, now=timezone.now())
    LoginCard.objects.create(
        player=lan2, digest="x", digits="x", made_by=owner, works_until=NOW,
        made_at=timezone.now() - timedelta(days=8),
        digits_until=NOW,
    )  # fmt: skip
    merge(owner, lan, lan2)
    lan2.refresh_from_db()
    assert not lan2.is_active and lan2.merged_into == lan
    assert not lan2.api_tokens.exists() and not LoginCard.objects.exists()
    assert Player.objects.get(pk=lan.pk).is_active


def test_a_name_on_a_list_means_the_account_that_stayed(owner, lan, lan2, director) -> None:
    guest = walk_in(name="Cô Bảy", now=timezone.now())
    merge(owner, lan, lan2)
    propose(owner, lan, guest)
    confirm(director, guest)
    confirm(lan, guest)
    names = ("lan2", "LAN2", "Cô Bảy")
    assert named(names) == {name: [lan] for name in names}


def test_an_invitation_of_a_guest_opens_no_account_that_has_ended(owner, lan, director) -> None:
    guest = walk_in(name="Cô Bảy", now=timezone.now())
    key = invite_to_club(by=director, guest=guest, now=timezone.now())
    propose(owner, lan, guest)
    confirm(director, guest)
    confirm(lan, guest)
    with refused("guest.invitation"):
        become_member(
            guest=None, username="bay", display_name="", password="bốn mùa xuân", key=key,
            now=timezone.now(),
        )  # fmt: skip


def test_a_chain_of_merged_accounts_leads_to_the_last(owner, lan, lan2) -> None:
    lan3 = member("lan3")
    merge(owner, lan, lan2)
    merge(owner, lan3, lan)
    lan2.refresh_from_db()
    assert lan2.merged_into == lan3


def test_nothing_is_done_to_an_account_that_has_ended(owner, lan, lan2, director) -> None:
    merge(owner, lan, lan2)
    lan2.refresh_from_db()
    with refused("merge.ended"):
        grant_chips(
            by=director, players=[lan2], amount=5, idempotency_key=uuid4(), now=timezone.now()
        )
    with refused("merge.ended"):
        note_account(
            by=owner, player=lan2, changed=["is_active"], reason="Reveal it", now=timezone.now()
        )
    table = opened_table(by=lan, name="Bàn 1", rules=VINAGAMES, seats=4, now=timezone.now())
    with refused("merge.ended"):
        sit_down(by=lan2, table_id=table.pk, seat=1, now=timezone.now())


def test_an_entry_that_was_under_way_is_refused(owner, lan, lan2, director, monkeypatch) -> None:
    monkeypatch.setattr("tournaments.commands.seats._require_member", lambda player: lan2)
    tournament = friday(director)
    merge(owner, lan, lan2)  # `lan2` is the row as it was read before
    with refused("merge.ended"):
        tournaments.enter(by=lan2, tournament_id=tournament.pk, now=NOW, idempotency_key="enter")
    with refused("merge.ended"):
        tournaments.list_reserve(
            by=lan2, tournament_id=tournament.pk, player=lan2.pk, now=NOW, idempotency_key="list"
        )


# --- who may -------------------------------------------------------------------------------------


def test_only_an_owner_proposes_and_not_about_the_own_account(owner, lan, lan2, director) -> None:
    for other in (lan, director):
        with refused("club.owner"):
            propose(other, lan, lan2)
    with refused("merge.own"):
        propose(owner, lan, owner)
    with refused("account.reason"):
        propose_merge(by=owner, stays=lan.pk, ends=lan2.pk, reason=" ", now=timezone.now())


def test_strangers_confirm_and_end_nothing(owner, lan, lan2, director) -> None:
    propose(owner, lan, lan2)
    for stranger in (member("minh"), director, owner):
        with refused("merge.not-yours"):
            confirm(stranger, lan2)
    with refused("merge.not-yours"):
        drop(director, lan2)
    with refused("merge.none"):
        confirm(lan, lan)
    assert waits()


def test_one_person_confirms_once_and_only_the_other_one_completes_it(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    assert not confirm(lan, lan2)
    for _press in range(2):
        with refused("merge.confirmed"):
            confirm(lan, lan2)
    assert confirm(lan2, lan2)
    with refused("merge.none"):
        confirm(lan2, lan2)


def test_whoever_has_no_password_of_their_own_confirms_nothing(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    Player.objects.filter(pk=lan.pk).update(password_is_given=True)
    with refused("merge.own-password"):
        confirm(lan, lan2)


def test_a_proposal_of_who_is_no_owner_any_more_waits_for_another_one(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    Player.objects.filter(pk=owner.pk).update(is_superuser=False)
    with refused("merge.proposer"):
        confirm(lan, lan2)
    drop(Player.objects.create_superuser("heir"), lan2)
    assert not waits()


def test_each_of_the_two_can_decline_and_an_owner_takes_back(owner, lan, lan2) -> None:
    for who in (lan, lan2, owner):
        propose(owner, lan, lan2)
        drop(who, lan2)
        assert not waits()
        with refused("merge.none"):
            drop(who, lan2)


def test_a_confirmation_of_a_proposal_that_was_taken_back_counts_no_more(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    confirm(lan, lan2)
    drop(owner, lan2)
    propose(owner, lan, lan2)
    assert not confirm(lan2, lan2)


def test_a_proposal_that_nobody_answers_lapses_after_thirty_days(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    later = timezone.now() + timedelta(days=30)
    with refused("merge.none"):
        confirm_merge(by=lan, ends=lan2.pk, now=later)
    propose_merge(by=owner, stays=lan2.pk, ends=lan.pk, reason="The other one", now=later)


def test_two_proposals_do_not_wait_against_each_other(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    third = member("lan3")
    for stays, ends in ((lan2, lan), (lan, lan2), (third, lan), (lan2, third)):
        with refused("merge.waits"):
            propose(owner, stays, ends)


def test_each_step_is_in_the_log_with_its_author(owner, lan, lan2) -> None:
    merge(owner, lan, lan2)
    told = [
        event for event in read(member_stream(lan2.pk)) if event.name.startswith("member.merge")
    ]
    assert [(event.name, event.metadata["by"]) for event in told] == [
        ("member.merge-proposed", owner.pk),
        ("member.merge-confirmed", lan.pk),
        ("member.merge-confirmed", lan2.pk),
        (NAMES[AccountsMerged], lan2.pk),
    ]


def test_a_forged_merge_that_nobody_confirmed_is_found(owner, lan, lan2) -> None:
    stream = member_stream(lan2.pk)
    append(
        stream, [to_stored(AccountsMerged(lan.pk, 100, "Mine"))],
        expected_version=stream_version(stream), now=NOW, metadata={"by": owner.pk},
    )  # fmt: skip
    assert any(stream in finding for finding in check_ledger())


def test_chips_are_moved_on_from_no_account_that_was_not_merged(owner, lan, lan2) -> None:
    stream = member_stream(lan2.pk)
    append(
        stream, [to_stored(MergedChipsMoved(lan.pk, 100))],
        expected_version=stream_version(stream), now=NOW,
    )  # fmt: skip
    assert any(stream in finding for finding in check_ledger())
