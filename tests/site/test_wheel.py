"""The wheel: all of the club in one file, started by `tusac` in an empty folder, without the project beside it."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.faults.evening import Member
from tests.support.running_site import PROJECT, RunningSite
from tusac_site.version import __version__


class Installed(RunningSite):
    """A club of the wheel installed in `packages`, for which the project is not there."""

    def __init__(self, home: Path, packages: Path) -> None:
        super().__init__(home, new=True)
        self.tusac = str(packages / "bin" / "tusac")
        self.folder = home
        self.command = (self.tusac, "run")
        del self.env["TUSAC_VAR"]
        self.env |= {"PYTHONPATH": str(packages), "TUSAC_BOT_PAUSE": "0.14"}

    def tell(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `tusac …` to its end."""
        return subprocess.run(
            [self.tusac, *words], cwd=self.folder, env=self.env, capture_output=True, text=True
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=PROJECT, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """What it becomes where somebody installs it. What it stands on is there already, as the environment has it."""
    packages = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, "--target", str(packages), str(wheel)], check=True)
    club = Installed(tmp_path_factory.mktemp("empty"), packages)
    yield club
    assert club.stop() in (0, None)


def test_it_holds_pages_words_and_rulebooks_and_neither_tests_nor_sources_of_words(
    wheel: Path,
) -> None:
    assert wheel.name == f"tusac-{__version__}-py3-none-any.whl"
    inside = set(zipfile.ZipFile(wheel).namelist())
    texts = "tusac_site/shipped/"
    assert {path.partition("/")[0] for path in inside} == {
        "games", "tournaments", "replays", "notices", "tusac_site",
        f"tusac-{__version__}.dist-info",
    }  # fmt: skip
    for file in (PROJECT / "templates").rglob("*.*"):
        assert texts + file.relative_to(PROJECT).as_posix() in inside
    assert texts + "docs/rules.ja.md" in inside and texts + "docs/guides/member.vi.md" in inside
    assert "tusac_site/locale/fr/LC_MESSAGES/django.mo" in inside
    assert not [path for path in inside if path.endswith((".po", ".pyc")) or "/decisions/" in path]


def test_it_says_on_what_it_runs(wheel: Path) -> None:
    said = zipfile.ZipFile(wheel).read(f"tusac-{__version__}.dist-info/METADATA").decode()
    assert "\nRequires-Python: >=3.11\n" in said
    for line in (PROJECT / "requirements.in").read_text().splitlines():
        if line and not line.startswith("#"):
            assert line.partition(">")[0].partition("<")[0] in said, line


def test_from_an_empty_folder_to_a_whole_deal(installed: Installed) -> None:
    installed.start()
    assert f"The club's data is in {installed.folder / 'var'}" in installed.console()
    lan = Member(installed, "lan")
    deal_id = lan.deal_at_new_table()
    lan.play(deal_id)
    assert installed.get(f"/replays/{deal_id}/")[0] == 200
    for page in ("/", "/rules/", "/fairness/"):
        assert "<h1" in installed.get(page)[1]
    assert __version__ in installed.get("/readyz")[1]
    saved = installed.tell("backup", "saved.zip")
    assert saved.returncode == 0 and (installed.folder / "saved.zip").exists(), saved.stderr
    assert installed.tell("manage", "verify_log").returncode == 0


def test_its_command_says_its_version_and_what_it_can_do(installed: Installed) -> None:
    assert installed.tell("--version").stdout == f"Tusac {__version__}\n"
    assert "backup" in installed.tell("--help").stdout
    asked = installed.tell("play")
    assert asked.returncode == 2 and "'play'" in asked.stderr
    refused = installed.tell("run", "--port", "99999")
    assert refused.returncode == 2
    assert "PORT must be a number from 1 to 65535, not '99999'." in refused.stdout


def test_on_windows_it_says_what_works_before_anything_fails() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import sys; sys.platform = 'win32'; import tusac_site.local.cli"],
        cwd=PROJECT, env=dict(os.environ), capture_output=True, text=True,
    )  # fmt: skip
    assert said.returncode == 1
    assert said.stderr.startswith("Tusac runs on Linux and macOS. On Windows, install Ubuntu")
