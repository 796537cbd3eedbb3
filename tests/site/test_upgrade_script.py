"""`deploy/upgrade.sh` replaces one process after another, and stops where one does not answer."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.running_site import PROJECT

UNITS = "tusac-web@8001.service loaded active\ntusac-web@8002.service loaded active\n"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine whose systemd and web processes only write down what they are asked."""
    (tmp_path / "bin").mkdir()
    for name, says in {
        "systemd-run": "echo migrate >>$LOG; exit ${MIGRATION:-0}",
        "systemctl": f'if [ "$1" = list-units ]; then printf "{UNITS!r}" | tr -d "\'"; else echo "$1 $2" >>$LOG; fi',
        "curl": 'for last; do :; done; echo "ask $last" >>$LOG; [ "$last" != "$DEAD" ]',
        "sleep": "exit 0",
    }.items():
        file = tmp_path / "bin" / name
        file.write_text(f"#!/bin/sh\n{says}\n")
        file.chmod(0o755)
    for version in ("1.0.0", "1.1.0"):
        python = tmp_path / version / ".venv/bin/python"
        python.parent.mkdir(parents=True)
        python.symlink_to("/bin/true")
    (tmp_path / "tusac").symlink_to(tmp_path / "1.0.0")
    return tmp_path


def upgrade(machine: Path, version: str = "1.1.0", **said: str) -> tuple[int, str, list[str]]:
    log = machine / "log"
    log.write_text("")
    env = {
        "PATH": f"{machine / 'bin'}:{os.environ['PATH']}",
        "LOG": str(log),
        "DEAD": "",
        "TUSAC_HOME": str(machine / "tusac"),
        "TUSAC_TRIES": "3",
    }
    script = ["sh", str(PROJECT / "deploy/upgrade.sh"), str(machine / version)]
    done = subprocess.run(script, env=env | said, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr, log.read_text().splitlines()


def runs(machine: Path) -> str:
    return (machine / "tusac").resolve().name


def test_it_migrates_and_then_replaces_one_after_another(machine: Path) -> None:
    status, said, asked = upgrade(machine)
    assert status == 0, said
    assert asked == [
        "migrate",
        "try-restart tusac-worker",
        "try-restart tusac-worker-later",
        "try-restart tusac-beat",
        "restart tusac-web@8001.service",
        "ask http://127.0.0.1:8001/healthz",
        "restart tusac-web@8002.service",
        "ask http://127.0.0.1:8002/healthz",
    ]
    assert runs(machine) == "1.1.0"


def test_a_migration_that_fails_leaves_all_as_it_was(machine: Path) -> None:
    status, _, asked = upgrade(machine, MIGRATION="1")
    assert status == 1 and asked == ["migrate"] and runs(machine) == "1.0.0"


def test_a_process_that_does_not_answer_keeps_the_others_from_being_replaced(machine: Path) -> None:
    status, said, asked = upgrade(machine, DEAD="http://127.0.0.1:8001/healthz")
    assert status == 1 and "journalctl -u tusac-web@8001.service" in said
    assert "restart tusac-web@8002.service" not in asked
    assert runs(machine) == "1.0.0"


def test_the_way_back_is_the_same(machine: Path) -> None:
    upgrade(machine)
    assert upgrade(machine, "1.0.0")[0] == 0 and runs(machine) == "1.0.0"


@pytest.mark.parametrize("missing", ["1.1.0/.venv/bin/python", "tusac"])
def test_what_is_not_ready_is_refused_in_words(machine: Path, missing: str) -> None:
    (machine / missing).unlink()
    if missing == "tusac":
        (machine / missing).mkdir()
    status, said, asked = upgrade(machine)
    assert status == 1 and "see deploy/README.md" in said and asked == []
