"""Writes the configuration file of the proxy, Caddy, with the name and address of each club."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tusac_site.local.clubs.folder import BadClub, Clubs
from tusac_site.local.embedded import write_private

FILE: Final = "Caddyfile"
RELOAD: Final = "TUSAC_CLUBS_RELOAD"
"""The variable with the command that has the proxy read its file again."""
_HEAD: Final = Path(__file__).with_name(FILE)


def written(clubs: Clubs) -> tuple[str, list[BadClub]]:
    """Return the proxy's file for all clubs that could start, and the faults of the others."""
    text, left_out = _HEAD.read_text(encoding="utf-8"), []
    for club in clubs.all():
        try:
            said = clubs.environment(club)
        except BadClub as error:
            left_out.append(error)
            continue
        host = urlsplit(said["TUSAC_SITE"]).netloc
        text += (
            f"\n{host} {{\n\timport tusac_club\n"
            f"\treverse_proxy 127.0.0.1:{said['PORT']} {{\n\t\timport tusac_process\n\t}}\n}}\n"
        )
    return text, left_out


def write(clubs: Clubs) -> str:
    """Write the proxy's file and have it loaded; return sentences on what remains to be done, empty if nothing."""
    place = clubs.path / FILE
    fresh = clubs.path / f".{FILE}"
    text, left_out = written(clubs)
    write_private(fresh, text)
    fresh.chmod(0o644)  # the proxy is another user's, and there are no secrets in it
    fresh.replace(place)
    left = [f"{place} leaves out a club: {error}" for error in left_out]
    return "\n".join(filter(None, [*left, _reload(place)]))


def _reload(place: Path) -> str:
    if command := os.environ.get(RELOAD, "").strip():
        done = subprocess.run(shlex.split(command), check=False)  # the administrator's own command
        return (
            "" if done.returncode == 0 else f"The proxy did not take {place}: {command} has failed."
        )
    return f"Now have the proxy read {place} again, as with: systemctl reload caddy"
