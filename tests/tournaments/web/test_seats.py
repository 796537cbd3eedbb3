"""The page of the reserve list and substitutes, and what an entry's page offers before the start."""

from typing import Any
from uuid import uuid4

import pytest

from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from notices.models import Notice
from tests.support.agreements import waiting_acts
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.notices import tell
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.models import Entry, Reserve, RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def post(viewer: Player, address: str, act: str, **said: Any) -> Any:
    sent = {"act": act, "idempotency_key": uuid4(), **said}
    return browser(viewer).post(address, sent)


def page(viewer: Player, address: str) -> str:
    return browser(viewer).get(address).content.decode()


def told(one: Player) -> list[str]:
    tell()
    return list(Notice.objects.filter(player=one).order_by("pk").values_list("name", flat=True))


def test_it_is_said_what_was_done():
    made = Evening(4)
    hoa, lan = player("hoa"), made.people[0]
    said = {"idempotency_key": uuid4(), "act": "list"}
    listed = browser(hoa).post(f"/tournaments/{made.id}/seats", said, follow=True)
    assert "You are on the reserve list." in listed.content.decode()
    seat = f"1/{RoundTable.objects.get().seats.index(f'player:{lan.pk}')}/player:{lan.pk}"
    give = {"act": "give", "seat": seat, "to": hoa.pk, "span": "rest", "reason": "Ill."}
    address, said = f"/tournaments/{made.id}/substitutes", {"idempotency_key": uuid4(), **give}
    given = browser(made.director).post(address, said, follow=True)
    assert "The seat changes hands from the next deal on." in given.content.decode()


def test_members_list_themselves_and_a_director_gives_a_seat_to_one_of_them():
    made = Evening(4)
    hoa, lan = player("hoa"), made.people[0]
    own, seats = f"/tournaments/{made.id}/seats", f"/tournaments/{made.id}/substitutes"
    assert "Put me on the reserve list" in page(hoa, own)
    assert post(hoa, own, "list").status_code == 303
    assert "Take me off the reserve list" in page(hoa, own)
    table = RoundTable.objects.get()
    seat = table.seats.index(f"player:{lan.pk}")
    assert hoa.shown_name in page(made.director, seats)
    said = {"seat": f"1/{seat}/player:{lan.pk}", "to": hoa.pk, "span": "rest", "reason": "Ill."}
    assert post(made.director, seats, "give", **said).status_code == 303
    shown = page(lan, f"/tournaments/{made.id}/")
    assert f"now: <bdi>{hoa.shown_name}</bdi>" in shown
    made.follow()
    assert "Go to your table" in page(hoa, f"/tournaments/{made.id}/")
    assert "tournament.seat-given" in told(hoa)
    assert "tournament.seat-given" in told(lan)
    assert "tournament.seat-given" in told(made.people[1])
    log = page(lan, f"/tournaments/{made.id}/log")
    assert "sits in for" in log and "for the rest of the tournament (Ill.)." in log
    # The second director still sees the seat as it was.
    again = post(made.director, seats, "give", **said)
    assert again.status_code == 422 and "changed in the meantime" in again.content.decode()


def test_only_directors_see_and_give_seats_and_garbage_is_refused_by_name():
    made = Evening(4)
    seats = f"/tournaments/{made.id}/substitutes"
    assert browser(made.people[0]).get(seats).status_code == 403
    assert post(made.people[0], seats, "give").status_code == 403
    for said in ({}, {"seat": "9/9/x"}, {"seat": "1/0", "to": "0", "span": "ever", "reason": ""}):
        assert post(made.director, seats, "give", **said).status_code == 422
    unknown = post(made.director, seats, "list-member", username="nobody")
    assert unknown.status_code == 422 and "No member has this name." in unknown.content.decode()
    assert post(made.director, seats, "unlist-member", player="x" * 30).status_code == 303
    assert post(made.director, seats, "list").status_code == 422
    assert not Reserve.objects.exists()


def test_a_director_puts_a_member_on_the_list_by_name_and_chooses_where_the_name_is_unsure():
    made = Evening(4)
    seats = f"/tournaments/{made.id}/substitutes"
    for login, name in (("trong", "Ông Trọng"), ("hoa1", "Hoa"), ("hoa2", "Hoa")):
        member = player(login)
        member.display_name = name
        member.save()
    assert post(made.director, seats, "list-member", username="ông trọng").status_code == 303
    assert [one.player.username for one in Reserve.objects.order_by("pk")] == ["trong"]
    said = post(made.director, seats, "list-member", username="Hoa").content.decode()
    assert "More than one member has this name." in said
    assert 'value="hoa1"' in said and 'value="hoa2"' in said
    said = post(made.director, seats, "list-member", username="Ong Trong").content.decode()
    assert "Did you mean one of these?" in said and "<bdi>Ông Trọng (trong)</bdi>" in said
    assert post(made.director, seats, "list-member", username="hoa2").status_code == 303
    assert Reserve.objects.order_by("pk")[1].player.username == "hoa2"


def test_a_member_is_removed_before_the_start_with_the_fee_and_enters_again_only_if_let():
    director = player("director", is_director=True)
    an, binh = player("an"), player("binh")
    tournament = announced(director, an, binh)
    address = f"/tournaments/{tournament}/entries/{an.pk}/"
    assert "Remove the member" in page(director, address)
    before = balance(member_account(an.pk))
    fee = Entry.objects.get(player=an).tournament.entry_fee
    assert post(director, address, "remove", reason="Too loud.").status_code == 303
    assert balance(member_account(an.pk)) == before + fee
    assert told(an)[-1] == "tournament.entry-removed"
    assert [one.player for one in standing_entries(tournament)] == [binh]
    refused = browser(an).post(f"/tournaments/{tournament}/enter", {"idempotency_key": uuid4()})
    assert "A director has removed this member" in refused.content.decode()
    seats = f"/tournaments/{tournament}/substitutes"
    assert "Let them enter again" in page(director, seats)
    assert post(director, seats, "allow-entry", player=an.pk).status_code == 303
    commands.enter(by=an, tournament_id=tournament, now=NOW)
    assert Entry.objects.get(player=an).status == "plays"


def standing_entries(tournament: int) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament).exclude(status__in=Entry.NO_ENTRY))


def test_a_check_in_is_undone_by_the_member_and_alone_by_a_director_who_does_not_play():
    director = player("director", is_director=True)
    an, binh = player("an"), player("binh")
    tournament = announced(director, an, binh, check_in=True)
    own = f"/tournaments/{tournament}/entry"
    post(an, own, "check-in")
    assert "Undo the check-in" in page(an, own)
    assert post(an, own, "undo-check-in").status_code == 303
    assert not Entry.objects.get(player=an).checked_in
    post(director, f"/tournaments/{tournament}/entries/{binh.pk}/", "check-in")
    post(director, f"/tournaments/{tournament}/entries/{binh.pk}/", "undo-check-in")
    assert not Entry.objects.get(player=binh).checked_in
    assert told(binh)[-1] == "tournament.check-in-undone"
    an.is_director = True
    an.save()
    post(binh, own, "check-in")
    post(an, f"/tournaments/{tournament}/entries/{binh.pk}/", "undo-check-in")
    assert waiting_acts(tournament) == ["undo_check_in"]
    assert Entry.objects.get(player=binh).checked_in


def test_a_late_member_takes_a_bots_seat_by_the_page_and_pays():
    made = Evening(3, late_until=1)
    late = player("late")
    own = f"/tournaments/{made.id}/seats"
    assert "Take a bot's seat in this round" in page(late, own)
    before = balance(member_account(late.pk))
    assert post(late, own, "take-seat").status_code == 303
    assert balance(member_account(late.pk)) == before - 15
    made.follow()
    assert "Go to your table" in page(late, f"/tournaments/{made.id}/")
    assert "Take a bot" not in page(late, own)
    assert "entered" in " ".join(told(late))
