"""A club of containers starts: from what the Dockerfile copies alone, and as compose.yaml sets it up."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.apps import apps

from tests.support.container_image import (
    DOCKERFILE,
    build_image,
    copy_lines,
    ignore_patterns,
    ignored,
)
from tests.support.running_site import PROJECT
from tests.support.site_settings import production
from tusac_site import probes
from tusac_site.celery import app
from tusac_site.operations import club_keys
from tusac_site.operations.celery_classes import TouchingScheduler, sign_of_life

PIN = re.compile(r"[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)*")


def dockerfile() -> str:
    return DOCKERFILE.read_text(encoding="utf-8")


def services() -> dict[str, Any]:
    text = (PROJECT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def first_party() -> set[str]:
    """Return the top folder of each app of ours, and of each package that the arrows know."""
    ours = {
        Path(one.path).relative_to(PROJECT).parts[0]
        for one in apps.get_app_configs()
        if Path(one.path).is_relative_to(PROJECT) and ".venv" not in one.path
    }
    arrows = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    return ours | set(arrows["tool"]["importlinter"]["root_packages"])


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The working directory of the image, with nothing in it but what the Dockerfile copies."""
    folder = tmp_path_factory.mktemp("image")
    build_image(folder, dockerfile())
    return folder


def run(image: Path, var: Path, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=image,
        env={"PATH": os.environ["PATH"], "TUSAC_VAR": str(var), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_app_of_ours_is_in_the_image() -> None:
    copied = {source for sources, _target in copy_lines(dockerfile()) for source in sources}
    assert first_party() >= {"games", "tournaments", "replays", "notices", "tusac_site"}
    assert first_party() - copied == set()


def test_the_site_in_the_image_passes_the_checks_of_production(image: Path, tmp_path: Path) -> None:
    answer = run(image, tmp_path, "manage.py", "check", **production())
    assert answer.returncode == 0, answer.stderr


def test_the_preparation_in_the_image_makes_the_club_ready(image: Path, tmp_path: Path) -> None:
    answer = run(image, tmp_path, "-m", "tusac_site.local.prepare")
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "tusac.sqlite3").exists()
    assert (tmp_path / "static" / "staticfiles.json").exists()


def test_no_secret_data_or_history_gets_into_an_image() -> None:
    patterns = ignore_patterns()
    for path in (
        "deploy/tusac.env",
        "var/secret_key",
        "games/.env",
        "games/club.sqlite3.env",
        ".git/config",
        ".venv-3.11/bin/python",
        "tusac.sqlite3-wal",
        "games/__pycache__/apps.cpython-312.pyc",
    ):
        assert ignored(path, patterns), path
    for path in ("games/apps.py", "docs/rules.md", "manage.py", "requirements.txt"):
        assert not ignored(path, patterns), path


def test_the_images_are_pinned_to_a_full_version_and_run_as_nobodys_root() -> None:
    (base,) = {*re.findall(r"^FROM (\S+)", dockerfile(), flags=re.M)}
    assert re.fullmatch(r"debian:13\.\d+-slim", base)  # whose Python is 3.13
    foreign = [one["image"] for one in services().values() if one.get("image") != "tusac"]
    assert foreign and [one for one in foreign if not PIN.fullmatch(one)] == []
    assert re.findall(r"^USER (\S+)$", dockerfile(), flags=re.M)[-1] == "tusac"


def test_the_image_has_the_pg_dump_of_its_database_for_backups() -> None:
    (debian,) = {*re.findall(r"^FROM debian:(\d+)\.", dockerfile(), flags=re.M)}
    (client,) = re.findall(r"^ +&& apt-get install .* postgresql-client-(\d+) ", dockerfile(), re.M)
    (server,) = re.findall(r"^postgres:(\d+)\.", services()["db"]["image"])
    packaged = {"12": "15", "13": "17"}
    assert client == server == packaged[debian]


def test_every_container_has_a_read_only_file_system_and_a_log_that_is_rotated() -> None:
    for name, service in services().items():
        assert service["read_only"] is True, name
        assert service["logging"]["driver"] == "json-file", name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name


def test_every_container_that_stays_has_a_health_check_of_a_program_that_its_image_has() -> None:
    programs = {
        "tusac": {"python"},
        "postgres": {"pg_isready"},
        "valkey/valkey": {"valkey-cli"},
        "caddy": {"wget"},
    }
    for name, service in services().items():
        if service["restart"] == "no":
            continue  # its end is what the others wait for
        kind, program, *rest = service["healthcheck"]["test"]
        if kind == "CMD-SHELL":
            program = program.split()[0]
        assert program in programs[service["image"].partition(":")[0]], name
        if program == "python":
            assert rest[:2] == ["-m", "tusac_site.probes"] and rest[2] in probes.PROBES, name


def test_the_figures_of_a_container_are_counted_in_its_memory() -> None:
    ours = [
        one
        for one in services().values()
        if one["image"] == "tusac" and "tusac_site.operations.club_keys" not in one["command"]
    ]
    assert len(ours) >= 4
    for service in ours:
        folder = service["environment"]["PROMETHEUS_MULTIPROC_DIR"]
        assert folder in {mount.partition(":")[0] for mount in service["tmpfs"]}
        assert f"install -d -o tusac /var/lib/tusac /var/lib/tusac-signed {folder}" in dockerfile()


def test_beat_is_well_while_it_looks_for_what_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setenv("TUSAC_VAR", str(tmp_path))
    assert probes.main(["beat"]) == 1
    scheduler = TouchingScheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    monkeypatch.setattr(scheduler, "apply_async", lambda entry, **_: None)
    scheduler.tick()
    assert probes.main(["beat"]) == 0
    monkeypatch.setattr("time.time", lambda: 0.0)  # a clock that is set says nothing of beat
    assert probes.main(["beat"]) == 0
    looked = float(sign_of_life(tmp_path).read_text())
    for other in (looked - probes.LATEST_BEAT - 10, looked + 1000, "half"):
        sign_of_life(tmp_path).write_text(str(other))
        assert probes.main(["beat"]) == 1


def test_a_probe_that_there_is_not_says_so() -> None:
    assert probes.main([]) == probes.main(["database"]) == 2


def keys_in(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text().strip() for file in folder.iterdir()}


def test_keys_that_the_environment_had_are_taken_over_and_the_others_made(tmp_path: Path) -> None:
    had = {"SECRET_KEY": "s" * 60, "TUSAC_SITE": "https://club.example"}
    assert sorted(club_keys.make_missing(tmp_path, had)) == ["deal_key", "log_key", "secret_key"]
    found = keys_in(tmp_path)
    assert found["secret_key"] == "s" * 60
    assert (
        found["log_key"].startswith("PRIVATE+KEY+club.example/log+") and len(found["deal_key"]) > 32
    )
    assert club_keys.make_missing(tmp_path, {"SECRET_KEY": "another"}) == []
    assert keys_in(tmp_path) == found


@pytest.mark.parametrize(
    "lost", ["secret_key", "deal_key", "log_key", "all of a club that has signed"]
)
def test_lost_keys_are_never_replaced_by_new_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lost: str
) -> None:
    folder, signed = tmp_path / "keys", tmp_path / "signed"
    signed.mkdir()
    folder.mkdir()
    env = {"TUSAC_SITE": "https://club.example", "TUSAC_LOG_SIGNED": str(signed)}
    if lost.endswith("signed"):
        (signed / "log_key.signed").write_text("a note")
    else:
        assert club_keys.main([str(folder)], env) == 0
        (folder / lost).unlink()
    left = keys_in(folder)
    capsys.readouterr()
    assert club_keys.main([str(folder)], env) == 1
    assert "Put your copies back" in capsys.readouterr().err
    assert keys_in(folder) == left
