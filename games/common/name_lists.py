"""Reads lists of names that people paste or upload: finds the name and the other contents of each line.

A list comes from a chat, a spreadsheet or a sheet of paper, with headings, running numbers, bullets, remarks in
brackets and the separators of the writer's country. Every page that accepts a list uses this module.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from io import StringIO
from typing import Final
from unicodedata import category, normalize

_SEPARATORS: Final = ",;\t"
_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")
"""The first bytes of UTF-16, which spreadsheets call “Unicode text”."""
_NAMES: Final = frozenset(
    {
        *("name", "names", "member", "members", "player", "players", "shown name", "display name", "full name"),
        *("họ và tên", "họ tên", "tên", "tên hiển thị", "hội viên", "người chơi"),
        *("nom", "noms", "nom et prénom", "prénom", "membre", "membres", "joueur", "joueurs", "nom affiché"),
        *("名前", "お名前", "氏名", "会員", "表示名", "プレイヤー"),
    }
)  # fmt: skip
"""What the column of names may be called, in small letters."""
_LOGINS: Final = frozenset(
    {
        *("username", "user", "login", "login name", "account"),
        *("tài khoản", "tên đăng nhập", "identifiant", "nom d’utilisateur", "nom d'utilisateur"),
        *("ユーザー名", "ログイン名", "アカウント"),
    }
)
"""What the column of login names may be called."""
_CHIPS: Final = frozenset(
    {
        *("sum", "amount", "chips", "chip", "số", "phỉnh", "xu"),
        *("somme", "montant", "jetons", "jeton", "金額", "チップ"),
    }
)
"""What the column of chips may be called."""
_NUMBER: Final = re.compile(r"#?\d{1,4}[.)、:]?")
"""A running number in a cell of its own."""
_MARK: Final = re.compile(
    r"^\s*(?:[•‣▪●○◦·*☐☑✓✔✅→➤>–—-]\ufe0f?\s*|[(（\[]?\d{1,4}\s*[.)）\]、:．-]\s*|\d\ufe0f?\u20e3\s*|\d{1,3}\s+(?=[^\W\d]))"
)
"""A running number or a bullet at the beginning of a line."""
_REMARK: Final = re.compile(
    r"\s*(?:[(（\[【](?P<in>[^)）\]】]*)[)）\]】]|\s[–—-]\s+(?P<behind>.*))\s*$"
)
"""What is said of somebody after the name: in brackets, or after a dash."""
_GAP: Final = r"[^\S\r\n]"
"""A space that ends no line: a blank line is not looked through for what stands below it."""
_WHEN: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AP]M)?"
_DAY: Final = r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?"
_STAMP: Final = re.compile(
    rf"^{_GAP}*(?:\[(?:{_WHEN}|{_DAY})(?:,?{_GAP}+(?:{_WHEN}|{_DAY}))?\]|{_DAY},?{_GAP}+{_WHEN}{_GAP}+[–—-]){_GAP}*"
    r"(?P<rest>[^\r\n]*)",
    re.MULTILINE | re.IGNORECASE,
)
"""What a chat writes before a message: when it was sent, and behind it who sent it."""
_TELEPHONE: Final = re.compile(
    r"(?:^|(?<![\s:–—-])[\s:–—-]++)(?:[☎📞📱☏]\ufe0f?|(?:sđt|đt|tel|tél|phone)\b\.?:?)?\s*+"
    r"(?:\+|\b0)\d(?:[ .()-]{0,2}\d){7,13}$",
    re.IGNORECASE,
)
"""A telephone number at the end of a cell: with a plus or a nought in front, as no sum has it.

The signs before it are tried once, from the first of them: a line of nothing but spaces took minutes.
"""
_LONGEST_CELL: Final = 300
"""Characters of a cell with a name, its mark and its remark; what is longer is read as no name."""
_LONGEST_MESSAGE: Final = 100
"""Characters of a chat's message that are kept as the remark."""
_FIRST: Final = re.compile(r"^\s*[(（\[]?1\s*[.)）\]、:．-]")
"""The running number of the first name."""
_TICKED: Final = re.compile(r"[\s✓✔✅☑]+\ufe0f?$")
_SUM: Final = re.compile(r"0|[1-9]\d{0,6}|[1-9]\d{0,2}(?:[.,' ]\d{3}){1,2}")
"""Whole chips, with or without signs between the thousands; a telephone number is none."""


class UnreadableList(ValueError):
    """Raised for a list that cannot be read at all; `code` is "too-large", "too-long", "encoding", "quotes" or
    "empty".

    `line` is the line of the error, or 0 if there is none.
    """

    def __init__(self, code: str, line: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.line = line


class Flaw(StrEnum):
    """The reason why a line cannot be used: it is a heading, its columns are unclear, or its chips are no number."""

    HEADING = "heading"
    COLUMNS = "columns"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class NamedLine:
    """One line of a list: the name in it, with a login, chips and a remark if given."""

    number: int
    name: str
    """Without its number, bullet and remark."""
    login: str = ""
    """What a column of login names says, or a remark that is the login of a member."""
    chips: int | None = None
    """What a column of chips says."""
    remark: str = ""
    """What was said of the person and is not read."""
    flaw: Flaw | None = None


def decoded(data: bytes, most: int) -> str:
    """Return the text of an uploaded file. Raises UnreadableList if it has too many bytes or is not Unicode."""
    if len(data) > most:
        raise UnreadableList("too-large")
    utf_16 = data.startswith(_BOMS)
    try:
        text = data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 if utf_16 else data.count(b"\n", 0, error.start) + 1
        raise UnreadableList("encoding", line) from error
    if "\0" in text:  # UTF-16 without its mark
        raise UnreadableList("encoding", text.count("\n", 0, text.index("\0")) + 1)
    return text


def csv_rows(
    text: str, *, most_bytes: int, most_lines: int, between: str = ","
) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of each non-empty line of a CSV; cells are trimmed and normalised (NFKC) like logins.

    Raises UnreadableList: "too-large", "too-long" or "quotes".
    """
    _require_size(text, most_bytes)
    reader = csv.reader(StringIO(text, newline=""), delimiter=between, strict=True)
    try:
        for row in reader:
            if reader.line_num > most_lines:
                raise UnreadableList("too-long")
            cells = [normalize("NFKC", cell).strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise UnreadableList("quotes", reader.line_num) from error


def _require_size(text: str, most_bytes: int) -> None:
    if len(text.encode(errors="replace")) > most_bytes:
        raise UnreadableList("too-large")


def read_names(
    text: str,
    *,
    most_bytes: int,
    most_lines: int,
    is_name: Callable[[str], bool] = lambda _text: False,
) -> list[NamedLine]:
    """Return the lines of a list; `is_name` tests whether a text is exactly some member's name.

    Raises UnreadableList.
    """
    _require_size(text, most_bytes)  # before anything is looked for in it
    text = _STAMP.sub(_sent, text.removeprefix("\ufeff"))
    rows = [
        (line, [_seen(cell) for cell in cells])
        for line, cells in csv_rows(
            text, most_bytes=most_bytes, most_lines=most_lines, between=_between(text)
        )
    ]
    rows = [(line, cells) for line, cells in rows if any(cells)]
    if not rows:
        raise UnreadableList("empty")
    heads = [_head(cell) for cell in rows[0][1]]
    if any(heads) and not is_name(rows[0][1][0]):
        lines = [_of_columns(line, cells, heads, is_name) for line, cells in rows[1:]]
    else:
        plain = [bool(is_name(cells[0]) or not _MARK.match(cells[0])) for _line, cells in rows]
        first = plain.index(False) if sum(plain) * 2 <= len(plain) else 0
        if len(rows) > 1 and plain[0] and _FIRST.match(rows[1][1][0]):
            first = max(first, 1)
        lines = [
            NamedLine(line, ", ".join(filter(None, cells)), flaw=Flaw.HEADING)
            if (at < first and not is_name(cells[0]))
            or (len(cells) == 1 and cells[0].endswith(":"))
            else _of_cells(line, cells, is_name)
            for at, (line, cells) in enumerate(rows)
        ]
    if all(line.flaw is Flaw.HEADING for line in lines):
        raise UnreadableList("empty")
    return lines


def _sent(stamped: re.Match[str]) -> str:
    """Return a line of a chat as "sender (message)", or only the sender if the line has no message after a colon."""
    sender, said, message = stamped["rest"].partition(":")
    message = re.sub(r"[\[\](),;\t]", " ", message).strip()[:_LONGEST_MESSAGE]
    return f"{sender} ({message})" if said and message else sender


def _between(text: str) -> str:
    """Return the column separator: the most frequent one in the first line that has any; a comma if none has."""
    for line in text.splitlines():
        found = max(_SEPARATORS, key=line.count)
        if found in line:
            return found
    return ","


def _seen(cell: str) -> str:
    """Return the text without invisible characters, except those that join emoji, and with single spaces."""
    seen = "".join(one for one in cell if one == "\u200d" or category(one) != "Cf")
    return " ".join(seen.split())


def _head(cell: str) -> str:
    said = cell.casefold().rstrip(":")
    return next((key for key, words in _HEADS if said in words), "")


_HEADS: Final = (("name", _NAMES), ("login", _LOGINS), ("chips", _CHIPS))


def _of_columns(
    line: int, cells: Sequence[str], heads: Sequence[str], is_name: Callable[[str], bool]
) -> NamedLine:
    """Return a line as parsed by the headings of its columns."""
    said = {head: cell for head, cell in zip(heads, cells, strict=False) if head}
    login = said.get("login", "").removeprefix("'")
    name = said.get("name", "") or said.get("login", "")
    if not name or any(cells[len(heads) :]):
        return NamedLine(line, ",".join(cells), flaw=Flaw.COLUMNS)
    found = _named(line, name, is_name)
    if found.flaw is None and said.get("chips"):
        found = _with_chips(found, said["chips"])
    return replace(found, login=login or found.login)


def _of_cells(line: int, cells: Sequence[str], is_name: Callable[[str], bool]) -> NamedLine:
    """Return a line of a list without headings: a name, perhaps with a running number, chips and phone numbers."""
    rest = [cell for cell in cells if cell]
    if len(rest) > 1 and _NUMBER.fullmatch(rest[0]) and not is_name(rest[0]):
        del rest[0]
    while len(rest) > 1 and _TELEPHONE.fullmatch(rest[-1]):
        rest.pop()
    if len(rest) > 2 or (len(rest) == 2 and not _SUM.fullmatch(rest[1])):
        return NamedLine(line, ",".join(cells), flaw=Flaw.COLUMNS)
    found = _named(line, rest[0], is_name)
    return _with_chips(found, rest[1]) if len(rest) == 2 else found


def _with_chips(line: NamedLine, said: str) -> NamedLine:
    if not _SUM.fullmatch(said):
        return replace(line, remark=said, flaw=Flaw.CHIPS)
    return replace(line, chips=int(re.sub(r"\D", "", said)))


def _named(line: int, cell: str, is_name: Callable[[str], bool]) -> NamedLine:
    """Return a line with the name in this cell, without the number or bullet before it and the remark after it."""
    if cell.startswith("'"):  # our own files defuse formulas with an apostrophe
        return NamedLine(line, cell[1:])
    if is_name(cell):
        return NamedLine(line, cell)
    if len(cell) > _LONGEST_CELL:
        return NamedLine(line, cell, flaw=Flaw.COLUMNS)
    name = _TICKED.sub("", _MARK.sub("", cell, count=1)) or cell
    called = _TELEPHONE.search(name)
    if called is not None and called.start():
        name = name[: called.start()].rstrip()
    if is_name(name):
        return NamedLine(line, name)
    remark = _REMARK.search(name)
    if remark is None or not remark.start():
        said = ""
    else:
        said, name = (remark["in"] or remark["behind"] or "").strip(), name[: remark.start()]
    if any(sign in name for sign in _SEPARATORS):
        return NamedLine(line, cell, flaw=Flaw.COLUMNS)
    return NamedLine(line, name.strip(), said if is_name(said) else "", remark=said)
