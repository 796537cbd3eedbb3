"""Adds and removes photographs of results with real cards. Each is one transaction, authority first.

An uploaded file is re-encoded as a JPEG of a bounded size. What is stored has only pixels, without the metadata that
could tell the place, the time and the phone.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from games.models import Player
from tournaments import queries
from tournaments.commands.authority import require_director, without_interest
from tournaments.commands.cardboard import seat_of
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.events import TournamentEvent
from tournaments.engine.real_cards.events import (
    PhotographAdded,
    PhotographRemoved,
)
from tournaments.engine.real_cards.photographs import (
    KIND,
    LARGEST_FILE,
    check_room,
    decide_add,
    decide_remove,
    find,
)
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal
from tournaments.models import Photograph


@command(PhotographAdded)
def add_photograph(ask: Ask, *, deal_id: int, file: bytes) -> Decide:
    """Add a photograph to a result: a seat of the deal may, or a director who does not play.

    `file` is the uploaded file; only its re-encoded picture is stored.
    """
    now = queries.current(ask.tournament_id).state
    _seat(now, ask.by, deal_id)  # before anything is unpacked
    if ask.idempotency_key is None:
        check_room(now, deal_id)
    picture = drawn_anew(file)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = decide_add(
            state,
            deal_id=deal_id,
            sha256=sha256(picture.content).hexdigest(),
            size=len(picture.content),
            width=picture.width,
            height=picture.height,
            seat=_seat(state, ask.by, deal_id),
            player=ask.by.pk,
        )
        Photograph.objects.create(
            tournament_id=ask.tournament_id,
            deal_id=deal_id,
            number=len(find(state, deal_id)[3].photographs) + 1,
            content=picture.content,
        )
        return events

    return decide


@command(PhotographRemoved)
def remove_photograph(ask: Ask, *, deal_id: int, photograph: int, reason: str) -> Decide:
    """Remove a photograph for good, with a reason. Only a director who does not play may."""
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = decide_remove(
            state, deal_id=deal_id, photograph=photograph, reason=reason, director=ask.by.pk
        )
        Photograph.objects.filter(deal_id=deal_id, number=photograph).delete()
        return events

    return without_interest(ask, decide)


def _seat(state: TournamentState, by: Player, deal_id: int) -> int | None:
    number, table, score, _paper = find(state, deal_id)
    return seat_of(state, by, number, table, as_director=True, deal=score.number)


LONGEST_SIDE: Final = 1600
"""Pixels of the longer side of what is kept."""
MOST_PIXELS: Final = 26_000_000
"""Pixels of a file that is opened at all; a telephone's photograph has 12 to 24 million."""
LONGEST_SIDE_OF_FILE: Final = 12_000
"""Pixels of the longer side of a file that is opened at all. Rows cost memory however short they are: a picture of
1 × 26,000,000 pixels took 744 MB."""
QUALITY: Final = 80
MOST_SCANS: Final = 40
"""Scans of a JPEG that is unpacked: cameras write 10 at the most. Each goes over all pixels and needs no more than 42
bytes, so a file of 10 MB could keep a processor busy for more than an hour."""
_MARKER: Final = re.compile(rb"\xff([^\x00\xff\xd0-\xd7])")
_SCAN, _END, _ALONE = 0xDA, 0xD9, (0x01, 0xD8)
_FORMATS: Final = ("JPEG", "PNG", "WEBP")
_APPLE: Final = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypmsf1", b"ftypavif")
_SCALED_AS_THEY_ARE: Final = ("RGB", "RGBA", "L", "LA", "CMYK", "YCbCr")
"""Modes of pictures whose pixels can be averaged; others, such as palettes, become RGB first."""
_ONE: Final = Lock()
"""One file at a time is unpacked in a process: so its memory is bounded, however many send one."""


class Picture(NamedTuple):
    """A photograph as it is stored."""

    content: bytes
    width: int
    height: int
    kind: str = KIND


def drawn_anew(file: bytes) -> Picture:
    """Return a file's photograph re-encoded, smaller and without metadata. Raises RefusedByTournament."""
    if not file:
        raise refusal("tournament.photograph-none")
    if len(file) > LARGEST_FILE:
        raise refusal("tournament.photograph-large", most=LARGEST_FILE // 2**20)
    if file[4:12] in _APPLE:
        raise refusal("tournament.photograph-heic")
    with _ONE:
        try:
            return _drawn(file)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise _too_fine() from None
        except _BROKEN:
            raise refusal("tournament.photograph-unreadable") from None


_BROKEN: Final = (
    *(UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, TypeError),
    *(struct.error, zlib.error, LookupError, ArithmeticError),
)
"""What Pillow raises for files that are cut short, are none, or say odd things of themselves."""


def _drawn(file: bytes) -> Picture:
    with Image.open(BytesIO(file), formats=_FORMATS) as image:  # reads the header alone
        if max(image.size) > LONGEST_SIDE_OF_FILE:
            raise refusal("tournament.photograph-long", most=LONGEST_SIDE_OF_FILE)
        if image.width * image.height > MOST_PIXELS:
            raise _too_fine()
        if image.format == "JPEG" and _scans(file) > MOST_SCANS:
            raise refusal("tournament.photograph-unreadable")
        image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG is unpacked no larger than needed
        image.load()
        # Shrink it first: every later step works on a copy.
        small = image if image.mode in _SCALED_AS_THEY_ARE else image.convert("RGB")
        small.thumbnail((LONGEST_SIDE, LONGEST_SIDE), reducing_gap=2.0)
        pixels = ImageOps.exif_transpose(small).convert("RGB")
    clean = Image.new("RGB", pixels.size)
    clean.paste(pixels)
    kept = BytesIO()
    clean.save(kept, "JPEG", quality=QUALITY, optimize=True)
    return Picture(kept.getvalue(), clean.width, clean.height)


def _scans(file: bytes) -> int:
    """Return how many scans a JPEG has, not counting any inside other segments or after its end."""
    found, at = 0, 0
    while (marker := _MARKER.search(file, at)) is not None and marker[1][0] != _END:
        kind, at = marker[1][0], marker.end()
        found += kind == _SCAN
        if kind not in _ALONE:
            at += int.from_bytes(file[at : at + 2])
    return found


def _too_fine() -> Exception:
    return refusal("tournament.photograph-fine", most=MOST_PIXELS // 1_000_000)
