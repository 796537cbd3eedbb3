"""Lists of members behind the end of the check-in or the start: who is late plays from the next draw."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, entered_names, list_posted, player
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.models import Entry
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def free(director: Player) -> int:
    """A tournament without a fee, which `an` has entered."""
    return announced(director, player("an"), entry_fee=0)


def test_behind_the_end_of_the_check_in_no_director_lets_themselves_in_by_a_list(director):
    """Any director may enter a latecomer with a good reason, also one who plays: the log says so."""
    an, binh, friend = player("an"), player("binh"), player("friend")
    plays = player("plays", is_director=True)
    tournament = announced(
        director,
        an,
        plays,
        entry_fee=0,
        check_in=True,
        check_in_ends=15,
        starts_at=timezone.now() + timedelta(hours=1),
    )
    asked: dict[str, Any] = {
        "tournament_id": tournament,
        "now": timezone.now() + timedelta(minutes=50),
    }
    with pytest.raises(Refused) as refused:
        commands.enter_members(by=director, players=[director.pk], **asked)
    assert refused.value.code == "tournament.entries-after-check-in"
    assert entered_names(tournament) == ["an", "plays"]
    commands.enter_members(by=director, players=[binh.pk], **asked)
    commands.enter_members(by=plays, players=[friend.pk], **asked)
    assert entered_names(tournament) == ["an", "plays", "binh", "friend"]


def test_after_the_start_no_director_is_on_the_list_of_latecomers_that_they_send(director):
    an, binh, friend = player("an"), player("binh"), player("friend")
    other = player("other", is_director=True)
    tournament = announced(director, an, binh, entry_fee=0, rounds=3, late_until=2)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    asked: dict[str, Any] = {"tournament_id": tournament, "now": NOW}
    with pytest.raises(Refused) as refused:
        commands.enter_members(by=other, players=[other.pk, friend.pk], **asked)
    assert refused.value.code == "tournament.own-name"
    assert entered_names(tournament) == ["an", "binh"]
    commands.enter(by=other, **asked)  # as any member
    commands.enter_members(by=other, players=[friend.pk], **asked)
    assert entered_names(tournament) == ["an", "binh", "other", "friend"]


def test_after_the_start_there_is_no_list_unless_the_terms_take_latecomers(free, director):
    commands.start(by=director, tournament_id=free, now=NOW)
    assert list_posted(director, free, "director", step="enter").status_code == 409
    page = browser(director).get(f"/tournaments/{free}/").content.decode()
    assert "entry-list" not in page


def test_after_the_start_a_list_enters_latecomers_who_play_from_the_next_draw(director):
    binh = player("binh")
    an = player("an")
    tournament = announced(director, an, binh, entry_fee=20, rounds=3, late_until=2, check_in=True)
    commands.check_in(by=director, tournament_id=tournament, player=an.pk, now=NOW)
    commands.start(by=director, tournament_id=tournament, now=NOW)  # without binh
    assert balance(member_account(binh.pk)) == 1000
    address = f"/tournaments/{tournament}/entry-list"
    assert address in browser(director).get(f"/tournaments/{tournament}/").content.decode()
    html = browser(director).get(address).content.decode()
    assert "fees are not returned" in html and "can withdraw until the start" not in html
    assert list_posted(director, tournament, "binh", step="enter", agreed="on").status_code == 303
    state = queries.load_state(tournament)
    assert state is not None and state.late == {binh.pk: 2}
    assert balance(member_account(binh.pk)) == 980
    before = list(Entry.objects.values_list("player", "status", "entered_by"))
    assert (binh.pk, Entry.Status.PLAYS, director.pk) in before
    rebuild(tournament)
    assert list(Entry.objects.values_list("player", "status", "entered_by")) == before
    assert list(check_log()) == [] and list(check_ledger()) == []
