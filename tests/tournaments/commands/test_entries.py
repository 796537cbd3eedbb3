"""Leaving, removal, absence and late entry by their commands: authority, chips, rows, and what is sent twice."""

from datetime import timedelta
from typing import Any

import pytest

from games import commands as club
from games.errors import Refused
from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance, statement
from games.log import read, stream_version
from games.models import Deal, Player
from tests.support.agreements import waiting_acts
from tests.support.deals import NOW, turns
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, count, player, score
from tests.support.tournaments import V2
from tournaments import commands
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.engine.results import DealResult
from tournaments.models import Entry, RoundTable, Standing, Tournament
from tournaments.projections import rebuild
from tournaments.settlement import owed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def people() -> list[Player]:
    return [player(f"m{number}") for number in range(4)]


def started(director: Player, people: list[Player], **options: Any) -> int:
    tournament = announced(director, *people, **{"rounds": 3, **options})
    commands.start(by=director, tournament_id=tournament, now=NOW)
    return tournament


def refused(code: str, command: Any, **asked: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        command(now=NOW, **asked)
    assert caught.value.code == code
    assert "{" not in caught.value.sentence
    return caught.value


def status(one: Player) -> str:
    return str(Entry.objects.get(player=one).status)


def notes(one: Player) -> Any:
    return Standing.objects.get(player=one).notes


def test_who_withdraws_gets_no_fee_back_and_no_prize_and_the_books_agree(director, people):
    tournament = started(director, people, rounds=2)
    an = people[0]
    commands.leave(by=an, tournament_id=tournament, now=NOW)
    assert status(an) == "withdrew" and notes(an) == [["withdrew", 1, ""]]
    assert balance(member_account(an.pk)) == 980
    score(tournament)
    assert f"player:{an.pk}" not in RoundTable.objects.get(round=2).seats
    assert Tournament.objects.get().rounds_drawn == 2
    count_round_two(tournament)
    commands.close(by=director, tournament_id=tournament, now=NOW)
    line = Standing.objects.get(player=an)
    assert (line.place, line.prize) == (None, 0)
    assert balance(pot_account(tournament)) == 0
    assert balance(member_account(an.pk)) == 980
    assert [one.key for _, one in owed(tournament)] == [
        line.key for line in statement(pot_account(tournament))
    ]
    assert list(check_log()) == []


def count_round_two(tournament: int) -> None:
    """Count the one deal of the second round."""
    count(tournament, DealResult(2, 1, 1, 2011, V2, 0, 7, None))


def test_the_rows_made_again_from_the_log_say_the_same(director, people):
    tournament = started(director, people, late_until=2)
    late = player("late")
    commands.leave(by=people[0], tournament_id=tournament, now=NOW)
    asked: dict[str, Any] = {"by": director, "tournament_id": tournament, "now": NOW}
    commands.remove(**asked, player=people[1].pk, reason="Left the hall.")
    commands.sit_out(**asked, player=people[2].pk)
    commands.enter(by=late, tournament_id=tournament, now=NOW)
    before = [
        list(Entry.objects.values_list("player_id", "status")),
        list(Standing.objects.values_list("participant", "line", "place", "notes")),
    ]
    rebuild(tournament)
    assert before == [
        list(Entry.objects.values_list("player_id", "status")),
        list(Standing.objects.values_list("participant", "line", "place", "notes")),
    ]


def test_only_a_director_removes_and_nobody_speaks_for_another(director, people):
    tournament = started(director, people)
    an, binh = people[:2]
    version = stream_version(f"tournament-{tournament}")
    other: dict[str, Any] = {"by": an, "tournament_id": tournament, "player": binh.pk}
    code = "tournament.not-director"
    assert refused(code, commands.remove, **other, reason="He wins.").status == 403
    for command in (commands.sit_out, commands.sit_in, commands.take_back):
        refused(code, command, **other)
    refused(code, commands.take_back, **{**other, "player": an.pk}, as_director=True)
    refused("tournament.not-entered", commands.leave, by=director, tournament_id=tournament)
    refused("tournament.unknown", commands.leave, by=an, tournament_id=99)
    assert stream_version(f"tournament-{tournament}") == version


def test_a_directors_second_click_and_a_second_director_remove_once(director, people):
    tournament = started(director, people)
    asked: dict[str, Any] = {"tournament_id": tournament, "player": people[0].pk, "reason": "Late."}
    for _ in range(2):
        commands.remove(by=director, **asked, now=NOW, idempotency_key="remove-1")
    second = player("second", is_director=True)
    told = refused("tournament.has-left", commands.remove, by=second, **asked)
    assert told.status == 409
    names = [event.name for event in read(f"tournament-{tournament}")]
    assert names.count("tournament.member-removed") == 1


def test_a_removed_member_comes_back_by_the_director_alone(director, people):
    tournament = started(director, people)
    an = people[0]
    asked: dict[str, Any] = {"by": director, "tournament_id": tournament, "player": an.pk}
    commands.remove(**asked, reason="Late.", now=NOW)
    own = {**asked, "by": an}
    assert refused("tournament.removed", commands.take_back, **own).status == 403
    commands.take_back(**asked, as_director=True, now=NOW)
    assert status(an) == "plays" and notes(an) == []
    last = list(read(f"tournament-{tournament}"))[-1]
    assert (last.name, last.metadata["by"]) == ("tournament.member-returned", director.pk)


def test_a_round_is_sat_out_and_the_next_is_played(director, people):
    tournament = started(director, people)
    an = people[0]
    asked: dict[str, Any] = {"by": an, "tournament_id": tournament, "player": an.pk}
    commands.sit_out(**asked, now=NOW)
    assert status(an) == "absent" and notes(an) == [["sits-out", 2, ""]]
    score(tournament)
    assert f"player:{an.pk}" not in RoundTable.objects.get(round=2).seats
    assert status(an) == "plays" and notes(an) == [["sat-out", 2, ""]]
    commands.sit_in(**asked, now=NOW)  # too late, and nothing happens
    count_round_two(tournament)
    assert f"player:{an.pk}" in RoundTable.objects.get(round=3).seats


def test_a_latecomer_pays_the_fee_and_is_drawn_for_the_next_round(director, people):
    tournament = started(director, people, late_until=2)
    late, poor = player("late"), Player.objects.create_user("poor", is_guest=True)
    commands.enter(by=late, tournament_id=tournament, now=NOW)
    assert balance(pot_account(tournament)) == 100
    assert Standing.objects.get(player=late).place == 1  # nobody has a result yet
    refused("guest.member-only", commands.enter, by=poor, tournament_id=tournament)
    score(tournament)
    assert any(f"player:{late.pk}" in row.seats for row in RoundTable.objects.filter(round=2))
    assert notes(late) == [["entered-late", 2, ""]]
    refused("tournament.too-late", commands.enter, by=player("later"), tournament_id=tournament)
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.already-started"):
        commands.withdraw(by=late, tournament_id=tournament, now=NOW)


def test_without_late_entry_nobody_enters_after_the_start(director, people):
    tournament = started(director, people)
    code = "tournament.already-started"
    refused(code, commands.enter, by=player("late"), tournament_id=tournament)


def test_who_has_not_checked_in_gets_the_fee_back_at_the_start_and_may_enter_late(director, people):
    tournament = announced(director, *people, rounds=3, check_in=True, late_until=3)
    asked: dict[str, Any] = {"tournament_id": tournament}
    refused(
        "tournament.not-director", commands.check_in, by=people[0], **asked, player=people[1].pk
    )
    commands.check_in(by=people[0], **asked, player=people[0].pk, now=NOW)
    commands.check_in(by=director, **asked, player=people[1].pk, now=NOW)
    commands.start(by=director, **asked, now=NOW)
    assert [balance(member_account(one.pk)) for one in people] == [980, 980, 1000, 1000]
    assert (status(people[2]), Tournament.objects.get().entrants) == ("left-out", 2)
    assert not Standing.objects.filter(player=people[2]).exists()
    commands.enter(by=people[2], **asked, now=NOW)
    assert (status(people[2]), balance(pot_account(tournament))) == ("plays", 60)
    assert list(check_log()) == []
    before = list(Entry.objects.order_by("player").values_list("player", "status", "checked_in"))
    rebuild(tournament)
    after = Entry.objects.order_by("player").values_list("player", "status", "checked_in")
    assert before == list(after)


def test_a_cancelling_returns_the_fees_of_who_has_left_too(director, people):
    tournament = started(director, people)
    commands.leave(by=people[0], tournament_id=tournament, now=NOW)
    commands.cancel(by=director, tournament_id=tournament, reason="Rain.", now=NOW)
    assert {balance(member_account(one.pk)) for one in people} == {1000}


def test_a_member_who_never_sat_does_not_lead_the_tournament():
    """The careful bot plays for the absent, the greedy ones for themselves, and one member moves by hand."""
    evening = Evening(2, rounds=1, deals_per_round=1)
    there, absent = evening.people
    deal = Deal.objects.get()
    club.get_ready(by=there, deal_id=deal.pk, now=NOW)
    evening.now += timedelta(seconds=61)
    club.start_deal(deal_id=deal.pk, now=evening.now)
    for _state in turns(deal, lambda legal: legal[-1], clock=lambda: evening.now):
        pass
    evening.finish_deal(deal.pk)
    evening.follow()
    lines = {line.player_id: line for line in Standing.objects.exclude(player=None)}
    assert [lines[one.pk].place for one in (there, absent)] == [1, 2]
    assert {line.settled_by for line in lines.values()} == {"played"}
    assert lines[there.pk].notes == [] and lines[absent.pk].notes == [["played-for", 1, ""]]


def test_entries_at_once_are_booked_at_the_times_that_the_log_says(director):
    tournament = announced(director, entry_fee=5)
    an, binh = player("an1"), player("binh1")
    late, early = NOW + timedelta(days=9), NOW + timedelta(days=8)
    commands.enter(by=an, tournament_id=tournament, now=late)
    commands.enter(by=binh, tournament_id=tournament, now=early)
    assert list(check_ledger()) == []


def test_a_director_who_plays_does_nothing_alone_with_other_members_entries(director, people):
    tournament = started(director, people)
    own, other = people[:2]
    own.is_director = True
    own.save()
    said: dict[str, Any] = {"by": own, "tournament_id": tournament, "player": other.pk, "now": NOW}
    commands.remove(reason="x", **said)
    commands.sit_out(**said)
    commands.sit_in(**said)  # which is nothing new
    assert waiting_acts(tournament) == ["remove", "sit_out"]
    assert not Entry.objects.filter(status=Entry.Status.REMOVED).exists()
    commands.sit_out(**{**said, "player": own.pk})


def test_who_directs_a_tournament_comes_into_it_no_more_once_it_runs(director, people):
    tournament = started(director, people[:3], late_until=2, filler="bot:club", entry_fee=0)
    at: dict[str, Any] = {"by": director, "tournament_id": tournament}
    refused("tournament.directs", commands.enter, **at)
    refused("tournament.directs", commands.list_reserve, **at, player=director.pk)
    refused("tournament.directs", commands.take_seat, **at, player=director.pk)
    other, page = player("other", is_director=True), f"/tournaments/{tournament}/"
    for who, offered in ((director, False), (other, True)):
        html = browser(who).get(page).content.decode()
        assert (f'href="{page}enter"' in html) is offered
        assert ("Players who enter now start in round" in html) is offered
        seats = browser(who).get(f"{page}seats").content.decode()
        assert ("Put me on the reserve list" in seats) is offered
    commands.enter(by=other, tournament_id=tournament, now=NOW)
    assert not Entry.objects.filter(player=director).exists()


def test_who_directs_a_tournament_may_enter_before_its_start_and_keeps_the_seat(director, people):
    tournament = announced(director, *people[:3], director, entry_fee=0, rounds=3)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    commands.leave(by=director, tournament_id=tournament, now=NOW)
    commands.take_back(by=director, tournament_id=tournament, player=director.pk, now=NOW)
    assert status(director) == "plays"
