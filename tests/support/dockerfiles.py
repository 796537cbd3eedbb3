"""A Dockerfile's lines carried out in folders made of Debian's packages: needs root and debootstrap, and no Docker."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.support.container_image import copy_in

SUITES = {"12": "bookworm", "13": "trixie"}
"""Debian's releases by number."""
FROM = re.compile(r"debian:(\d+)\.\d+-slim")
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")


class Step(NamedTuple):
    """A line: its word, such as RUN, and what follows."""

    word: str
    said: str


class Image(NamedTuple):
    """What was built: its folder, and how its processes start."""

    root: Path
    env: dict[str, str]
    workdir: str
    user: str


def steps_of(text: str) -> list[Step]:
    """Return the lines of a Dockerfile, continued ones as one, without comments."""
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    lines = re.sub(r"\\\n\s*", "", plain).splitlines()
    return [Step(*line.split(maxsplit=1)) for line in lines if line.strip()]


def debian(suite: str, into: Path) -> None:
    """Make a folder that holds the least of a Debian, from where this machine has its packages."""
    mirror = re.search(
        r"^(?:URIs:|deb(?: \[.*\])?) (\S+/debian)/?(?: |$)",
        "\n".join(
            file.read_text()
            for file in (Path("/etc/apt/sources.list"), *Path("/etc/apt").glob("sources.list.d/*"))
            if file.is_file()
        ),
        re.M,
    )
    where = [mirror[1]] if mirror else []  # on another system debootstrap knows one
    carry_out(["debootstrap", "--variant=minbase", suite, str(into), *where])


def carry_out(command: list[str], **env: str) -> str:
    """Run a command to its end; return its output. Raises AssertionError with its last lines if it fails."""
    done = subprocess.run(
        command,
        env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout[-3000:]}"
    return done.stdout


def in_root(root: Path, line: str, env: dict[str, str], workdir: str, user: str = "root") -> str:
    """Carry a shell's line out inside such a folder, with this machine's way to the package indexes; its output."""
    for name in ("resolv.conf", "hosts"):
        shutil.copy(f"/etc/{name}", root / "etc" / name)
    reached = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    reached.pop("PIP_FIND_LINKS", None)
    if AUTHORITIES.exists():  # those that this machine trusts, while an index is asked
        (root / "run/authorities.crt").write_bytes(AUTHORITIES.read_bytes())
        reached["PIP_CERT"] = "/run/authorities.crt"
    there = f"cd {shlex.quote(workdir)} && {line}"
    try:
        return carry_out(
            ["chroot", f"--userspec={user}", str(root), "/bin/sh", "-c", there],
            **reached,
            DEBIAN_FRONTEND="noninteractive",
            HOME="/root",
            **env,
        )
    finally:
        (root / "run/authorities.crt").unlink(missing_ok=True)


def build(text: str, folder: Path, bases: dict[str, Path]) -> Image:
    """Carry out every line of a Dockerfile; return its last stage.

    Stages become folders of `folder`. `bases` holds Debians that were made already, by suite, and takes new ones.
    """
    stages: dict[str, Path] = {}
    image = Image(Path(), {}, "/", "root")
    for word, said in steps_of(text):
        if word == "FROM":
            image = Image(folder / str(len(stages)), {}, "/", "root")
            base, _as, name = said.partition(" AS ")
            found = FROM.fullmatch(base)
            assert found, f"{base} cannot be made of Debian's packages"
            suite = SUITES[found[1]]
            if suite not in bases:
                bases[suite] = folder / suite
                debian(suite, bases[suite])
            carry_out(["cp", "-a", str(bases[suite]), str(image.root)])
            stages[name or str(len(stages))] = image.root
        elif word == "RUN":
            in_root(image.root, said, image.env, image.workdir, image.user)
        elif word == "ENV":
            pairs = dict(pair.split("=", 1) for pair in shlex.split(said))
            image = image._replace(env=image.env | pairs)
        elif word == "WORKDIR":
            (image.root / said.lstrip("/")).mkdir(parents=True, exist_ok=True)
            image = image._replace(workdir=said)
        elif word == "USER":
            image = image._replace(user=said)
        elif word == "COPY":
            _copy(said, image, stages)
        else:
            raise AssertionError(f"{word} is not understood here")
    return image


def _copy(said: str, image: Image, stages: dict[str, Path]) -> None:
    *sources, target = said.split()
    into = image.root / (Path(image.workdir) / target).relative_to("/")
    if sources[0].startswith("--from="):
        origin, sources = stages[sources[0].removeprefix("--from=")], sources[1:]
        (source,) = sources
        carry_out(["cp", "-a", str(origin / source.lstrip("/")), str(into)])
        return
    for source in sources:
        copy_in(source, into)
