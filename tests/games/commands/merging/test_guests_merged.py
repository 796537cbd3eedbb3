"""A guest's row and an account become one: a second person confirms for the guest."""

import pytest
from django.utils import timezone

from games.checks.ledger import check_ledger
from games.commands.people.guests import new_guest
from games.commands.people.walk_ins import walk_in
from tests.support.merging import confirm, drop, propose, waits
from tests.support.play_pages import member
from tests.support.refused import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_a_second_person_confirms_for_a_guest(owner, lan, guest, director) -> None:
    propose(owner, lan, guest)
    minh = member("minh")
    with refused("merge.not-yours"):
        confirm(minh, guest)
    with refused("merge.not-yours"):
        confirm(owner, guest)
    assert not confirm(director, guest)
    with refused("merge.confirmed"):
        confirm(director, guest)
    assert confirm(lan, guest)
    guest.refresh_from_db()
    assert guest.merged_into == lan and list(check_ledger()) == []


def test_a_second_person_declines_for_a_guest(owner, lan, guest, director) -> None:
    propose(owner, lan, guest)
    drop(director, guest)
    assert not waits()


def test_two_guests_become_one_and_the_name_finds_the_one_that_stayed(
    owner, guest, director
) -> None:
    other = walk_in(name="Co Bay Sai Gon", now=timezone.now())
    propose(owner, guest, other)
    assert confirm(director, other)
    assert walk_in(name="Co Bay Sai Gon", now=timezone.now()) == guest


def test_a_guest_who_became_a_member_meanwhile_confirms_in_person(
    owner, lan, guest, director
) -> None:
    propose(owner, lan, guest)
    assert not confirm(director, guest)
    guest.is_guest = False
    guest.set_password("not a secret")
    guest.save()
    assert not confirm(lan, guest)
    assert confirm(guest, guest)


def test_a_member_does_not_end_in_a_guest(owner, lan, guest) -> None:
    with refused("merge.guest-stays"):
        propose(owner, guest, lan)


def test_guests_of_a_browser_and_unknown_accounts_are_no_choice(owner, lan) -> None:
    nobody = new_guest(now=timezone.now())
    with refused("merge.unknown"):
        propose(owner, lan, nobody)
    with refused("merge.same"):
        propose(owner, lan, lan)
