"""The club's directory: closed to others, and a sentence where it cannot be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.running_site import PROJECT, free_port
from tusac_site.local.embedded import NotWritable, own_directory

UNWRITABLE = "/proc"
"""A directory into which nobody can write, root neither (Linux)."""


def run(*command: str, **env: str) -> "subprocess.CompletedProcess[str]":
    outside = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")
    given = {name: value for name, value in os.environ.items() if name not in outside}
    return subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env={**given, "PORT": str(free_port()), **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("command", [("-m", "tusac_site.local"), ("manage.py", "migrate")])
def test_a_directory_that_cannot_be_written_is_said_in_a_sentence(command):
    said = run(*command, TUSAC_VAR=UNWRITABLE)
    text = said.stdout + said.stderr
    assert said.returncode != 0
    assert f"Cannot write to {UNWRITABLE}: " in text
    assert "TUSAC_VAR" in text
    assert "Traceback" not in text


def test_a_database_that_cannot_be_opened_is_said_in_a_sentence(tmp_path):
    database = f"sqlite:///{tmp_path}/none/tusac.sqlite3"
    said = run("manage.py", "migrate", TUSAC_VAR=str(tmp_path), DATABASE_URL=database)
    assert said.returncode == 1
    assert "unable to open database file" in said.stderr
    assert "Traceback" not in said.stderr


def test_a_directory_that_is_not_ours_to_fill_is_said_in_a_sentence(tmp_path):
    (tmp_path / "run").write_text("a file where a directory has to be")
    said = run("-m", "tusac_site.local", TUSAC_VAR=str(tmp_path))
    assert said.returncode == 1
    assert f"Cannot write to {tmp_path}/run: " in said.stdout
    assert "Traceback" not in said.stdout + said.stderr


def test_a_directory_that_is_open_to_others_is_narrowed_and_it_says_so(tmp_path):
    tmp_path.chmod(0o755)
    assert own_directory(tmp_path) == (
        f"Others could look into {tmp_path} (mode 0755); now only you can (0700)."
    )
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert own_directory(tmp_path) == ""
    assert own_directory(tmp_path / "new") == ""
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_one_that_cannot_be_narrowed_is_refused(tmp_path, monkeypatch):
    def not_ours(self: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    tmp_path.chmod(0o777)
    monkeypatch.setattr(Path, "chmod", not_ours)
    with pytest.raises(NotWritable, match="Operation not permitted"):
        own_directory(tmp_path)
