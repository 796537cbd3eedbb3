"""Lists as directors have them, from chats, spreadsheets and paper, name the members whom they mean."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]
MEMBERS = {
    "lan": "Trần Thị Lan",
    "anh": "Đỗ Ánh",
    "quy": "Bùi Quý",
    "hung": "Nguyễn Văn Hùng",
    "hoa": "Lê Thuý Hoà",
}
FOUR = ["lan", "anh", "quy", "hung"]


@pytest.fixture
def tournament(director: Player) -> int:
    for login, name in MEMBERS.items():
        member = player(login)
        member.display_name = name
        member.save()
    return announced(director, entry_fee=0)


def looked_at(director: Player, tournament: int, data: bytes) -> str:
    form = {
        "file": SimpleUploadedFile("list.csv", data),
        "idempotency_key": str(uuid4()),
        "step": "look",
    }
    answer = browser(director).post(f"/tournaments/{tournament}/entry-list", form)
    assert answer.status_code == 200
    return answer.content.decode()


def ticked(html: str) -> list[str]:
    """Return the logins that are ticked on the page."""
    found = re.findall(r'name="player" value="(\d+)"[^>]* checked>', html)
    return [Player.objects.get(pk=one).username for one in found]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("Họ và tên\nBùi Quý\nĐỗ Ánh\nTrần Thị Lan\n".encode(), ["quy", "anh", "lan"]),
        (
            "Nom;Identifiant;Tel\nTrần Thị Lan;lan;06 00 00 00 01\nĐỗ Ánh;anh;06 00 00 00 02\n"
            .encode("utf-8-sig"),
            ["lan", "anh"],
        ),
        (
            "Tên\tTài khoản\r\nTrần Thị Lan\tlan\r\nĐỗ Ánh\tanh\r\n".encode("utf-16"),
            ["lan", "anh"],
        ),
        (
            "Danh sách thứ Bảy\n1. Trần Thị Lan\n2) Đỗ Ánh\n- Bùi Quý\n• Nguyễn Văn Hùng (đến trễ)\n"
            .encode(),
            FOUR,
        ),
        (
            "Tra\u0302\u0300n Thi\u0323 Lan\nĐo\u0302\u0303 A\u0301nh\nLe\u0302 Thuy\u0301 Hoa\u0300\n"
            .encode(),
            ["lan", "anh", "hoa"],
        ),
        ("名前\nTrần Thị Lan\nBÙI QUÝ\n".encode(), ["lan", "quy"]),
    ],
    ids=["heading", "semicolons", "unicode-text", "chat", "decomposed", "japanese"],
)  # fmt: skip
def test_each_line_ticks_its_member(director, tournament, data, found):
    html = looked_at(director, tournament, data)
    assert ticked(html) == found and "unsure" not in html


def test_letters_that_look_alike_are_one_and_another_spelling_is_a_choice(director, tournament):
    data = "Ðỗ Ánh\nBùi Quí\nNguyễn Văn Hùng\u200b\nLê Thúy Hòa\n"
    html = looked_at(director, tournament, data.encode())
    assert ticked(html) == ["anh", "hung", "hoa"] and "1 line is unclear" in html
    quy = Player.objects.get(username="quy").pk
    assert f'value="{quy}"' in html and "<bdi>Bùi Quý (quy)</bdi>" in html
    players = [*re.findall(r'value="(\d+)"[^>]* checked>', html), quy]
    form: dict[str, Any] = {
        "names": data,
        "player": players,
        "step": "enter",
        "idempotency_key": str(uuid4()),
    }
    answer = browser(director).post(f"/tournaments/{tournament}/entry-list", form)
    assert answer.status_code == 303 and Entry.objects.count() == 4


def test_the_same_person_five_times_is_one(director, tournament):
    html = looked_at(director, tournament, "Lan\nlan\nLAN\nTrần Thị Lan\n5. lan\n".encode())
    assert ticked(html) == ["lan"] and html.count("is on the list twice") == 4


def test_two_thousand_lines_are_refused_in_a_sentence(director, tournament):
    form = {"names": "lan\n" * 2000, "idempotency_key": str(uuid4()), "step": "look"}
    answer = browser(director).post(f"/tournaments/{tournament}/entry-list", form)
    assert answer.status_code == 422 and "at most 500 lines" in answer.content.decode()


def test_names_in_other_scripts_are_read_and_nobody_is_taken_for_them(director, tournament):
    html = looked_at(director, tournament, "Борис\n田中\nlan\n".encode())
    assert ticked(html) == ["lan"] and "2 lines are unclear" in html
    assert html.count("no member has this name or login name") == 2


def test_names_that_nobody_has_become_members_by_one_press_and_are_ticked(director, tournament):
    names = "Trần Thị Lan\nCô Bảy\nBui Quy\nChú Tám\nLаn\u0430"
    html = looked_at(director, tournament, names.encode())
    new = re.findall(r'name="new" value="(\d+)"[^>]* checked>', html)
    assert new == ["2", "4", "5"] and html.count('name="new"') == 4
    form: dict[str, Any] = {"names": names, "new": new, "step": "join"}
    for _press in range(2):
        form["idempotency_key"] = str(uuid4())
        answer = browser(director).post(f"/tournaments/{tournament}/entry-list", form)
        assert answer.status_code == 200
        assert Player.objects.filter(is_director=False).count() == len(MEMBERS) + 2
    html = browser(director).post(f"/tournaments/{tournament}/entry-list", form).content.decode()
    assert ticked(html) == ["lan", "bay", "tam"]
    assert "mixes letters of different alphabets" in html


def test_a_name_that_may_be_a_members_is_new_only_if_the_director_says_so(director, tournament):
    form: dict[str, Any] = {"names": "Bui Quy", "new": ["1"], "step": "join"}
    form["idempotency_key"] = str(uuid4())
    html = browser(director).post(f"/tournaments/{tournament}/entry-list", form).content.decode()
    assert "1 member was added." in html and Player.objects.filter(display_name="Bui Quy").exists()


def test_nobody_is_made_a_member_without_a_tick(director, tournament):
    form: dict[str, Any] = {"names": "Cô Bảy", "step": "join", "idempotency_key": str(uuid4())}
    html = browser(director).post(f"/tournaments/{tournament}/entry-list", form).content.decode()
    assert "Tick the names that are new, at most" in html
    assert Player.objects.filter(is_director=False).count() == len(MEMBERS)
