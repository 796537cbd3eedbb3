"""Finds out where each message is shown, from templates and modules, to tell translators of short messages."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from games.common.django_internals import gettext_calls

FOLDERS = ("games", "tournaments", "replays", "notices", "tusac_site")
SHORT = 2
"""A message of so many words says too little by itself."""
_SHOWN = 3
"""So many files are named of each kind of place."""


class Message(NamedTuple):
    """A translatable message, identified as gettext does."""

    context: str
    english: str

    @property
    def is_short(self) -> bool:
        """Return whether translators must be told where the message is shown.

        This is so if it has at most `SHORT` words and no context.
        """
        return not self.context and len(self.english.split()) <= SHORT


class Places:
    """The kinds of places in which messages are shown, with the files. Creating it reads the whole project."""

    def __init__(self, project: Path) -> None:
        self.kinds: dict[Message, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        """The files in which each message stands, by the kind of its place."""
        pages = {
            path.relative_to(project).as_posix(): _Page(path.read_text(encoding="utf-8"))
            for path in sorted((project / "templates").rglob("*.html"))
        }
        for name, page in pages.items():
            for message, kind in page.messages:
                self.kinds[message][kind].add(name)
            for message, variable, given_to in page.named:
                readers = [given_to] if given_to else [name, *page.included]
                uses = [one for reader in readers if reader in pages for one in pages[reader].uses]
                for kind in {kind for used, kind in uses if used == variable} or {_TEXT}:
                    self.kinds[message][kind].add(name)
        for folder in FOLDERS:
            for path in sorted((project / folder).rglob("*.py")):
                name = path.relative_to(project).as_posix()
                for message, kind in _in_module(ast.parse(path.read_text(encoding="utf-8"))):
                    is_of_api = "/api/" in name and kind == _KEYWORDS["help_text"]
                    self.kinds[message][_IN_API if is_of_api else kind].add(name)

    def comment(self, message: Message) -> list[str]:
        """Return comment lines that say where a message appears, most frequent kind of place first."""
        kinds = sorted(self.kinds[message].items(), key=lambda row: (-len(row[1]), row[0]))
        return [f"{kind}: {_files(sorted(files))}" for kind, files in kinds]


def _files(names: list[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(name.removeprefix("templates/") for name in names[:_SHOWN]) + (
        f" and {more} more" if more > 0 else ""
    )


def annotated(catalogue: str, places: Places) -> str:
    """Return the text of a .pot file with the places of its short messages as extracted comments."""
    parts = re.split(r"\n{2,}", catalogue)
    return "\n\n".join("".join(_comments(part, places)) + part for part in parts)


def _comments(part: str, places: Places) -> Iterator[str]:
    found = re.search(rf"^msgid ({_LITERAL})$", part, re.MULTILINE)
    if found and not re.search(r"^msgctxt ", part, re.MULTILINE):
        message = Message("", ast.literal_eval(found[1]))
        if message.english and message.is_short:
            yield from (f"#. {line}\n" for line in places.comment(message))


# --- templates -------------------------------------------------------------------------------------

_LITERAL = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_TAG = re.compile(
    r"{%\s*blocktrans(?:late)?\b.*?%}.*?{%\s*endblocktrans(?:late)?\s*%}"
    r"|{%\s*comment\b.*?{%\s*endcomment\s*%}|{%.*?%}|{{.*?}}|{#.*?#}",
    re.DOTALL,
)
_MARKED = re.compile(
    rf"(?P<call>n?p?gettext|_)\(\s*u?(?P<first>{_LITERAL})(?:\s*,\s*u?(?P<second>{_LITERAL}))?"
)
_BLOCK = re.compile(r"{%\s*(?P<end>end)?(?:block|partialdef)\b\s*(?P<name>\w*)")
_AS = re.compile(r"\bas (\w+)\s*%}")
_GIVEN = re.compile(rf"(\w+)=_\(({_LITERAL})\)")
_INCLUDED = re.compile(r"{%\s*\w+\s+[\"']([\w/]+\.html)")
_VARIABLE = re.compile(r"{{\s*(\w+)\s*(?:\||}})")
_MARK = re.compile("\ue000(\\d+)\ue001")
_VOID = frozenset(["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"])
_TEXT = "in a text"
_TAGS = {
    "button": "button",
    "summary": "what opens hidden text",
    "caption": "title of a table",
    "legend": "title of a group of fields",
    "label": "label of a field",
    "option": "option of a choice",
    "title": "title of a page",
    "dt": "name of a value",
    "dd": "a value",
    "td": "cell of a table",
    "li": "item of a list",
    "small": "small text",
    "figcaption": "under a picture",
    "a": "link",
} | {f"h{level}": "heading" for level in range(1, 7)}
_ATTRIBUTES = {
    "aria-label": "read aloud by screen readers",
    "aria-description": "read aloud by screen readers",
    "alt": "said of a picture",
    "title": "shown when pointed at",
    "placeholder": "in an empty field",
    "content": "for search engines and messengers",
    "data-label": "heading of a column",
}


def _marked(tag: str) -> Iterator[Message]:
    """Yield the messages that a template tag marks for translation; of singular and plural only the singular."""
    for found in _MARKED.finditer(gettext_calls(tag)):
        context = ast.literal_eval(found["first"]) if "p" in found["call"] else ""
        yield Message(context, ast.literal_eval(found["second" if context else "first"]))


class _Page(HTMLParser):
    """The messages of a template, each with the kind of its place. Django's tags are parsed as HTML elements."""

    def __init__(self, template: str) -> None:
        super().__init__()
        self.messages: list[tuple[Message, str]] = []
        self.uses: list[tuple[str, str]] = []
        self.named: list[tuple[Message, str, str]] = []
        """Messages under the name of a variable, and the template that it is given to, if it is one."""
        self.included: list[str] = []
        self._marks: list[Message | str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(_TAG.sub(self._mark, template))
        self.close()

    def _mark(self, found: re.Match[str]) -> str:
        tag = found[0]
        if block := _BLOCK.match(tag):
            return "</tpl>" if block["end"] else f'<tpl name="{block["name"]}">'
        if variable := _VARIABLE.match(tag):
            return self._marked_by(variable[1])
        included = _INCLUDED.match(tag)
        given_to = f"templates/{included[1]}" if included else ""
        self.included += [given_to] if included else []
        given = {ast.literal_eval(text): name for name, text in _GIVEN.findall(tag)}
        named = _AS.search(tag)
        marks = ""
        for message in _marked(tag) if "trans" in tag or "_(" in tag else ():
            if variable_name := given.get(message.english) or (named[1] if named else ""):
                self.named.append((message, variable_name, given_to))
            else:
                marks += self._marked_by(message)
        return marks

    def _marked_by(self, found: Message | str) -> str:
        self._marks.append(found)
        return f"\ue000{len(self._marks) - 1}\ue001"

    def _found(self, text: str, kind: str) -> None:
        for number in _MARK.findall(text):
            marked = self._marks[int(number)]
            if isinstance(marked, str):
                self.uses.append((marked, kind))
            else:
                self.messages.append((marked, kind))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the messages in the attributes, and remember the element that is now open."""
        values = {name: value or "" for name, value in attrs}
        for name, value in values.items():
            kind = "button" if tag in ("input", "button") and name == "value" else ""
            self._found(value, kind or _ATTRIBUTES.get(name) or f"in the attribute {name}")
        if tag not in _VOID:
            self._open.append((tag, self._kind(tag, values)))

    def _kind(self, tag: str, values: dict[str, str]) -> str:
        if tag == "tpl":
            return _TAGS["title"] if values.get("name") == "title" else ""
        if tag == "th":
            return "heading of a row" if values.get("scope") == "row" else "heading of a column"
        if tag == "a" and "button" in values.get("class", "").split():
            return "button"
        if tag == "a" and any(name == "nav" for name, _kind in self._open):
            return "link in a navigation"
        if "visually-hidden" in values.get("class", ""):
            return _ATTRIBUTES["aria-label"]
        return _TAGS.get(tag, "")

    def handle_endtag(self, tag: str) -> None:
        """Close the element, and any that were left open inside it."""
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] == tag:
                del self._open[index:]
                return

    def handle_data(self, data: str) -> None:
        """Record the messages of a text under the nearest open element that gives a kind."""
        if not _MARK.search(data):
            return
        for index in range(len(self._open) - 1, -1, -1):
            tag, kind = self._open[index]
            if kind:
                self._found(data, kind)
                if kind == _TAGS["label"]:  # what follows in it explains
                    self._open[index] = tag, _KEYWORDS["help_text"]
                return
        self._found(data, _TEXT)


# --- modules ---------------------------------------------------------------------------------------

_CALL = re.compile(r"_|n?p?gettext(?:_lazy|_noop)?|Refusal")
_KEYWORDS = {
    "label": "label of a field",
    "verbose_name": "name of a field",
    "verbose_name_plural": "name of several records",
    "help_text": "under a field",
    "help": "said of a command",
    "choices": "option of a choice",
    "error_messages": "said of a field that is wrong",
}
_OF_RECORDS = ("verbose_name", "verbose_name_plural")
_IN_API = "said of a part of the API"
_Parents = list[ast.AST]


def _in_module(tree: ast.Module) -> Iterator[tuple[Message, str]]:
    """Yield the messages of a module, each with the kind of its place."""
    waiting: list[tuple[ast.AST, _Parents]] = [(tree, [])]
    while waiting:
        node, parents = waiting.pop()
        if isinstance(node, ast.Call) and (message := _called(node)):
            yield message, _kind_in([*parents, node])
        waiting += [(child, [*parents, node]) for child in ast.iter_child_nodes(node)]


def _called(call: ast.Call) -> Message | None:
    name = getattr(call.func, "id", "")
    texts = [one.value for one in call.args[:2] if isinstance(one, ast.Constant)]
    if not _CALL.fullmatch(name) or not texts:
        return None
    if "pgettext" in name:
        return Message(str(texts[0]), str(texts[-1]))
    return Message("", str(texts[0]))


def _kind_in(parents: _Parents) -> str:
    """Return the kind of a message's place, from the innermost code around it that gives one."""
    for index in range(len(parents) - 2, -1, -1):
        node, inside = parents[index], parents[index + 1]
        if isinstance(node, ast.keyword) and node.arg in _KEYWORDS:
            return _KEYWORDS[node.arg] + (_of_class(parents) if node.arg in _OF_RECORDS else "")
        called = node.func if isinstance(node, ast.Call) and inside in node.args else node
        if _name(called).endswith("Field"):
            return _KEYWORDS["verbose_name"] + _of_class(parents)
        if isinstance(node, ast.Assign) and (name := _name(node.targets[0])) in _OF_RECORDS:
            kind = "name of a record" if name == "verbose_name" else _KEYWORDS[name]
            return kind + _of_class(parents)
        bases = node.bases if isinstance(node, ast.ClassDef) else []
        if any(_name(base).endswith("Choices") for base in bases):
            return "option of a choice" + _of_class(parents)
    return _said_by(parents)


def _said_by(parents: _Parents) -> str:
    """Return the function, class or constant that contains a message, with the first line of its docstring."""
    about = ""
    for index in range(len(parents) - 1, -1, -1):
        node = parents[index]
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            about = about or f"in {node.name}"
            if words := ast.get_docstring(node):
                return _with_words(about, words)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(around := parents[index - 1], ast.Module | ast.ClassDef):
                about = about or f"in {_name(target)}"
                after = around.body[around.body.index(node) + 1 :][:1]
                if after and (words := _text_of(after[0])):
                    return _with_words(about, words)
        elif isinstance(node, ast.Module):
            return _with_words(about or _TEXT, ast.get_docstring(node) or "")
    return about


def _text_of(statement: ast.stmt) -> str:
    value = statement.value if isinstance(statement, ast.Expr) else None
    return str(value.value) if isinstance(value, ast.Constant) else ""


def _with_words(about: str, words: str) -> str:
    return (
        f"{about} ({re.split(r'[.:;](?: |$)', words.strip().splitlines()[0])[0]})"
        if words
        else about
    )


def _of_class(parents: _Parents) -> str:
    names = [
        node.name for node in parents if isinstance(node, ast.ClassDef) and node.name != "Meta"
    ]
    return f" ({names[-1]})" if names else ""


def _name(node: ast.AST) -> str:
    return str(getattr(node, "id", "") or getattr(node, "attr", ""))
