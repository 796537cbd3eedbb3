"""A name is one name to all who ask for it: whoever joins, searches and logs in, whatever its letters are made of."""

from unicodedata import normalize
from uuid import uuid4

import pytest
from django.contrib.auth import hashers
from django.core.cache import cache
from django.test import Client

from games import commands
from games.club.house_rules import HouseRules
from games.models import Player
from games.queries.people.named import named
from games.queries.people.people import who_logs_in
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db

PASSWORD = "Mậtkhẩu-Tứsắc-2026"
DECOMPOSED = normalize("NFD", PASSWORD)


@pytest.fixture(autouse=True)
def counted(settings):
    settings.TUSAC_LIMIT_LOGINS = True
    cache.clear()
    yield
    cache.clear()


def person(name, shown="", password=PASSWORD, **more):
    return Player.objects.create_user(name, password=password, display_name=shown, **more)


def as_stored(player, **names):
    """A row from before such a name was refused."""
    for field, name in names.items():
        setattr(player, field, name)
    player.save()
    return player


def logs_in(name, password=PASSWORD, address="192.0.2.1"):
    client = Client(REMOTE_ADDR=address)
    answer = client.post("/accounts/login/", {"username": name, "password": password})
    return answer.status_code == 302


# --- joining --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Đỗ Ánh", "Ðỗ Ánh"),
        ("O'Brien", "O’Brien"),
        ("Lê Thúy Hòa", "Lê Thuý Hoà"),
        ("Lan ❤\ufe0f", "Lan ❤"),
        ("Trần Thị Lan", normalize("NFD", "Trần Thị Lan").upper()),
    ],
)
def test_the_second_of_two_names_that_look_alike_is_refused_and_told_whom_it_resembles(
    first, second
):
    owner = Player.objects.create_superuser("owner")
    commands.set_house_rules(by=owner, rules=HouseRules(guests_join=1), now=owner.date_joined)
    form = {
        "username": "first",
        "display_name": first,
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    assert Client().post("/welcome/", form).status_code == 302
    answer = Client().post("/welcome/", {**form, "username": "second", "display_name": second})
    assert answer.status_code == 422
    said = answer.content.decode().replace("&#x27;", "'")
    assert f"This name looks like {first}'s." in said
    assert not Player.objects.filter(username="second").exists()


def test_a_join_among_thousands_reads_the_few_that_look_alike(django_assert_max_num_queries):
    Player.objects.bulk_create(
        Player(username=f"m{at}", login_key=f"m{at}", display_name=f"Member {at}")
        for at in range(300)
    )
    person("lan", "Lan")
    with django_assert_max_num_queries(5):
        new = Player(username="y", display_name="Đỗ Ánh")
        new.clean()


# --- logging in -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["lan", "Lan", "LAN", "Trần Thị Lan", "tran thi lan", "TRẦN THỊ LAN"]
)
def test_a_member_logs_in_by_the_login_whatever_its_capitals_or_by_the_name_that_is_shown(name):
    person("lan", "Trần Thị Lan")
    assert logs_in(name) == (name != "tran thi lan")
    assert logs_in(normalize("NFD", name)) == (name != "tran thi lan")


def test_a_token_is_given_for_such_a_name_too():
    person("lan", "Lê Thuý Hoà")
    for name in ("LAN", "Lê Thúy Hòa"):
        asked = {"username": name, "password": PASSWORD}
        answer = Client().post("/api/v1/token/", asked, content_type="application/json")
        assert answer.status_code == 200


def test_a_login_that_is_exactly_so_wins_over_one_that_looks_like_it():
    small, large = person("lan"), as_stored(person("x"), username="Lan")
    shown = as_stored(person("y"), display_name="LAN")
    assert [who_logs_in(name) for name in ("lan", "Lan", "LAN")] == [small, large, None]
    assert who_logs_in("y") == shown


def test_members_whose_shown_names_collide_log_in_by_their_logins_alone():
    for name in ("an", "binh"):
        as_stored(person(name), display_name="Đỗ Ánh" if name == "an" else "Ðỗ Ánh")
    assert not logs_in("Đỗ Ánh") and not logs_in("Ðỗ Ánh")
    assert logs_in("an") and logs_in("BINH")


def test_a_shown_name_that_is_anothers_login_opens_that_login_alone():
    owner_of_login, other = person("lan"), as_stored(person("x"), display_name="Lan")
    assert who_logs_in("LAN") == owner_of_login
    assert who_logs_in("x") == other


def test_a_closed_account_and_a_guest_take_no_name_away():
    lan = as_stored(person("lan"), display_name="Lan Anh")
    as_stored(person("old"), display_name="Lan Anh", is_active=False)
    assert who_logs_in("lan anh") == lan
    for odd in ("", "\0", "\u200b", "I", "x" * 10_000):
        assert who_logs_in(odd) is None


def test_however_a_name_is_spelled_its_wrong_passwords_count_together():
    person("lan", "Trần Thị Lan")
    for at in range(10):
        assert not logs_in(("lan", "LAN", "Trần Thị Lan")[at % 3], "a guess")
    assert not logs_in("Lan") and not logs_in("trần thị lan")


def test_a_wrong_try_costs_as_many_hashes_and_says_the_same_whether_the_name_is_known(
    monkeypatch, settings
):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    person("lan", "Lan Anh")
    person("none", password=None)
    person("closed", is_active=False)
    hashed = []
    argon2 = hashers.get_hasher()
    for name in ("encode", "verify"):
        done = getattr(type(argon2), name)

        def counted(*args, done=done, **options):
            hashed.append(1)
            return done(*args, **options)

        monkeypatch.setattr(type(argon2), name, counted)
    for password, most in (("a guess", 1), (PASSWORD + "?", 2)):
        answers = set()
        for name in ("lan", "LAN", "Lan Anh", "nobody", "none", "closed"):
            hashed.clear()
            page = Client().post("/accounts/login/", {"username": name, "password": password})
            said = page.content.decode().split("<main")[1]
            answers.add(said.replace(f'value="{name}"', "").split("errorlist")[-1][:200])
            assert len(hashed) == most, (name, password)
        assert len(answers) == 1


# --- passwords ------------------------------------------------------------------------------------


def test_a_password_is_the_same_however_its_letters_are_composed():
    person("lan")
    person("binh", password=DECOMPOSED)
    for name in ("lan", "binh"):
        assert logs_in(name, PASSWORD) and logs_in(name, DECOMPOSED)


def test_a_hash_of_decomposed_letters_from_before_works_on():
    lan = person("lan")
    old = hashers.make_password(DECOMPOSED)
    Player.objects.filter(pk=lan.pk).update(password=old)
    assert logs_in("lan", PASSWORD) and logs_in("lan", DECOMPOSED)
    mixed = "Mâ\u0323tkhẩu"  # as Windows types it
    Player.objects.filter(pk=lan.pk).update(password=hashers.make_password(mixed))
    assert logs_in("lan", mixed)
    assert Player.objects.get().password != old


def test_the_old_password_is_asked_for_and_changed_in_either_form():
    person("lan")
    client = Client()
    client.post("/accounts/login/", {"username": "lan", "password": DECOMPOSED})
    new = normalize("NFD", "bốn mùa xuân")
    form = {"old_password": DECOMPOSED, "new_password1": new, "new_password2": new}
    assert client.post("/accounts/password_change/", form).status_code == 302
    assert logs_in("lan", "bốn mùa xuân")


# --- searching and entering -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "term", ["do anh", "DO ANH", "Đỗ Ánh", "Ðỗ", normalize("NFD", "Ánh đỗ"), "anh example.org"]
)
def test_players_are_found_without_accents(term):
    person("quyen", "Đỗ Ánh", email="anh@example.org")
    person("other", "Trần Thị Lan")
    page = browser(member("chief", is_director=True)).get("/club/members/", {"q": term})
    html = page.content.decode()
    assert ">quyen<" in html and ">other<" not in html


def test_a_new_name_is_searched_at_once_and_odd_terms_find_nobody():
    quyen = as_stored(person("quyen", "Đỗ Ánh"), display_name="Lê Thuý Hoà")
    quyen.email = "hoa@example.org"
    quyen.save(update_fields=["email"])
    there = browser(member("chief", is_director=True))
    for term, finds in (("thuy hoa", 1), ("hoa@example", 1), ("do anh", 0), ("%", 0)):
        html = there.get("/club/members/", {"q": term}).content.decode()
        assert html.count(">quyen<") == finds, term


def test_a_list_of_entries_means_the_same_members():
    people = {
        name: person(name, shown)
        for name, shown in (
            ("lan", "Trần Thị Lan"),
            ("anh", "Đỗ Ánh"),
            ("hung", "Nguyễn Văn Hùng"),
            ("hoa", "Lê Thuý Hoà"),
        )
    }
    written = {
        "Ðỗ Ánh": "anh",
        "NGUYỄN VĂN HÙNG\u200b": "hung",
        "Lê Thúy Hòa": "hoa",
        normalize("NFD", "Trần Thị Lan"): "lan",
        "LAN": "lan",
    }
    assert named(set(written)) == {line: [people[name]] for line, name in written.items()}


# --- names from before ----------------------------------------------------------------------------


def test_an_owner_sees_which_names_look_alike():
    owner = Player.objects.create_superuser("owner")
    assert "look alike" not in browser(owner).get("/club/alarms/").content.decode()
    as_stored(person("an"), display_name="Đỗ Ánh")
    as_stored(person("binh"), display_name="Ðỗ Ánh")
    person("chi", "Đỗ Anh")
    html = browser(owner).get("/club/alarms/").content.decode()
    section = html.split("alike-title")[-1]
    assert "(an)" in section and "(binh)" in section and "(chi)" not in section
    assert browser(member("chief", is_director=True)).get("/club/alarms/").status_code == 403


def test_a_member_with_such_a_name_from_before_is_still_looked_after():
    director = member("chief", is_director=True)
    as_stored(person("an"), display_name="Đỗ Ánh")
    binh = as_stored(person("binh"), display_name="Ðỗ Ánh")
    form = {
        "username": "binh",
        "display_name": "Ðỗ Ánh",
        "email": f"{uuid4().hex}@example.org",
        "reason": "Asked.",
    }
    answer = browser(director).post(
        f"/club/members/{binh.pk}/", {**form, "is_active": "on", "act": "save"}
    )
    assert answer.status_code == 303
