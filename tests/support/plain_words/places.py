"""Where each English message is used: the files that mark it, and whether it is a label there."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from django.utils.translation.template import templatize

from tests.support.running_site import PROJECT

_FOLDERS = ("games", "tournaments", "replays", "notices", "tusac_site")
_MARKED = re.compile(r"""gettext\(\s*u?(?P<said>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
_LABEL = re.compile(
    r"<(?P<tag>label|button|th|h[1-3]|legend|summary|a(?=[^>]*class=\"button))\b[^>]*>(?P<inside>.*?)</(?P=tag)>",
    re.DOTALL,
)
"""What stands for itself on a page: a field's name, a button, a heading."""
_FIELDS = ("label", "verbose_name")


def _messages(template: str) -> list[str]:
    """Return the messages that a template, or a part of one, marks; of two forms the first."""
    return [ast.literal_eval(found["said"]) for found in _MARKED.finditer(templatize(template))]


class Places:
    """The templates and modules in which messages are marked."""

    def __init__(self) -> None:
        self.files: dict[str, set[str]] = defaultdict(set)
        self.labels: set[str] = set()
        for path in sorted((PROJECT / "templates").rglob("*.html")):
            self._read_template(path)
        for folder in _FOLDERS:
            for path in sorted((PROJECT / folder).rglob("*.py")):
                self._read_module(path)

    def _read_template(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        for message in _messages(text):
            self.files[message].add(str(path.relative_to(PROJECT)))
        for found in _LABEL.finditer(text):
            messages = _messages(found["inside"])
            self.labels.update(messages[:1] if found["tag"] == "label" else messages)

    def _read_module(self, path: Path) -> None:
        where = str(path.relative_to(PROJECT))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.files[node.value].add(where)
            elif isinstance(node, ast.keyword) and node.arg in _FIELDS:
                texts = (part for part in ast.walk(node.value) if isinstance(part, ast.Constant))
                self.labels.update(part.value for part in texts if isinstance(part.value, str))
