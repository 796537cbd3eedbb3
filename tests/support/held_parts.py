"""A page that holds the parts of its table, as `static/js/parts.js` does, without a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

_MARK = re.compile(r"(<[=+][\w-]{8}>|</>)")


class _Part(NamedTuple):
    html: str
    pieces: tuple[str, ...]


@dataclass
class HeldParts:
    """What one page holds: the parts of its last answer and of the one before."""

    holder: str = ""
    last: dict[str, _Part] = field(default_factory=dict)
    before: dict[str, _Part] = field(default_factory=dict)

    def header(self) -> str:
        """Return what the page says that it holds."""
        return " ".join([self.holder, *(self.last | self.before)])

    def filled(self, text: str, holder: str) -> str:
        """Return an answer in whole and remember its parts. Raises KeyError if one that it leaves out is not held."""
        held, found = self.before | self.last, dict[str, _Part]()
        open_: list[tuple[str, list[str], list[str]]] = [("", [], [])]

        def keep(digest: str, part: _Part) -> None:
            found[digest] = part
            open_[-1][1].append(part.html)
            open_[-1][2].append(digest)
            for piece in part.pieces:
                also(piece)

        def also(digest: str) -> None:
            if digest not in found:
                found[digest] = held[digest]
                for piece in held[digest].pieces:
                    also(piece)

        for token in _MARK.split(text):
            if token == "</>":
                digest, html, pieces = open_.pop()
                keep(digest, _Part("".join(html), tuple(pieces)))
            elif not _MARK.fullmatch(token):
                open_[-1][1].append(token)
            elif token[1] == "+":
                open_.append((token[2:-1], [], []))
            else:
                digest = token[2:-1]
                keep(digest, found[digest] if digest in found else held[digest])
        self.before = self.last if holder == self.holder else {}
        self.last, self.holder = found, holder
        return "".join(open_[0][1])

    def asking(self, request: bytes) -> bytes:
        """Return a request as it goes over the wire, with what the page holds in its head."""
        head, _, body = request.partition(b"\r\n\r\n")
        return b"%b\r\nTusac-Parts: %b\r\n\r\n%b" % (head, self.header().encode(), body)

    def take(self, head: bytes, body: bytes) -> str:
        """Return the answer in whole as `filled` does, from its head and body on the wire."""
        found = re.search(rb"(?i)\r\ntusac-parts: *([^\r]+)", head)
        return body.decode() if found is None else self.filled(body.decode(), found[1].decode())
