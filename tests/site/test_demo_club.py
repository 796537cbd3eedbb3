"""The demo club."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def accounts(var: Path) -> list[list[str]]:
    return [line.split() for line in (var / "demo_accounts.txt").read_text().splitlines()]


def test_a_director_a_referee_and_four_members_can_log_in(var: Path) -> None:
    call_command("first_owner", demo=True)
    assert [duty for duty, _, _ in accounts(var)] == ["director", "referee", *["member"] * 4]
    for _, login, password in accounts(var):
        assert Client().login(username=login, password=password)
    assert Player.objects.get(is_director=True).username == "director"
    assert Player.objects.get(is_referee=True).username == "referee"
    assert Player.objects.get(is_superuser=True).username == "director"


def test_the_passwords_are_new_each_time_and_only_their_owner_reads_them(var: Path) -> None:
    call_command("first_owner", demo=True, verbosity=0)
    first = accounts(var)
    assert (var / "demo_accounts.txt").stat().st_mode & 0o777 == 0o600
    Player.objects.all().delete()
    call_command("first_owner", demo=True, verbosity=0)
    assert not {word for *_, word in first} & {word for *_, word in accounts(var)}


def test_a_club_that_has_a_player_is_left_alone(var: Path) -> None:
    Player.objects.create_user("nga")
    with pytest.raises(CommandError, match="has members already"):
        call_command("first_owner", demo=True)
    assert Player.objects.count() == 1
    assert not (var / "demo_accounts.txt").exists()


def test_there_is_no_account_whose_password_could_not_be_written(monkeypatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        call_command("first_owner", demo=True, verbosity=0)
    assert not Player.objects.exists()


def test_nothing_is_printed_where_the_output_is_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("first_owner", demo=True, verbosity=0)
    assert capsys.readouterr().out == ""


def test_a_player_without_a_display_name_is_shown_by_login() -> None:
    assert str(Player(username="nga")) == "nga"
    assert str(Player(username="nga", display_name="Chị Nga")) == "Chị Nga"
