#!/usr/bin/env python3
"""Make a release: `make release VERSION=1.0.0`. docs/releasing.md says what is done before and after.

Writes the version and the changelog, builds into dist/VERSION what is given to others, and tries it in an empty
folder. Nothing is published, committed only when all of it worked, and a tag set only then.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION_FILE = Path("tusac_site/version.py")
CHANGELOG = Path("CHANGELOG.md")
UNRELEASED = "## Unreleased\n"
ADMINISTRATORS = "### Before you upgrade\n"
FACTS = ("Downtime", "Migrations", "Workers", "The way back")
"""What an administrator must know first, each a line of the changelog that begins with it."""
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:(\.dev|rc)(\d+))?")
_ASSIGNED = re.compile(r'^__version__ = "(.*)"$', re.M)


class NotReleased(Exception):
    """Why no release was made, in a sentence for who makes it."""


def order_of(version: str) -> tuple[int, ...]:
    """Return what versions are compared by: a development version lies before a candidate, and both before the release.

    Raises NotReleased for what is no semantic version with at most `.devN` or `rcN` behind it.
    """
    found = _VERSION.fullmatch(version)
    if not found:
        raise NotReleased(f"{version!r} is no version like 1.4.0 or 1.4.0rc1.")
    *numbers, kind, count = found.groups()
    return (*map(int, numbers), {".dev": 0, "rc": 1, None: 2}[kind], int(count or 0))


def versioned(text: str, version: str) -> str:
    """Return version.py with another version, which must come after the one that it has. Raises NotReleased."""
    now = _ASSIGNED.search(text)
    if not now:
        raise NotReleased(f"{VERSION_FILE} names no version.")
    if order_of(version) <= order_of(now[1]):
        raise NotReleased(f"{version} does not come after {now[1]}, which {VERSION_FILE} names.")
    return _ASSIGNED.sub(f'__version__ = "{version}"', text, count=1)


def closed(changelog: str, version: str, day: date) -> str:
    """Return the changelog with what was unreleased under this version, and an empty section for what comes.

    Raises NotReleased if nothing is unreleased, or it does not say first what administrators must know.
    """
    before, found, rest = changelog.partition(UNRELEASED)
    section = re.split(r"^## ", rest, maxsplit=1, flags=re.M)[0]
    if not found or not section.strip():
        raise NotReleased(f"{CHANGELOG} has nothing under {UNRELEASED.strip()!r}.")
    told = section.lstrip()
    if not told.startswith(ADMINISTRATORS):
        raise NotReleased(f"{CHANGELOG} does not begin with {ADMINISTRATORS.strip()!r}.")
    missing = [fact for fact in FACTS if f"\n- **{fact}**: " not in told]
    if missing:
        raise NotReleased(f"{CHANGELOG} does not say: {', '.join(missing)}.")
    return f"{before}{UNRELEASED}\n## {version} ({day:%Y-%m-%d})\n{rest}"


def run(*words: str | Path, cwd: Path | None = None) -> str:
    """Return what a command says. Raises NotReleased with its last lines if it fails."""
    done = subprocess.run([*map(str, words)], cwd=cwd or ROOT, capture_output=True, text=True)
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise NotReleased(f"{' '.join(map(str, words))} failed:\n{said}")
    return done.stdout


def build(version: str, out: Path, tree: str) -> None:
    """Write what is given to others into an empty folder: wheel, source archive, verifier, sums; `tree` is git's.

    The image is built too where there is Docker or Podman, and stays in their store.
    """
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out)
    source = f"tusac-{version}"
    run(
        "git",
        "archive",
        "--format=tar.gz",
        f"--prefix={source}/",
        "-o",
        out / f"{source}.tar.gz",
        tree,
    )
    verifier = "import games.verifier as v; print(v.source(), end='')"
    (out / "verify_deals.py").write_text(run(sys.executable, "-c", verifier), encoding="utf-8")
    if program := _builder():
        run(program, "build", "-f", "deploy/Dockerfile", "-t", f"tusac:{version}", ".")
    else:
        print("No image: neither Docker nor Podman runs here.")
    sums = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(out.iterdir())
    ]
    (out / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def _builder() -> str:
    """Return the program that builds images here, or nothing; one whose daemon does not run builds none."""
    for name in ("docker", "podman"):
        program = shutil.which(name)
        if program and not subprocess.run([program, "info"], capture_output=True).returncode:
            return program
    return ""


def check(version: str, out: Path) -> None:
    """Try in an empty folder, without the project, what was built. Raises NotReleased with what does not work."""
    run("sha256sum", "--check", "SHA256SUMS", cwd=out)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        run(sys.executable, "-m", "venv", home / "env")
        bin_ = home / "env" / "bin"
        (wheel,) = out.glob("*.whl")
        run(
            bin_ / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel
        )
        said = run(bin_ / "tusac", "--version", cwd=home).strip()
        if said != f"Tusac {version}":
            raise NotReleased(f"The wheel calls itself {said!r}.")
        records = home / "deals.jsonl"
        run(bin_ / "tusac", "manage", "simulate", "--deals", "20", "--records", records, cwd=home)
        run(sys.executable, "-I", out / "verify_deals.py", records, cwd=home)
        run("tar", "-xzf", out / f"tusac-{version}.tar.gz", cwd=home)
        said = run("make", "help", cwd=home / f"tusac-{version}")
        if "make run" not in said:
            raise NotReleased("The source archive has no `make run`.")


@contextmanager
def kept(*files: Path) -> Iterator[None]:
    """Put files and git's index back as they were if what is done meanwhile does not end well, or is interrupted."""
    before = {file: file.read_bytes() for file in files}
    try:
        yield
    except BaseException:  # Ctrl-C too; raised again
        for file, held in before.items():
            file.write_bytes(held)
        run("git", "reset", "--quiet")
        raise


def release(version: str, day: date) -> Path:
    """Make the release and return the folder of its files. Raises NotReleased, and then nothing has changed."""
    if run("git", "status", "--porcelain"):
        raise NotReleased(
            "Files are changed that are not committed. Commit them, or put them back."
        )
    if run("git", "tag", "--list", f"v{version}"):
        raise NotReleased(f"There is a tag v{version} already.")
    number, changes = ROOT / VERSION_FILE, ROOT / CHANGELOG
    out = ROOT / "dist" / version
    with kept(number, changes):
        number.write_text(versioned(number.read_text("utf-8"), version), "utf-8")
        changes.write_text(closed(changes.read_text("utf-8"), version, day), "utf-8")
        run("git", "add", VERSION_FILE, CHANGELOG)
        build(version, out, run("git", "write-tree").strip())
        check(version, out)
        run("git", "commit", "--quiet", "--message", f"Release {version}")
    run("git", "tag", "--annotate", "--message", f"Tusac {version}", f"v{version}")
    return out


def main() -> None:
    """Make the release that the command line names. Exits with a sentence if there is none."""
    parser = ArgumentParser(description="Make a release of Tusac; docs/releasing.md says how.")
    parser.add_argument("version", help="its number, such as 1.0.0 or 1.1.0rc1")
    try:
        out = release(parser.parse_args().version, datetime.now(UTC).date())
    except NotReleased as why:
        sys.exit(f"No release was made. {why}")
    print(f"Made and tried: {', '.join(sorted(file.name for file in out.iterdir()))} in {out}")
    print("Committed and tagged here, and nowhere else: docs/releasing.md says how to publish it.")


if __name__ == "__main__":
    main()
