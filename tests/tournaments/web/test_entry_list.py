"""Entering members from a list: each line is answered, nothing is done before it was shown, and nothing twice."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.models import Entry, Tournament
from tournaments.projections import rebuild
from tournaments.queries.entry_lists import Answer, UnreadableList, decoded, read_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Player:
    return player("director", is_director=True)


@pytest.fixture
def free(director: Player) -> int:
    """A tournament without a fee, which `an` has entered."""
    return announced(director, player("an"), entry_fee=0)


def entered(tournament: int) -> list[str]:
    entries = Entry.objects.filter(tournament=tournament)
    return [entry.player.username for entry in entries.select_related("player")]


def posted(by: Player, tournament: int, names: str = "", **more: Any) -> HttpResponse:
    form = {"names": names, "idempotency_key": str(uuid4()), "step": "look", **more}
    answer = browser(by).post(f"/tournaments/{tournament}/entry-list", form)
    assert isinstance(answer, HttpResponse)
    return answer


def test_every_line_is_answered_by_its_number(free):
    player("binh"), player("chi", is_active=False)
    Player.objects.create_user("guest-1", is_guest=True)
    player("@odd")
    text = 'username\r\nan\r\n\r\n"binh",,\r\nbinh\r\nnobody\r\nguest-1\r\nchi\r\nan;binh\r\nan,binh\r\n\'@odd'
    read = [(line.number, line.name, line.answer) for line in read_list(free, text)]
    assert read == [
        (2, "an", Answer.ENTERED),
        (4, "binh", Answer.ENTERS),
        (5, "binh", Answer.TWICE),
        (6, "nobody", Answer.UNKNOWN),
        (7, "guest-1", Answer.GUEST),
        (8, "chi", Answer.CLOSED),
        (9, "an;binh", Answer.COLUMNS),
        (10, "an,binh", Answer.COLUMNS),
        (11, "@odd", Answer.ENTERS),
    ]
    player("name")  # a member whose name is what a header would say
    assert read_list(free, "name\nan")[0].answer is Answer.ENTERS


def test_a_line_names_a_member_as_people_write_names(free, director):
    binh = player("binh")
    player("chi"), player("dung")
    for login, name in (("binh", "Ông Bình"), ("chi", "Hoa"), ("dung", "hoa")):
        Player.objects.filter(username=login).update(display_name=name)
    read = read_list(free, "BINH\nông bình\nHoa\nDung\nHOA")
    assert [(line.answer, line.player) for line in read[:2]] == [
        (Answer.ENTERS, binh.pk),
        (Answer.TWICE, binh.pk),
    ]
    assert [line.answer for line in read[2:]] == [Answer.SEVERAL, Answer.ENTERS, Answer.TWICE]
    said = posted(director, free, "Ông Bình").content.decode()
    assert "Ông Bình (binh)" in said and "1 member would be entered." in said
    assert posted(director, free, "Ông Bình", step="enter").status_code == 303
    assert entered(free) == ["an", "binh"]


def test_nothing_is_done_before_it_was_shown_and_a_second_click_enters_nobody_twice(free, director):
    player("binh"), player("chi")
    shown = posted(director, free, "chi\nbinh\nan").content.decode()
    assert "2 members would be entered." in shown and "has entered already" in shown
    assert entered(free) == ["an"]
    once = {"step": "enter", "idempotency_key": str(uuid4())}
    for _ in range(2):
        assert posted(director, free, "chi\nbinh\nan", **once).status_code == 303
    assert entered(free) == ["an", "chi", "binh"]
    loaded = queries.current(free)
    assert loaded is not None and Tournament.objects.get(pk=free).entrants == 3
    assert loaded.state.version == 4  # announced and bound, an, and the two in one event
    commands.withdraw(by=Player.objects.get(username="chi"), tournament_id=free, now=NOW)
    assert posted(director, free, "chi", **once).status_code == 303
    assert entered(free) == ["an", "binh"]  # the same click, later: who withdrew stays away


def test_all_or_nobody_unless_the_director_leaves_the_others_out(free, director):
    player("binh")
    answer = posted(director, free, "binh\nnobody", step="enter")
    assert answer.status_code == 409
    said = answer.content.decode()
    assert (
        "no member logs in by this name, or is shown by it" in said and 'value="enter"' not in said
    )
    assert entered(free) == ["an"]
    assert 'value="enter"' in posted(director, free, "binh\nnobody", partly="on").content.decode()
    assert posted(director, free, "binh\nnobody", partly="on", step="enter").status_code == 303
    assert entered(free) == ["an", "binh"]


def test_a_file_is_read_as_what_is_pasted(free, director):
    player("binh")
    file = SimpleUploadedFile("list.csv", "\ufeffusername\r\nbinh\r\n".encode())
    shown = posted(director, free, file=file).content.decode()
    assert "1 member would be entered." in shown
    assert "username\r\nbinh\r\n</textarea>" in shown  # the next step needs no file


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        ("an\nbình".encode("utf-16"), "encoding", 1),
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
        read_list(free, decoded(data))
    assert (refused.value.code, refused.value.line) == (code, line)
    answer = posted(director, free, file=SimpleUploadedFile("list.csv", data), step="enter")
    assert answer.status_code == 422
    assert entered(free) == ["an"]


def test_a_file_and_pasted_names_at_once_are_refused(free, director):
    answer = posted(director, free, "an", file=SimpleUploadedFile("list.csv", b"an"))
    assert answer.status_code == 422 and "not both" in answer.content.decode()


def test_no_director_spends_a_members_chips(director):
    binh = player("binh")
    tournament = announced(director, entry_fee=20)
    answer = posted(director, tournament, "binh", step="enter")
    assert answer.status_code == 409 and "only members themselves" in answer.content.decode()
    with pytest.raises(Refused):
        commands.enter_members(by=director, tournament_id=tournament, players=[binh.pk], now=NOW)
    assert not entered(tournament) and balance(member_account(binh.pk)) == 1000
    page = browser(director).get(f"/tournaments/{tournament}/").content.decode()
    assert "entry-list" not in page


def test_who_was_entered_reads_by_whom_and_withdraws(free, director):
    binh = player("binh")
    posted(director, free, "binh", step="enter")
    page = f"/tournaments/{free}/"
    html = browser(binh).get(page).content.decode()
    assert "Director, a director, has entered you." in html
    assert (
        "has entered you"
        not in browser(Player.objects.get(username="an")).get(page).content.decode()
    )
    assert browser(binh).post(f"{page}withdraw", {}).status_code == 303
    assert entered(free) == ["an"]


def test_only_a_director_enters_others_and_only_members(free, director):
    an, guest = Player.objects.get(username="an"), Player.objects.create_user("g", is_guest=True)
    assert posted(an, free, "director", step="enter").status_code == 403
    for by, players in ((an, [director.pk]), (director, [guest.pk]), (director, [10**9])):
        with pytest.raises(Refused):
            commands.enter_members(by=by, tournament_id=free, players=players, now=NOW)
    assert entered(free) == ["an"]


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


def test_after_the_start_there_is_no_list(free, director):
    commands.start(by=director, tournament_id=free, now=NOW)
    assert posted(director, free, "director", step="enter").status_code == 409
