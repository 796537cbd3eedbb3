"""How a link to a replay asks to look: at which step, with whose eyes, stepping by what, in which language."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils import translation

from games.errors import Refused
from games.web.requests import HtmxHttpRequest, whole
from replays.presenters.view_options import By, ViewOptions
from replays.queries.replay import OPEN, PUBLIC

_VERSION = re.compile(r"[0-9]{1,6}")


def speak(request: HtmxHttpRequest) -> None:
    """Answer in the language that the link asks for, if it asks for one that there is."""
    language = request.GET.get("lang", "")
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()


def view_options_of(request: HtmxHttpRequest, seats: int) -> ViewOptions:
    """How the link asks to look. Raises Refused("replay.step") where it asks for what there is not."""
    language = request.GET.get("lang", "")
    return ViewOptions(
        perspective_of(request.GET.get("as", OPEN), seats),
        _by(request.GET.get("by", By.MOVE)),
        language if language in dict(settings.LANGUAGES) else "",
        whole(request.GET["review"], "replay.step") if "review" in request.GET else 0,
    )


def perspective_of(said: str, seats: int) -> str:
    """Whose eyes these are at a table of so many seats. Raises Refused("replay.step") for nobody's."""
    if said not in (OPEN, PUBLIC, *map(str, range(seats))):
        raise Refused("replay.step")
    return said


def _by(said: str) -> By:
    if said not in list(By):
        raise Refused("replay.step")
    return By(said)


def version_of(text: str | None) -> int | None:
    """The step that is asked for, None for none. Raises Refused("replay.step") for what is no number."""
    if text is None:
        return None
    if not _VERSION.fullmatch(text):
        raise Refused("replay.step")
    return int(text)
