"""`manage.py add_members`: the list of a file, read and added as the page does it."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Player
from tests.support.play_pages import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Player:
    return member("chief", is_director=True)


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("Họ tên;Chips\nCô Bảy;500\nchief;\n", encoding="utf-8")
    return str(path)


def test_the_people_of_a_file_are_added_and_their_cards_printed_once(director, listed, capsys):
    call_command("add_members", listed)
    out, told = capsys.readouterr()
    (line,) = out.splitlines()
    name, login, digits, link = line.split("\t")
    assert (name, login) == ("Cô Bảy", "bay") and "3: chief: is already a member" in told
    client = Client()
    client.post("/accounts/login/", {"username": "bay", "password": digits})
    assert client.session["_auth_user_id"] == str(Player.objects.get(username="bay").pk)
    assert client.get(link[link.index("/card/") :]).status_code == 200
    call_command("add_members", listed)
    assert capsys.readouterr().out == ""


def test_a_look_changes_nothing_and_says_what_would_be(director, listed, capsys):
    call_command("add_members", listed, look=True)
    assert "2: Cô Bảy: new member, logs in as bay" in capsys.readouterr().err
    assert Player.objects.count() == 1


def test_a_line_that_looks_like_a_member_is_left_out_until_it_is_said_to_be_new(
    director, tmp_path, capsys
):
    member("trong", display_name="Ông Trọng")
    path = tmp_path / "list.txt"
    path.write_text("Ong Trong", encoding="utf-8")
    call_command("add_members", str(path))
    assert Player.objects.count() == 2 and "may be a member already" in capsys.readouterr().err
    call_command("add_members", str(path), new=[1])
    assert Player.objects.count() == 3


def test_what_cannot_be_done_is_said_in_a_sentence_and_nothing_is(director, listed, tmp_path):
    member("second", is_director=True)
    with pytest.raises(CommandError, match="Say who takes them in"):
        call_command("add_members", listed)
    with pytest.raises(CommandError, match="no director or owner"):
        call_command("add_members", listed, by="nobody")
    long = tmp_path / "long.txt"
    long.write_text("Lan\n" * 2000, encoding="utf-8")
    with pytest.raises(CommandError, match="at most 300 lines"):
        call_command("add_members", str(long), by="chief")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("add_members", str(tmp_path / "none.txt"), by="chief")
    member("owner", is_superuser=True)
    with pytest.raises(CommandError, match="Only directors"):
        call_command("add_members", listed, by="owner")
    assert Player.objects.count() == 3
