"""Adding members from a list: what becomes of each line is shown, one press makes the accounts, and nothing twice."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from games.commands.people.cards import evening_of, morning_after
from games.commands.people.newcomers import Newcomer, add_members
from games.common.login_names import login_for
from games.common.name_lists import UnreadableList
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import LoginCard, Player
from games.queries.people.newcomers import LineOutcome, read_newcomers
from tests.support.deals import NOW
from tests.support.play_pages import browser, member
from tests.support.refused import refused

pytestmark = pytest.mark.django_db

ADD = "/club/members/add/"


@pytest.fixture
def director() -> Player:
    return member("chief", display_name="Chị Ba", is_director=True)


def posted(by: Player, names: str = "", **more):
    return browser(by).post(ADD, {"names": names, "step": "look", **more})


def read(text: str, **more) -> list[tuple[str, LineOutcome]]:
    return [(line.name, line.answer) for line in read_newcomers(text, **more)]


@pytest.mark.parametrize(
    ("name", "login"),
    [
        ("Cô Bảy", "bay"),
        ("Trần Thị Lan", "lan"),
        ("Đỗ Ánh", "anh"),
        ("Lê Ý", "ley"),
        ("An", "an"),
        ("Lan 2", "lan2"),
        ("Jean-Luc O’Brien", "brien"),
        ("Bjørn Ødegård", "odegard"),
        ("田中さくら", "member2"),
        ("Борис", "member2"),
        ("Bot", "bot2"),
        ("❤️", "member2"),
        ("Wolfeschlegelsteinhausen", "wolfeschlege2"),
    ],
)
def test_a_login_is_short_and_typed_on_any_phone(name, login):
    assert login_for(name, set()) == login
    assert re.fullmatch("[a-z0-9]+", login)


def test_two_people_never_get_logins_that_look_alike():
    assert login_for("Anh Bảy", {"bay"}) == "anhbay"
    assert login_for("Mai", {"mal"}) == "mai2"  # Mal, with a capital I


def test_every_line_is_answered(director):
    member("lan", display_name="Trần Thị Lan")
    member("gone", display_name="Ông Xa", is_active=False)
    member("hoa1", display_name="Hoa"), member("hoa2", display_name="hoa")
    text = "1. Trần Thị Lan\n2. Cô Bảy (mới)\n3. Cô  bảy\n4. Ông Xa\n5. Hoa\n6. Tran Thi Lan\n7. Аn"
    assert read(f"Tối nay\n{text}") == [
        ("Tối nay", LineOutcome.HEADING),
        ("Trần Thị Lan", LineOutcome.MEMBER),
        ("Cô Bảy", LineOutcome.NEW),
        ("Cô bảy", LineOutcome.TWICE),
        ("Ông Xa", LineOutcome.CLOSED),
        ("Hoa", LineOutcome.SEVERAL),
        ("Tran Thi Lan", LineOutcome.ASKS),
        ("Аn", LineOutcome.NAME),  # its first letter is Cyrillic
    ]
    assert read(text, strangers={6})[5] == ("Tran Thi Lan", LineOutcome.NEW)


def test_the_same_person_five_times_is_one(director):
    lines = [answer for _name, answer in read("Lan\nLAN\nlan\n- Lan\nLan (trễ)")]
    assert lines == [LineOutcome.NEW, *[LineOutcome.TWICE] * 4]


def test_logins_are_told_apart_from_the_names_of_the_same_list(director):
    lines = read_newcomers("Trần Thị Lan\nLan\nNguyễn Lan")
    assert [line.login for line in lines] == ["tranthilan", "lan", "nguyenlan"]


def test_a_login_of_the_list_is_taken_where_a_phone_types_it(director):
    text = "Tên;Tài khoản\nCô Bảy;co7\nÔng Tám;ông tám\nBà Chín;chief"
    assert [(line.answer, line.login) for line in read_newcomers(text)] == [
        (LineOutcome.NEW, "co7"),
        (LineOutcome.NEW, "tam"),
        (LineOutcome.MEMBER, ""),
    ]


def test_what_no_name_can_be_is_left_out_with_the_reason(director):
    answer = posted(director, f"{'x' * 41}\nLan;many\nAn, Bình\nCô Bảy")
    said = answer.content.decode()
    assert "at most 40 characters" in said and "3 lines are left out" in said
    assert "1 new member." in said and Player.objects.count() == 1


def test_one_press_makes_the_accounts_and_shows_their_cards_and_a_second_one_nothing(director):
    names = "1. Cô Bảy\n2. Đỗ Ánh"
    shown = posted(director, names).content.decode()
    assert "2 new members." in shown and "new member, logs in as bay" in shown
    assert Player.objects.count() == 1
    page = posted(director, names, step="add")
    assert page.status_code == 200
    assert "2 members were added." in page.content.decode()
    bay, anh = Player.objects.exclude(pk=director.pk).order_by("pk")
    assert [(one.username, one.display_name) for one in (bay, anh)] == [
        ("bay", "Cô Bảy"),
        ("anh", "Đỗ Ánh"),
    ]
    assert not bay.has_usable_password() and not bay.has_duty
    assert balance(member_account(bay.pk)) == 1000
    assert LoginCard.objects.count() == 2
    again = posted(director, names, step="add").content.decode()
    assert "Nobody on this list is new." in again and "is already a member: Cô Bảy (bay)" in again
    assert Player.objects.count() == 3


def test_a_look_alike_is_the_member_until_the_director_says_otherwise(director):
    member("trong", display_name="Ông Trọng")
    shown = posted(director, "Ong Trong").content.decode()
    assert "is Ông Trọng (trong)" in shown and "1 line may be a member" in shown
    posted(director, "Ong Trong", step="add", **{"line-1": "1"})
    assert Player.objects.count() == 2
    posted(director, "Ong Trong", step="add", **{"line-1": "new"})
    assert Player.objects.get(display_name="Ong Trong").username == "ongtrong"


def test_a_file_is_read_as_what_is_pasted(director):
    data = "Tên\tChips\r\nCô Bảy\t500\r\n".encode("utf-16")
    shown = posted(director, file=SimpleUploadedFile("list.txt", data)).content.decode()
    assert "1 new member." in shown and "500 chips" in shown
    both = posted(director, "Lan", file=SimpleUploadedFile("list.txt", data))
    assert both.status_code == 422 and "not both" in both.content.decode()


def test_a_list_of_two_thousand_lines_is_refused_in_a_sentence_and_adds_nobody(director):
    many = "\n".join(f"Người {at}" for at in range(2000))
    answer = posted(director, many, step="add")
    assert answer.status_code == 422 and "at most 300 lines" in answer.content.decode()
    assert Player.objects.count() == 1
    with pytest.raises(UnreadableList, match="encoding"):
        read_newcomers("Lan\n\0")
    assert posted(director, "").status_code == 422


def test_two_directors_who_add_the_same_person_get_one(director):
    other = member("second", is_director=True)
    bay = [Newcomer("Cô Bảy", "bay"), Newcomer("Đỗ Ánh", "anh")]
    add_members(by=director, newcomers=bay[:1], now=NOW)
    with refused("member.list-changed"):
        add_members(by=other, newcomers=bay[::-1], now=NOW)
    assert Player.objects.count() == 3


def test_only_who_runs_the_club_adds_members_and_only_a_director_gives_them_chips(director):
    owner = member("owner", is_superuser=True)
    lan = member("lan")
    with refused("member.director"):
        add_members(by=lan, newcomers=[Newcomer("Cô Bảy", "bay")], now=NOW)
    with refused("chips.not-director"):
        add_members(by=owner, newcomers=[Newcomer("Cô Bảy", "bay", 5)], now=NOW)
    assert add_members(by=owner, newcomers=[Newcomer("Cô Bảy", "bay")], now=NOW)
    said = posted(owner, "Cô Tám;5", step="add")
    assert (
        said.status_code == 403 and Refused("chips.not-director").sentence in said.content.decode()
    )


def test_chips_that_wait_are_told_and_cards_are_for_the_evening_that_is_chosen(director):
    names = "\n".join(f"Người {at}" for at in "abcdefghijkl")
    evening = evening_of(timezone.now()) + timedelta(days=2)
    page = posted(director, names, step="add", evening=evening.isoformat()).content.decode()
    assert "The starting sums of 2 members aren't granted yet" in page
    assert {card.digits_until for card in LoginCard.objects.all()} == {morning_after(evening)}
    far = evening + timedelta(days=90)
    answer = posted(director, "Cô Bảy", step="add", evening=far.isoformat())
    assert answer.status_code == 422 and "next two weeks" in answer.content.decode()
    assert posted(director, "Cô Bảy", step="add", evening="soon").status_code == 422
    assert not Player.objects.filter(username="bay").exists()
