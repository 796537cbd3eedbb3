"""Making a release: what is refused, what is written, and what is built and tried in a copy of the project."""

import importlib.util
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests.support.running_site import PROJECT
from tusac_site.version import __version__

_spec = importlib.util.spec_from_file_location("release", PROJECT / ".ci/release.py")
assert _spec is not None and _spec.loader is not None
making = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(making)

DAY = date(2027, 1, 31)
FACTS = "".join(f"- **{fact}**: none.\n" for fact in making.FACTS)
CHANGELOG = (
    f"# Changelog\n\n## Unreleased\n\n### Before you upgrade\n{FACTS}\n- More.\n\n## 0.9.0\n"
)


def test_versions_come_in_order():
    order = ["1.0.0.dev0", "1.0.0rc1", "1.0.0rc2", "1.0.0", "1.0.1", "1.10.0.dev0", "2.0.0"]
    assert sorted(set(order), key=making.order_of) == order


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "1.0.0-beta", "", "1.0.0.dev", "01"])
def test_what_is_no_version_is_refused(version):
    with pytest.raises(making.NotReleased, match=re.escape(repr(version))):
        making.order_of(version)


def test_a_version_is_named_once_and_goes_forward_only():
    text = (PROJECT / making.VERSION_FILE).read_text()
    assert making.versioned(text, "999.0.0").count('"999.0.0"') == 1
    for version in (__version__, "0.0.1"):
        with pytest.raises(making.NotReleased, match="does not come after"):
            making.versioned(text, version)


def test_the_changelog_is_closed_under_the_version_and_opened_for_what_comes():
    said = making.closed(CHANGELOG, "1.0.0", DAY)
    assert said.startswith("# Changelog\n\n## Unreleased\n\n## 1.0.0 (2027-01-31)\n\n### Before")
    assert said.endswith("- More.\n\n## 0.9.0\n")


@pytest.mark.parametrize(
    ("changelog", "why"),
    [
        ("# Changelog\n\n## Unreleased\n\n## 0.9.0\n\n- More.\n", "nothing under"),
        (
            "# Changelog\n\n## Unreleased\n\n- More.\n",
            "does not begin with '### Before you upgrade'",
        ),
        (CHANGELOG.replace("**Workers**", "**Others**"), "does not say: Workers"),
    ],
)
def test_a_changelog_without_what_administrators_must_know_makes_no_release(changelog, why):
    with pytest.raises(making.NotReleased, match=why):
        making.closed(changelog, "1.0.0", DAY)


def test_the_changelog_of_today_could_be_released():
    making.closed((PROJECT / making.CHANGELOG).read_text(), "999.0.0", DAY)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the project, committed, in which a release may be made."""
    copy = tmp_path / "project"
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, tracked.split("\0")):
        if (PROJECT / name).is_file() and not name.startswith("tests/"):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, copy / name)
    for name, value in (("NAME", "A"), ("EMAIL", "a@example.org")):
        for who in ("AUTHOR", "COMMITTER"):
            monkeypatch.setenv(f"GIT_{who}_{name}", value)
    monkeypatch.setattr(making, "ROOT", copy)
    git(copy, "init", "--quiet")
    git(copy, "add", "--all")
    git(copy, "commit", "--quiet", "--message", "All of it")
    return copy


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def test_what_is_built_is_committed_tagged_and_fits_its_sums(project, monkeypatch):
    real = making.run

    def run(*given, cwd=None):
        words = list(given)
        # What the wheel stands on is in this environment already; nothing is fetched.
        if "pip" in words:
            words = [*words[:-1], "--no-deps", "--no-index", words[-1]]
        if "venv" in words:
            words = [*words, "--system-site-packages"]
        return real(*words, cwd=cwd)

    monkeypatch.setattr(making, "run", run)
    monkeypatch.setattr(making, "_builder", str)  # an image takes the network
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE")
    monkeypatch.setenv(
        "PYTHONPATH",
        str(Path(sys.prefix, "lib", f"python3.{sys.version_info[1]}", "site-packages")),
    )
    out = making.release("999.0.0", DAY)
    assert {file.name for file in out.iterdir()} == {
        "SHA256SUMS", "tusac-999.0.0-py3-none-any.whl", "tusac-999.0.0.tar.gz", "verify_deals.py",
    }  # fmt: skip
    assert git(project, "describe", "--tags").strip() == "v999.0.0"
    assert git(project, "status", "--porcelain") == ""
    assert '__version__ = "999.0.0"' in git(project, "show", "v999.0.0:tusac_site/version.py")
    assert "## 999.0.0 (2027-01-31)" in git(project, "show", "v999.0.0:CHANGELOG.md")
    with pytest.raises(making.NotReleased, match="There is a tag"):
        making.release("999.0.0", DAY)


def test_a_release_that_does_not_work_leaves_all_as_it_was(project, monkeypatch):
    def fail(*_):
        raise making.NotReleased("The wheel calls itself 'Tusac 1'.")

    monkeypatch.setattr(making, "build", fail)
    with pytest.raises(making.NotReleased, match="calls itself"):
        making.release("999.0.0", DAY)
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "tag") == ""
    (project / "CHANGELOG.md").write_text("changed")
    with pytest.raises(making.NotReleased, match="not committed"):
        making.release("999.0.0", DAY)
