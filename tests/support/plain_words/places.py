"""Where each English message is used: the files that mark it, and whether it is a label there."""

from __future__ import annotations

from collections import defaultdict

from games.management import places
from tests.support.running_site import PROJECT

_LABELS = (
    "button",
    "heading",
    "label of a field",
    "name of a field",
    "title of a group of fields",
    "what opens hidden text",
)
"""How the kinds of places begin where a message stands for itself."""


class Places:
    """The templates and modules in which messages are marked."""

    def __init__(self) -> None:
        self.files: dict[str, set[str]] = defaultdict(set)
        self.labels: set[str] = set()
        for message, kinds in places.Places(PROJECT).kinds.items():
            for kind, files in kinds.items():
                self.files[message.english].update(files)
                if kind.startswith(_LABELS):
                    self.labels.add(message.english)
