"""Photographs as telephones send them, made for tests."""

from io import BytesIO
from typing import Any

from PIL import Image


def photograph(
    kind: str = "JPEG", size: tuple[int, int] = (640, 480), colour: str = "red", **options: Any
) -> bytes:
    """Return the bytes of a picture of one colour."""
    made = BytesIO()
    Image.new("RGB", size, colour).save(made, kind, **options)
    return made.getvalue()


def with_a_place(size: tuple[int, int] = (640, 480)) -> bytes:
    """Return a photograph that lies on its side and says where and with what it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned
    exif[0x010F] = "Telephone of An"
    exif.get_ifd(0x8825)[2] = (10.0, 46.0, 37.0)
    return photograph(size=size, exif=exif)
