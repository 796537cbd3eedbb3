"""A container's image built from its Dockerfile's COPY lines in a folder: needs no Docker."""

import re
import shutil
from pathlib import Path

from tests.support.running_site import PROJECT

DOCKERFILE = PROJECT / "deploy" / "Dockerfile"


def copy_lines(dockerfile: str) -> list[tuple[list[str], str]]:
    """Return sources and target of each COPY out of the project into the last stage, in order."""
    found: list[tuple[list[str], str]] = []
    for line in dockerfile.splitlines():
        words = line.split()
        if words[:1] == ["FROM"]:
            found.clear()
        elif words[:1] == ["COPY"] and not words[1].startswith("--from="):
            assert not any(word.startswith(("--", "[")) for word in words), line
            found.append((words[1:-1], words[-1]))
    return found


def ignored(path: str, patterns: list[str]) -> bool:
    """Return whether .dockerignore excludes this path of the project, itself or by folder."""
    parts = path.split("/")
    heads = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    return any(re.fullmatch(_expression(one), head) for one in patterns for head in heads)


def _expression(pattern: str) -> str:
    assert not pattern.startswith("!"), "exceptions are not understood here"
    translated = re.escape(pattern.strip("/"))
    translated = translated.replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return translated.replace(r"\[", "[").replace(r"\]", "]")


def ignore_patterns() -> list[str]:
    """Return what .dockerignore names."""
    lines = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def copy_in(source: str, place: Path) -> None:
    """Copy a file or folder of the project as COPY does: without what .dockerignore excludes."""
    patterns = ignore_patterns()

    def kept_back(folder: str, names: list[str]) -> set[str]:
        inside = Path(folder).relative_to(PROJECT)
        return {name for name in names if ignored((inside / name).as_posix(), patterns)}

    assert not ignored(source, patterns), f"{source} is copied and ignored"
    if (PROJECT / source).is_dir():
        shutil.copytree(PROJECT / source, place, ignore=kept_back, dirs_exist_ok=True)
    else:
        shutil.copy2(PROJECT / source, place)


def build_image(into: Path, dockerfile: str) -> None:
    """Copy into an empty folder what the Dockerfile copies into the image's working directory."""
    for sources, target in copy_lines(dockerfile):
        for source in sources:
            copy_in(source, into / target)
