"""Clubs are made whole or not at all, each with keys, a port and a database of its own."""

from pathlib import Path

import pytest

from games.log.integrity.notes import SigningKey
from tests.support.running_site import PROJECT
from tusac_site.local.clubs import commands, proxy
from tusac_site.local.clubs.folder import BadClub, ClubFolder, Clubs, read_host
from tusac_site.local.embedded import take_lock


@pytest.fixture
def clubs(tmp_path: Path) -> Clubs:
    return Clubs(tmp_path / "clubs")


@pytest.fixture
def san_jose(clubs: Clubs) -> ClubFolder:
    return clubs.add("san-jose", "San-Jose.example")


def files(clubs: Clubs) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in sorted(clubs.path.rglob("*")) if path.is_file()
    }


@pytest.mark.parametrize(
    "host",
    [
        *("", "san jose.example", "san_jose.example", "https://san-jose.example", "a.example:443"),
        *("san-jose", "a..example", "-a.example", "a.example/club", "10.0.0.1", "*.example"),
        *(f"{'a' * 64}.example", "a.example\nb.example", ".".join(["abcdef"] * 50), "a.{$HOME}"),
    ],
)
def test_a_name_that_is_no_host_is_said_in_words_and_nothing_is_lost(
    clubs: Clubs, san_jose: ClubFolder, host: str, monkeypatch, capsys
) -> None:
    before = files(clubs)
    monkeypatch.setenv("TUSAC_CLUBS", str(clubs.path))
    assert commands.main(["add", "hue", f"--host={host}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{host!r} is no host, and nothing was changed.")
    assert "--host san-jose.example" in said
    assert files(clubs) == before


@pytest.mark.parametrize("name", ["", "..", "a/b", "San", "-a", ".static", "huế", "a" * 41, "a b"])
def test_a_name_that_is_no_folder_is_refused(clubs: Clubs, name: str) -> None:
    with pytest.raises(BadClub, match="is no name for a club, and nothing was changed"):
        clubs.add(name, "a.example")
    assert not clubs.path.exists()


def test_names_in_other_scripts_are_what_browsers_send() -> None:
    assert read_host("Huế.example.") == "xn--hu-07s.example"


def test_a_second_club_of_a_name_or_host_is_refused_and_the_first_is_as_it_was(
    clubs: Clubs, san_jose: ClubFolder
) -> None:
    before = files(clubs)
    with pytest.raises(BadClub, match="There is a club san-jose already, and nothing was changed"):
        clubs.add("san-jose", "other.example")
    with pytest.raises(BadClub, match="hue has the same TUSAC_SITE as san-jose"):
        clubs.add("hue", "san-jose.EXAMPLE")
    assert files(clubs) == before


def test_two_clubs_share_neither_database_nor_keys_nor_port_nor_any_folder_of_data(
    clubs: Clubs, san_jose: ClubFolder
) -> None:
    hue = clubs.add("hue", "hue.example")
    first, second = (clubs.environment(club) for club in (san_jose, hue))
    own = {"TUSAC_SITE", "PORT", "TUSAC_VAR", "TUSAC_LOG_SIGNED"}
    own |= {"SECRET_KEY_FILE", "TUSAC_DEAL_KEY_FILE", "TUSAC_LOG_KEY_FILE"}
    assert {name for name in first if first[name] != second[name]} == own
    for name in ("secret_key", "deal_key", "log_key"):
        ours, theirs = ((club.path / "keys" / name) for club in (san_jose, hue))
        assert ours.read_text() != theirs.read_text()
        assert ours.stat().st_mode & 0o777 == 0o600
    written = (hue.path / "keys" / "log_key").read_text()
    assert SigningKey.read(written).name == "hue.example/log"
    assert san_jose.path.stat().st_mode & 0o777 == hue.path.stat().st_mode & 0o777 == 0o700


def test_nothing_that_the_machine_says_of_another_club_reaches_this_one(
    san_jose: ClubFolder,
) -> None:
    secrets = {"SECRET_KEY": "x", "TUSAC_DEAL_KEY": "x", "TUSAC_LOG_KEY": "x"}
    places = {"DATABASE_URL": "x", "REDIS_URL": "x", "TUSAC_MAIL": "x", "TUSAC_METRICS_TOKEN": "x"}
    found = san_jose.environment({"PATH": "/bin", **secrets, **places})
    assert found["PATH"] == "/bin"
    assert not [name for name in found if found[name] == "x"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("REDIS_URL=redis://127.0.0.1/1", "line 3: leave REDIS_URL out. Each club has its own"),
        ("SECRET_KEY=abc", "line 3: leave SECRET_KEY out"),
        ("TUSAC_VAR=/var/lib/tusac", "line 3: leave TUSAC_VAR out"),
        ("TUSAC_MAIL smtp://mail.example", "line 3: write NAME=value, not 'TUSAC_MAIL smtp"),
        ("PORT=many", "PORT is a number, not 'many'"),
        ("PORT=", "lacks PORT"),
        ("TUSAC_SITE=san-jose.example", "TUSAC_SITE is https:// and the name that browsers open"),
        ("TUSAC_SITE=http://san-jose.example", "not 'http://san-jose.example'"),
        ("TUSAC_SITE=https://", "TUSAC_SITE is https://"),
        ("TUSAC_SITE=https://san-jose.example/club", "TUSAC_SITE is https://"),
        ("TUSAC_SITE=https://a.example { }", "TUSAC_SITE is https://"),
        ("TUSAC_SITE=https://[::1", "TUSAC_SITE is https://"),
    ],
)
def test_settings_that_would_join_clubs_or_cannot_be_read_are_refused_with_their_line(
    clubs: Clubs, san_jose: ClubFolder, line: str, said: str
) -> None:
    with (san_jose.path / "club.env").open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadClub, match=said):
        clubs.environment(san_jose)


def test_of_two_clubs_with_one_database_only_the_first_starts(clubs: Clubs) -> None:
    first = clubs.add("an", "an.example", "postgres://tusac:word@127.0.0.1/tusac")
    second = clubs.add("binh", "binh.example")
    with (second.path / "club.env").open("a") as file:
        file.write("# the same\nDATABASE_URL=postgres://tusac:word@127.0.0.1/tusac\n")
    assert clubs.environment(first)["DATABASE_URL"].endswith("/tusac")
    with pytest.raises(BadClub, match="binh has the same DATABASE_URL as an, so") as refused:
        clubs.environment(second)
    assert "word" not in str(refused.value)


SAME = ("https://An.Example/", "https://an.example.", "https://an.example:8443")


@pytest.mark.parametrize("site", SAME)
def test_of_two_clubs_with_one_name_in_whatever_spelling_only_the_first_starts_and_is_reached(
    clubs: Clubs, site: str
) -> None:
    first, second = clubs.add("an", "an.example"), clubs.add("binh", "binh.example")
    with (second.path / "club.env").open("a") as file:
        file.write(f"TUSAC_SITE={site}\n")
    assert clubs.environment(first)["TUSAC_SITE"] == "https://an.example"
    with pytest.raises(BadClub, match="binh has the same TUSAC_SITE as an"):
        clubs.environment(second)
    assert "binh has the same TUSAC_SITE as an" in proxy.write(clubs)
    assert (clubs.path / "Caddyfile").read_text().count("reverse_proxy") == 1


@pytest.mark.parametrize("site", [*SAME, "an.example", "http://an.example"])
def test_a_new_club_takes_neither_name_nor_port_of_one_whose_settings_are_bad(
    clubs: Clubs, site: str
) -> None:
    an = clubs.add("an", "other.example")
    port = an.said()["PORT"]
    (an.path / "club.env").write_text(f"nonsense\nTUSAC_SITE={site}\nPORT={port}\n")
    with pytest.raises(BadClub, match="binh has the same TUSAC_SITE as an"):
        clubs.add("binh", "an.example")
    assert clubs.add("chi", "chi.example").said()["PORT"] != port


def test_a_club_that_cannot_be_made_leaves_nothing_behind(clubs: Clubs, monkeypatch) -> None:
    def full(*_told: object) -> list[str]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tusac_site.local.clubs.folder.make_missing", full)
    with pytest.raises(OSError, match="No space left"):
        clubs.add("hue", "hue.example")
    assert clubs.all() == []
    monkeypatch.undo()
    assert clubs.add("hue", "hue.example").name == "hue"


def test_the_proxy_leads_each_name_to_the_port_of_its_club(
    clubs: Clubs, san_jose: ClubFolder
) -> None:
    clubs.add("hue", "hue.example")
    proxy.write(clubs)
    written = (clubs.path / "Caddyfile").read_text()
    ports = {club.name: club.said()["PORT"] for club in clubs.all()}
    assert ports["hue"] != ports["san-jose"]
    for host, port in (("hue.example", ports["hue"]), ("san-jose.example", ports["san-jose"])):
        assert f"\n{host} {{\n\timport tusac_club\n\treverse_proxy 127.0.0.1:{port} {{\n" in written
    assert (clubs.path / "Caddyfile").stat().st_mode & 0o777 == 0o644


def test_the_proxy_does_for_each_club_what_it_does_for_a_single_one() -> None:
    def rules(text: str) -> set[str]:
        return {line.strip() for line in text.splitlines() if line.strip()[:1] not in ("", "#")}

    one = (PROJECT / "deploy" / "Caddyfile").read_text()
    only_one = {"{$TUSAC_HOST:club.example} {", "reverse_proxy {"}
    several_processes = {"dynamic a web 8000 {", "refresh 5s", "lb_policy least_conn"}
    several_processes |= {"lb_try_duration 5s", "fail_duration 5s"}
    parts = {"(tusac_club) {", "(tusac_process) {"}
    many = (PROJECT / "tusac_site" / "local" / "clubs" / "Caddyfile").read_text()
    assert rules(many) - parts == rules(one) - only_one - several_processes


def test_the_proxys_own_command_has_it_read_its_file(clubs: Clubs, monkeypatch, tmp_path) -> None:
    clubs.add("hue", "hue.example")
    monkeypatch.setenv("TUSAC_CLUBS_RELOAD", f"touch {tmp_path / 'read'}")
    assert proxy.write(clubs) == ""
    assert (tmp_path / "read").exists()
    monkeypatch.setenv("TUSAC_CLUBS_RELOAD", "false")
    assert "false has failed" in proxy.write(clubs)


def test_a_club_is_found_running_by_its_lock_and_stays_stopped(
    clubs: Clubs, san_jose: ClubFolder, monkeypatch, capsys
) -> None:
    monkeypatch.setenv("TUSAC_CLUBS", str(clubs.path))
    assert commands.main(["list"]) == 0
    assert "https://san-jose.example" in (said := capsys.readouterr().out) and "is down" in said
    with take_lock(san_jose.var, ""):
        assert commands.main(["list"]) == 0
        assert "starting" in capsys.readouterr().out
        (san_jose.var / "run" / "running").write_text("9.9")
        assert commands.main(["list"]) == 0
        assert "running, version 9.9" in capsys.readouterr().out
    assert commands.main(["stop", "san-jose"]) == 0
    assert commands.main(["list"]) == 0
    assert "stopped" in capsys.readouterr().out.splitlines()[-1]
    assert commands.main(["start", "hue"]) == 2
    assert "There is no club 'hue'" in capsys.readouterr().err
