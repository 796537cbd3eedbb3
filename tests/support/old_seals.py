"""Seals as this project made them before the log was a transparency log; clubs still have such files."""

import base64
import zlib

import msgspec

from games.log import codec
from games.log.integrity.seal import FORM, MARK, Head, Seal, _key_name, _parted, _sign, root_of
from games.log.integrity.verify import stream_names
from games.log.store import read


def seal(key, *, now):
    """The seal over the log as it is at this moment, and the text of its file."""
    ends = (read(stream)[-1] for stream in stream_names())
    rows = sorted(
        ((last.stream, last.version, bytes.fromhex(last.hash)) for last in ends),
        key=lambda row: _order(row[0]),
    )
    heads = tuple(Head(stream, version, digest[:MARK]) for stream, version, digest in rows)
    made = Seal(now, root_of(rows), heads)
    said = {
        "form": FORM,
        "made_at": codec.encode_time(now),
        "streams": len(heads),
        "events": made.events,
        "root": made.root,
        "index": pack(heads),
        "key": _key_name(key),
    }
    return made, codec.encode({**said, "signature": _sign(key, said)}) + "\n"


def _order(stream):
    name, number = _parted(stream)
    return name, number if number is not None else -1, stream


def pack(heads):
    lines, marks, follows = bytearray(), bytearray(), None
    for head in heads:
        name = "" if head.stream == follows else f"{msgspec.json.encode(head.stream).decode()} "
        lines += f"{name}{head.version}\n".encode()
        marks += head.mark
        name, number = _parted(head.stream)
        follows = None if number is None else f"{name}{number + 1}"
    return base64.b64encode(zlib.compress(bytes(lines) + b"\n" + bytes(marks), 9)).decode()
