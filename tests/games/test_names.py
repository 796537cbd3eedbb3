"""Names that deceive the eye are refused; those that people really have are not."""

import pytest
from django.test import Client

from games.common.names import are_taken_for_one, isolated, name_key, skeleton, tidied, why_not
from games.models import Player, Table
from tests.support.api_client import post_to
from tests.support.play_pages import browser, member, table_with
from tournaments.models import Tournament

REAL = (
    "An",
    "Chị Ánh Nguyệt",
    "Nguyễn Thị Minh Khai",
    "Đặng Hữu Phước",
    "Jean-François L'Hôpital",
    "Zoë O’Brien",
    "陳大文",
    "田中 花子",
    "テーブル 1",
    "An 陳",
    "김철수",
    "Иван Петров",
    "Иван's table 1",
    "Ελένη",
    "משה",
    "محمد",
    "Bàn 1 (Tết) – 10/2",
    "an_2@club.example",
    "🀄 Bàn vui",
    "Øystein Ærø",
    "ʻOkina",
    "Đỗ Thị Thương Ượng",
    "Ștefan Łukasz Žižka",
    "สมชาย",
    "अमित",
)
DECEIVING = {
    "A\u200bn": "name.invisible",
    "An\u202egnihton": "name.invisible",
    "\u2066An": "name.invisible",
    "An\u0000": "name.invisible",
    "An\nOK": "name.invisible",
    "An\x1b[2K": "name.invisible",
    "\u3164": "name.invisible",
    "An\ufe0f": "name.invisible",
    "\ue000": "name.invisible",
    "\ud800": "name.invisible",
    "\u0378": "name.invisible",
    "A\u2028n": "name.invisible",
    "\u0410n": "name.letters",
    "B\u00ec\u043dh": "name.letters",
    "\u0391nh": "name.letters",
    "\uff21n": "name.letters",
    "\U0001d400n": "name.letters",
    "\u13aan": "name.script",
    "\u13de\u13aa\u13a1": "name.script",  # Cherokee
    "\u0578\u0585": "name.script",  # Armenian
    "l\u0251n": "name.script",
    "\u029f\u1d00\u0274": "name.script",
    "\u0196an": "name.script",
    "\u01c0an": "name.script",
    "\u1d2b\u1d2b": "name.script",
    "A" + "\u0301" * 9: "name.marks",
    "A" + "\u0336" * 9: "name.script",
    "\u0301An": "name.marks",
    "An\u180b": "name.invisible",  # selects a Mongolian letter's form, and is a mark to Unicode
    "An\u180f": "name.invisible",
    "An\U00016fe4": "name.invisible",
    "An\U0001d159": "name.invisible",
    "D\u0335an": "name.script",  # Đan
    "l\u0337an": "name.script",
}


def test_names_of_people_are_names():
    assert {name: (why_not(name), tidied(name)) for name in REAL} == {
        name: (None, name) for name in REAL
    }


def test_what_deceives_the_eye_is_none():
    assert {name: why_not(name) for name in DECEIVING} == DECEIVING


def test_a_name_is_composed_and_its_spaces_are_single():
    assert tidied("  Bi\u0300nh\u3000 An ") == "Bình An"
    assert why_not("Nguye\u0302\u0303n") is None


def test_right_to_left_text_is_shown_in_isolation_and_other_text_as_it_is():
    assert isolated("משה") == "\u2068משה\u2069"
    assert isolated("An\u202egnihton") == "\u2068Angnihton\u2069"
    for name in REAL[:9]:
        assert isolated(name) == name


def test_letters_that_look_alike():
    assert skeleton("сор") == skeleton("Cop") == "cop"
    assert skeleton("Ánh") == skeleton("ánh") != skeleton("anh")


ALIKE = (
    ("Đỗ Ánh", "Ðỗ Ánh"),  # U+0110, U+00D0
    ("O'Brien", "O’Brien"),
    ("O'Brien", "O`Brien"),
    ("Lê Thúy Hòa", "Lê Thuý Hoà"),
    ("Quý", "Qúy"),
    ("Khuỷu", "Khủyu"),
    ("Bình", "Bi\u0300nh"),
    ("Trần", "Tra\u0302\u0300n"),
    ("ĐẶNG", "đặng"),
    ("Lan ❤\ufe0f", "Lan ❤"),
    ("Lan - Anh", "Lan – Anh"),
    ("Ian", "lan"),
    ("Chị", "Chị\u0307"),  # an i with a tone keeps its dot
    ("Minh", "Mi\u0307nh"),
    ("jan", "j\u0307an"),
    ("lan", "\u2160an"),  # the Roman figure
    ("lan", "\u2223an"),
    ("Boo", "Bo\U0001d7ce"),
)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same_on_paper_are_one(one, other):
    assert are_taken_for_one(one, other) and are_taken_for_one(other, one)
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("hoà", "hoá"), ("Lan", "Lân"), ("Đỗ", "Dỗ"), ("Mai", "Mại"), ("An 1", "An 2"), ("ñu", "nũ")],
)
def test_names_that_accents_tell_apart_are_two(one, other):
    assert not are_taken_for_one(one, other)


@pytest.mark.parametrize(
    "name",
    [
        "Lan ❤\ufe0f",
        "1\ufe0f\u20e3 An",
        "Nhà 👨\u200d👩\u200d👧",
        "❤\ufe0f\u200d🔥 Lan",
        "👍🏽",
    ],
)
def test_an_emoji_is_taken_as_phones_send_it(name):
    assert why_not(name) is None and tidied(name) == name


@pytest.mark.parametrize("name", ["An\ufe0e", "\ufe0fAn", "❤\ufe0f\ufe0f", "A\u200d❤", "❤\u200dA"])
def test_a_selector_and_a_joiner_stand_by_an_emoji_alone(name):
    assert why_not(name) == "name.invisible"


# --- where names are given -------------------------------------------------------------------------


@pytest.fixture
def director(db):
    return member("chief", is_director=True)


@pytest.mark.parametrize("name", sorted(set(DECEIVING) - {"\ud800"}))  # it cannot be sent
@pytest.mark.parametrize("field", ["username", "display_name"])
def test_no_member_gets_such_a_name(name, field, director):
    if field == "username" and name in ("\uff21n", "\U0001d400n"):
        name = "\u0410n"  # Django makes plain letters of these
    an = member("an")
    form = {"username": "an", "display_name": "An", "is_active": "on", "reason": "a", field: name}
    answer = browser(director).post(f"/club/members/{an.pk}/", {**form, "act": "save"})
    assert answer.status_code == 422
    an.refresh_from_db()
    assert (an.username, an.display_name) == ("an", "")


def test_a_name_that_looks_like_another_members_is_refused(director):
    an, other = member("cop"), member("an")
    for name in ("сор", "СОР", "А Bình"):
        member("x" + str(len(name)), display_name="A Bình") if name[1] == " " else None
        answer = answered(director, other, name)
        assert "This name looks like " in answer.content.decode(), name
    assert answered(director, other, "Иван").status_code == 303
    assert an.username == "cop"


def answered(director, other, name):
    form = {"username": other.username, "display_name": name, "is_active": "on", "reason": "a"}
    return browser(director).post(f"/club/members/{other.pk}/", {**form, "act": "save"})


@pytest.mark.parametrize("name", ["Lan", "LAN", "lan", "L\u0430n", "Ian", "1an", "la\u0301n"])
def test_two_members_are_told_apart(name, director):
    member("x", display_name="Làn" if name == "la\u0301n" else "Lan")
    other = member("y")
    expected = 303 if name == "la\u0301n" else 422
    assert answered(director, other, name).status_code == expected
    assert answered(director, other, "Lan Anh").status_code == 303


def test_namesakes_from_before_stay(director):
    member("x", display_name="Lan")
    other = member("y", display_name="Lan")
    assert answered(director, other, "Lan").status_code == 303


def test_a_member_with_a_name_from_before_is_still_looked_after(director):
    an = member("an", display_name="A\u0410n")
    form = {"username": "an", "display_name": "A\u0410n", "reason": "Gone.", "act": "save"}
    assert browser(director).post(f"/club/members/{an.pk}/", form).status_code == 303
    an.refresh_from_db()
    assert not an.is_active and an.shown_name == "A\u0410n"


@pytest.mark.parametrize("name", ["B\u200bàn", "B\u0430n", "x\u202ey"])
def test_no_table_and_no_tournament_gets_such_a_name(name, director):
    answer = post_to(director, "tables/", {"name": name})
    assert (answer.status_code, answer.json()["code"][:5]) == (422, "name.")
    here = browser(director)
    page = here.get("/tables/new").content.decode()
    key = page.split('name="idempotency_key" value="')[1].split('"')[0]
    form = {
        "name": name,
        "rules": "vinagames",
        "seats": "4",
        "seconds_per_move": "60",
        "chips_per_point": "1",
        "admission": "open",
        "idempotency_key": key,
    }
    assert here.post("/tables/new", form).status_code == 422
    assert not Table.objects.exists()
    tournament = {
        **form,
        "rounds": "1",
        "deals_per_round": "1",
        "entry_fee": "0",
        "prize_shares": "100",
        "filler": "bot:greedy",
    }
    assert here.post("/tournaments/new", tournament).status_code == 422
    assert not Tournament.objects.exists()


def test_a_member_with_any_name_is_offered_a_table_name_that_is_taken(director):
    for at, name in enumerate(("Иван", "משה", "陳大文")):
        host = member(f"host-{at}", display_name=name)
        page = browser(host).get("/tables/new").content.decode()
        offered = page.split('name="name" value="')[1].split('"')[0].replace("&#x27;", "'")
        assert post_to(host, "tables/", {"name": offered}).status_code == 201


def test_right_to_left_names_turn_nothing_about_on_the_pages(director):
    moshe = member("moshe", display_name="משה (1)")
    old = Player.objects.create_user("old", display_name="An\u202e)1( txet")
    table = table_with(moshe, old, name="Bàn 1")
    for address in ("/", f"/tables/{table.pk}/", f"/api/v1/tables/{table.pk}/"):
        html = browser(director).get(address).content.decode()
        assert "\u202e" not in html
        assert html.count("משה") == html.count("\u2068משה"), address


def test_names_stand_in_isolation_on_the_pages(director):
    table = table_with(member("an"), name="Bàn vui")
    html = Client().get("/").content.decode()
    assert "<bdi>Bàn vui</bdi>" in html
    html = browser(director).get(f"/tables/{table.pk}/").content.decode()
    assert "<bdi>Bàn vui</bdi>" in html
