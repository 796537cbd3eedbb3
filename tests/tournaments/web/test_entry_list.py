"""Entering members from a list: each line is answered, nothing is done before it was shown, and nothing twice."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.common.name_lists import UnreadableList, decoded
from games.errors import Refused
from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance
from games.models import Player
from games.queries.people.named import labelled
from tests.support.deals import NOW
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, entered_names, list_posted, player
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.models import Entry, Tournament
from tournaments.projections import rebuild
from tournaments.queries.entry_lists import MOST_BYTES, EntryLineOutcome, read_list

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def free(director: Player) -> int:
    """A tournament without a fee, which `an` has entered."""
    return announced(director, player("an"), entry_fee=0)


def entered_now(tournament: int) -> list[str]:
    """Return the same without who was removed."""
    gone = Entry.objects.filter(tournament=tournament, status__in=Entry.NO_ENTRY)
    away = set(gone.values_list("player__username", flat=True))
    return [name for name in entered_names(tournament) if name not in away]


def test_every_line_is_answered_by_its_number(free):
    player("binh"), player("chi", is_active=False)
    Player.objects.create_user("guest-1", is_guest=True)
    player("@odd")
    text = 'username\r\nan\r\n\r\n"binh",,\r\nbinh\r\nnobody\r\nguest-1\r\nchi\r\nan;binh\r\nan,binh\r\n\'@odd'
    read = [(line.number, line.name, line.answer) for line in read_list(free, text)]
    assert read == [
        (2, "an", EntryLineOutcome.ENTERED),
        (4, "binh", EntryLineOutcome.ENTERS),
        (5, "binh", EntryLineOutcome.TWICE),
        (6, "nobody", EntryLineOutcome.UNKNOWN),
        (7, "guest-1", EntryLineOutcome.GUEST),
        (8, "chi", EntryLineOutcome.CLOSED),
        (9, "an;binh", EntryLineOutcome.COLUMNS),
        (10, "an,binh", EntryLineOutcome.COLUMNS),
        (11, "@odd", EntryLineOutcome.ENTERS),
    ]
    player("name")  # a member whose name is what a header would say
    assert read_list(free, "name\nan")[0].answer is EntryLineOutcome.ENTERS


def rename(login: str, name: str) -> None:
    member = Player.objects.get(username=login)
    member.display_name = name
    member.save()


def test_a_line_names_a_member_as_people_write_names(free, director):
    binh = player("binh")
    player("chi"), player("dung")
    for login, name in (("binh", "Ông Bình"), ("chi", "Hoa"), ("dung", "hoa")):
        rename(login, name)
    read = read_list(free, "BINH\nông bình\nHoa\nDung\nHOA")
    assert [(line.answer, line.player) for line in read[:2]] == [
        (EntryLineOutcome.ENTERS, binh.pk),
        (EntryLineOutcome.TWICE, binh.pk),
    ]
    assert [line.answer for line in read[2:]] == [
        EntryLineOutcome.SEVERAL,
        EntryLineOutcome.ENTERS,
        EntryLineOutcome.TWICE,
    ]
    said = list_posted(director, free, "Ông Bình").content.decode()
    assert "Ông Bình (binh)" in said and "1 member would be entered." in said
    assert list_posted(director, free, "Ông Bình", step="enter").status_code == 303
    assert entered_names(free) == ["an", "binh"]


def test_a_line_that_names_nobody_says_who_may_be_meant_and_takes_nobody_for_it(free, director):
    called = {
        "trong": "Ông Trọng",
        "duc": "Bà Đức",
        "gone": "Ông Trong",
        "le1": "Lê An",
        "le2": "Lê Bo",
    }
    for login, name in called.items():
        player(login, is_active=login != "gone")
        rename(login, name)
    player("le3"), player("le4")
    rename("le3", "Lê")
    rename("le4", "Lê")
    read = {
        line.name: line for line in read_list(free, "Ong Trong\nduc ba\nTrọng\nLe\nLe Chi\nLE BO")
    }
    near = {name: tuple(map(labelled, line.near)) for name, line in read.items()}
    assert near == {
        "Ong Trong": ("Ông Trọng (trong)",),
        "duc ba": ("Bà Đức (duc)",),
        "Trọng": ("Ông Trọng (trong)",),
        "Le": ("Lê (le3)", "Lê (le4)"),
        "Le Chi": (),
        "LE BO": ("Lê Bo (le2)",),
    }
    assert all(
        line.answer is EntryLineOutcome.UNKNOWN and line.player is None for line in read.values()
    )
    said = list_posted(director, free, "Ong Trong").content.decode()
    assert "No member has this name. Is it one of these?" in said
    assert "0 members would be entered." in said
    answer = list_posted(director, free, "Ong Trong", step="enter")
    assert (
        answer.status_code == 422 and "Tick the members who will play." in answer.content.decode()
    )
    assert entered_names(free) == ["an"]
    many = [f"tran{number}" for number in range(4)]
    for login in many:
        player(login)
        rename(login, f"Trần {login}")
    assert read_list(free, "Tran")[0].near == ()  # too many to help


def test_nothing_is_done_before_it_was_shown_and_a_second_click_enters_nobody_twice(free, director):
    ticks = [player("binh").pk, player("chi").pk]
    shown = list_posted(director, free, "chi\nbinh\nan").content.decode()
    assert "2 members would be entered." in shown and "has entered already" in shown
    assert entered_names(free) == ["an"]
    once = {"step": "enter", "idempotency_key": str(uuid4()), "player": ticks}
    for _ in range(2):
        assert list_posted(director, free, "chi\nbinh\nan", **once).status_code == 303
    assert entered_names(free) == ["an", "chi", "binh"]
    loaded = queries.current(free)
    assert Tournament.objects.get(pk=free).entrants == 3
    assert loaded.state.version == 4  # announced and bound, an, and the two in one event
    commands.withdraw(by=Player.objects.get(username="chi"), tournament_id=free, now=NOW)
    assert list_posted(director, free, "chi", **once).status_code == 303
    assert entered_names(free) == ["an", "binh"]  # the same click, later: who withdrew stays away


def test_who_is_ticked_is_entered_and_the_names_that_are_left_stay_on_the_page(free, director):
    binh, chi = player("binh"), player("chi")
    said = list_posted(director, free, "nobody").content.decode()
    assert "no member has this name or login name" in said and 'value="enter"' not in said
    answer = list_posted(director, free, "binh\nnobody\nchi\nchi", step="enter", player=[binh.pk])
    said = answer.content.decode()
    assert answer.status_code == 200 and "1 member was entered." in said
    assert entered_names(free) == ["an", "binh"] and chi.shown_name not in said
    assert "nobody</textarea>" in said  # and neither who was left out nor who stood there twice


def test_a_member_beside_an_unsure_line_is_taken_by_a_tick(free, director):
    trong, hoa = player("trong"), player("hoa1")
    player("hoa2")
    for login, name in (("trong", "Ông Trọng"), ("hoa1", "Hoa"), ("hoa2", "Hoa")):
        rename(login, name)
    rename("an", "Ân")
    names = "Ong Trong\nHoa\nÂn\nAN"
    said = list_posted(director, free, names).content.decode()
    assert "More than one member has this name. Who is it?" in said
    assert said.count('name="player"') == 3 and " checked" not in said
    answer = list_posted(director, free, names, step="enter", player=[trong.pk, hoa.pk])
    assert answer.status_code == 303 and entered_names(free) == ["an", "trong", "hoa1"]


def test_who_is_not_offered_beside_a_line_is_not_entered_by_a_tick(free, director):
    binh, chi = player("binh"), player("chi")
    answer = list_posted(director, free, "binh", step="enter", player=[chi.pk, "x", "9" * 30])
    assert answer.status_code == 422 and entered_names(free) == ["an"]
    list_posted(director, free, "binh", step="enter", player=[binh.pk, chi.pk])
    assert entered_names(free) == ["an", "binh"]


def test_who_entered_already_is_shown_beside_an_unsure_line_and_cannot_be_ticked(free, director):
    rename("an", "Ông Trọng")
    said = list_posted(director, free, "Ong Trong").content.decode()
    assert "Ông Trọng (an)" in said and "disabled" in said and 'value="enter"' not in said


def test_a_file_is_read_as_what_is_pasted(free, director):
    player("binh")
    file = SimpleUploadedFile("list.csv", "\ufeffusername\r\nbinh\r\n".encode())
    shown = list_posted(director, free, file=file).content.decode()
    assert "1 member would be entered." in shown
    assert "username\r\nbinh\r\n</textarea>" in shown  # the next step needs no file


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        ("an\nbình".encode("utf-16")[:-1], "encoding", 1),
        ("an\nb".encode("utf-16-le"), "encoding", 1),
        ("an\nbình".encode("latin-1"), "encoding", 2),
        (b"an\n" * 501, "too-long", 0),
        (b"a" * 65_537, "too-large", 0),
        (b'an\n"binh', "quotes", 2),
        (b"\n , ,\n", "empty", 0),
        (b"", "empty", 0),
        (b"username\n", "empty", 0),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_done(free, director, data, code, line):
    with pytest.raises(UnreadableList) as refused:
        read_list(free, decoded(data, MOST_BYTES))
    assert (refused.value.code, refused.value.line) == (code, line)
    answer = list_posted(director, free, file=SimpleUploadedFile("list.csv", data), step="enter")
    assert answer.status_code == 422
    assert entered_names(free) == ["an"]


def test_a_file_and_pasted_names_at_once_are_refused(free, director):
    answer = list_posted(director, free, "an", file=SimpleUploadedFile("list.csv", b"an"))
    assert answer.status_code == 422 and "not both" in answer.content.decode()


def test_each_pays_the_fee_once_where_the_director_says_that_they_asked(director):
    binh, chi = player("binh"), player("chi")
    tournament = announced(director, entry_fee=20)
    once = {"step": "enter", "idempotency_key": str(uuid4()), "player": [binh.pk, chi.pk]}
    answer = list_posted(director, tournament, "binh\nchi", **once)
    assert (
        answer.status_code == 422
        and "Enter only members who have asked to enter" in answer.content.decode()
    )
    assert not entered_names(tournament)
    for _ in range(2):
        answer = list_posted(director, tournament, "binh\nchi", agreed="on", **once)
        assert answer.status_code == 303
    assert entered_names(tournament) == ["binh", "chi"]
    assert [balance(member_account(one.pk)) for one in (binh, chi)] == [980, 980]
    assert balance(pot_account(tournament)) == 40
    tell()
    assert words_for(binh)[-1] == (
        "A director entered you for Giải tháng mười một. Entry fee in chips: −20. "
        "If you did not ask for this, tell a director. Until the start you can withdraw and get the fee back."
    )
    commands.withdraw(by=binh, tournament_id=tournament, now=NOW)
    assert balance(member_account(binh.pk)) == 1000
    assert list(check_ledger()) == []


def test_who_cannot_pay_or_may_not_enter_is_named_by_line_and_nobody_is_entered(director):
    binh, chi, dung = player("binh"), player("chi"), player("dung")
    Player.objects.create_user("new")  # has no account yet: the entry would open it
    tournament = announced(director, entry_fee=600)
    commands.enter(by=dung, tournament_id=announced(director, entry_fee=500), now=NOW)
    commands.enter(by=chi, tournament_id=tournament, now=NOW)
    said: dict[str, Any] = {"tournament_id": tournament, "now": NOW}
    commands.remove(by=director, player=chi.pk, reason="He shouted.", **said)
    read = read_list(tournament, "binh\nchi\ndung\nnew\nnobody")
    assert [line.refused.code if line.refused else line.answer for line in read] == [
        EntryLineOutcome.ENTERS,
        "tournament.turned-away",
        "tournament.too-few-chips-of",
        EntryLineOutcome.ENTERS,
        EntryLineOutcome.UNKNOWN,
    ]
    form = {"agreed": "on", "step": "enter"}
    said_of = list_posted(director, tournament, "binh\nchi\ndung").content.decode()
    assert "Dung has only 500 free" in said_of and "removed this member" in said_of
    assert said_of.count('name="player"') == 1
    with pytest.raises(Refused, match="Dung has only 500 free"):
        commands.enter_members(by=director, players=[binh.pk, dung.pk], **said)
    assert not entered_now(tournament) and balance(member_account(binh.pk)) == 1000
    said_of = list_posted(director, tournament, "binh\ndung", **form).content.decode()
    assert entered_now(tournament) == ["binh"] and "Dung has only 500 free" in said_of


def test_a_director_who_plays_enters_others_who_pay_and_the_log_says_so(director):
    binh = player("binh")
    tournament = announced(director, director, entry_fee=20)
    answer = list_posted(director, tournament, "binh", step="enter", agreed="on")
    assert answer.status_code == 303 and balance(member_account(binh.pk)) == 980
    log = browser(binh).get(f"/tournaments/{tournament}/log").content.decode()
    assert "a director who plays here" in log


def test_who_was_entered_reads_by_whom_and_withdraws(free, director):
    binh = player("binh")
    list_posted(director, free, "binh", step="enter")
    page = f"/tournaments/{free}/"
    html = browser(binh).get(page).content.decode()
    assert "The director Director has entered you." in html
    assert (
        "has entered you"
        not in browser(Player.objects.get(username="an")).get(page).content.decode()
    )
    assert browser(binh).post(f"{page}withdraw", {}).status_code == 303
    assert entered_names(free) == ["an"]


def test_only_a_director_enters_others_and_only_members(free, director):
    an, guest = Player.objects.get(username="an"), Player.objects.create_user("g", is_guest=True)
    assert list_posted(an, free, "director", step="enter").status_code == 403
    for by, players in ((an, [director.pk]), (director, [guest.pk]), (director, [10**9])):
        with pytest.raises(
            Refused,
            check=lambda error: error.code in {"guest.member-only", "tournament.not-director"},
        ):
            commands.enter_members(by=by, tournament_id=free, players=players, now=NOW)
    assert entered_names(free) == ["an"]


def test_four_hundred_are_entered_at_once_and_not_one_more(free, director):
    members = [Player.objects.create(username=f"m{number}") for number in range(400)]
    players = [one.pk for one in members]
    with pytest.raises(Refused, match="full"):
        commands.enter_members(by=director, tournament_id=free, players=players, now=NOW)
    commands.enter_members(by=director, tournament_id=free, players=players[1:], now=NOW)
    before = list(Entry.objects.filter(tournament=free).values_list("player", "entered_by"))
    rebuild(free)
    assert list(Entry.objects.filter(tournament=free).values_list("player", "entered_by")) == before
    an = Player.objects.get(username="an")
    assert before[:2] == [(an.pk, None), (players[1], director.pk)] and len(before) == 400
    state = queries.load_state(free)
    assert state is not None and len(state.entrants) == 400
