"""The key that signs the log is asked for when a process starts, as the key for the deals' secrets is."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.log.integrity.keys import NoKey, log_key, refuse_unusable_keys
from games.log.integrity.notes import WITNESS, SigningKey
from tests.support.running_site import PROJECT
from tests.support.site_settings import production, settings_with

STARTS = {
    "a web process": ["-c", "import tusac_site.asgi"],
    "a worker": ["-m", "celery", "-A", "tusac_site", "report"],
    "the preparation": ["-m", "tusac_site.local.prepare"],
}


def start(command: list[str], var: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run as production would, with these changes to its environment."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], "TUSAC_VAR": str(var), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def last_line(answer: subprocess.CompletedProcess[str]) -> str:
    return answer.stderr.strip().splitlines()[-1]


def test_production_needs_the_key_of_the_log_and_says_how_to_make_one() -> None:
    answer = settings_with(**{**production(), "TUSAC_LOG_KEY": ""})
    assert answer.returncode != 0
    assert "Production needs TUSAC_LOG_KEY" in last_line(answer)
    assert "manage.py log_key --out FILE" in last_line(answer)


def test_the_command_that_the_refusal_names_makes_a_key_that_production_takes(
    tmp_path: Path,
) -> None:
    said = last_line(settings_with(**{**production(), "TUSAC_LOG_KEY": ""}))
    file = tmp_path / "log_key"
    words = said.rpartition("Make one with: ")[2].replace("FILE", str(file)).split()
    assert words[:4] == ["env", "-u", "TUSAC_PRODUCTION", "python"]
    env = {**production(), "TUSAC_LOG_KEY": ""}
    del env["TUSAC_PRODUCTION"]
    assert start(words[4:], tmp_path, **env).returncode == 0
    made = start(["manage.py", "check"], tmp_path, **{**production(), "TUSAC_LOG_KEY": str(file)})
    assert made.returncode == 0, made.stderr


@pytest.mark.parametrize("what", STARTS)
def test_a_key_that_the_services_user_cannot_read_is_refused_when_the_process_starts(
    what: str, tmp_path: Path
) -> None:
    # A folder in its place is what nobody can read, root included.
    (tmp_path / "log_key").mkdir()
    env = {**production(), "TUSAC_LOG_KEY": str(tmp_path / "log_key")}
    answer = start(STARTS[what], tmp_path, **env)
    assert answer.returncode != 0
    said = " ".join(answer.stderr.split())
    assert f"TUSAC_LOG_KEY is the file {tmp_path / 'log_key'}: Is a directory" in said
    assert "manage.py log_key --out FILE" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "No such file or directory"),
        ("", "in which no key of a log is"),
        ("PRIVATE+KEY+club+00000000+AAAA", "in which no key of a log is"),
        (SigningKey.fresh("club.example/w", WITNESS).written(), "in which no key of a log is"),
    ],
    ids=["no file", "empty", "too short", "a key of witnesses"],
)
def test_production_refuses_a_file_that_holds_no_key_and_repeats_none_of_it(
    text: str | None, says: str, tmp_path: Path, settings: Any
) -> None:
    file = tmp_path / "key"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    settings.PRODUCTION, settings.TUSAC_LOG_KEY = True, str(file)
    with pytest.raises(ImproperlyConfigured, match=says) as refused:
        refuse_unusable_keys()
    assert not text or text not in str(refused.value)


def test_a_spoilt_key_in_the_environment_is_refused_without_being_repeated(settings: Any) -> None:
    settings.TUSAC_LOG_KEY = spoilt = SigningKey.fresh().written()[:-6]
    with pytest.raises(
        ImproperlyConfigured, match="the text of TUSAC_LOG_KEY is not a key of a log"
    ) as refused:
        refuse_unusable_keys()
    assert spoilt not in str(refused.value)


def test_a_witness_that_is_none_is_refused(settings: Any) -> None:
    settings.TUSAC_LOG_WITNESSES = ["club.example/witness"]
    with pytest.raises(ImproperlyConfigured, match="TUSAC_LOG_WITNESSES"):
        refuse_unusable_keys()


def test_no_machine_of_production_makes_a_key_of_its_own(tmp_path: Path, settings: Any) -> None:
    settings.PRODUCTION = True
    settings.TUSAC_LOG_KEY = str(tmp_path / "log_key")
    with pytest.raises(NoKey):
        log_key(make=True)
    assert not (tmp_path / "log_key").exists()


def test_a_club_that_is_no_production_starts_without_one_and_not_with_one_that_it_cannot_read(
    tmp_path: Path, settings: Any
) -> None:
    settings.PRODUCTION, settings.TUSAC_LOG_KEY = False, str(tmp_path / "log_key")
    refuse_unusable_keys()
    (tmp_path / "log_key").mkdir()
    with pytest.raises(ImproperlyConfigured, match="Is a directory"):
        refuse_unusable_keys()
