"""Photographs of results with real cards: who adds and removes one, what is kept of it, and what is refused."""

import struct
import zlib
from hashlib import sha256
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from games.errors import Refused
from tests.support.cardboard import Table
from tests.support.photographs import photograph, with_a_place
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments import projections
from tournaments.commands.photographs import drawn_anew
from tournaments.models import Photograph

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    made = Table(player("director", is_director=True))
    made.enter(made.seats[1])
    return made


def page_of(table: Table) -> str:
    place = table.page.removesuffix("/result")
    return f"{place}/deals/{table.score().deal_id}/photographs"


def send(table: Table, by, content: bytes | None, **more):
    form = {"act": "add", **more}
    if content is not None:
        form["photograph"] = SimpleUploadedFile("IMG_0001.exe", content)
    return browser(by).post(page_of(table), form)


def kept(table: Table):
    paper = table.score().paper
    assert paper is not None
    return [one for one in paper.photographs if not one.removed]


def test_a_photograph_is_kept_small_upright_and_without_where_it_was_taken(table):
    sent = with_a_place((2400, 1200))
    assert b"Telephone of An" in sent
    assert send(table, table.seats[2], sent).status_code == 303
    (one,) = kept(table)
    assert (one.number, one.seat, one.width, one.height) == (1, 2, 800, 1600)
    answer = browser(table.seats[0]).get(f"{page_of(table)}/1")
    assert sha256(answer.content).hexdigest() == one.sha256
    assert b"Telephone" not in answer.content and b"Exif" not in answer.content
    seen = Image.open(BytesIO(answer.content))
    assert (seen.format, seen.size, dict(seen.getexif())) == ("JPEG", (800, 1600), {})
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    shown = browser(player("guest")).get(page_of(table)).content.decode()
    assert f"{page_of(table)}/1" in shown and 'type="file"' not in shown
    assert "1 photo" in browser(table.seats[0]).get(table.page).content.decode()


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_kinds_are_told_by_their_content_and_become_jpeg(table, kind):
    assert send(table, table.seats[0], photograph(kind)).status_code == 303
    assert bytes(Photograph.objects.get().content)[:3] == b"\xff\xd8\xff"


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (None, 422, "Choose a photo first."),
        (b"", 422, "Choose a photo first."),
        (b"<svg onload='alert(1)'/>", 422, "JPEG, PNG or WebP"),
        (b"GIF89a" + b"\0" * 40, 422, "JPEG, PNG or WebP"),
        (photograph()[:300], 422, "JPEG, PNG or WebP"),
        (photograph("PNG")[:100] + b"\xff" * 90, 422, "JPEG, PNG or WebP"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 40, 422, "Most Compatible"),
        (b"\xff\xd8\xff" + b"\0" * (10 * 2**20), 413, "larger than 10 MB"),
    ],
)
def test_what_is_no_photograph_is_refused_with_a_sentence(table, content, status, words):
    version = table.state.version
    answer = send(table, table.seats[0], content)
    assert answer.status_code == status and words in answer.content.decode()
    assert table.state.version == version and not Photograph.objects.exists()


def test_too_many_pixels_are_not_unpacked(table):
    bomb = photograph("PNG", (6000, 5000))
    assert len(bomb) < 200_000
    answer = send(table, table.seats[0], bomb)
    assert answer.status_code == 422 and "26 million pixels" in answer.content.decode()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(1, 12_001), (12_001, 1), (6000, 5000)])
def test_what_is_too_large_is_refused_by_its_header(table, kind, size, monkeypatch):
    sent = photograph(kind, size)
    for plugin in (PngImageFile, JpegImageFile, WebPImageFile):
        monkeypatch.setattr(plugin, "load", lambda _image: pytest.fail("it was unpacked"))
    with pytest.raises(Refused) as refused:
        drawn_anew(sent)
    said = "fine" if size == (6000, 5000) else "long"
    assert refused.value.code == f"tournament.photograph-{said}"


def test_a_narrow_photograph_of_many_million_rows_takes_no_memory(table):
    """1 × 26,000,000 pixels in 50 kB took 744 MB: each row costs memory of its own."""
    rows = zlib.compress(b"\0" * (2 * 26_000_000), 9)
    header = struct.pack(">IIBBBBB", 1, 26_000_000, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    sent = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
    assert len(sent) < 60_000
    answer = send(table, table.seats[0], sent)
    assert answer.status_code == 422
    assert "One side of the photo is longer than 12000 pixels" in answer.content.decode()


def test_a_result_takes_three_and_each_once(table):
    for colour in ("red", "green", "white"):
        assert send(table, table.seats[0], photograph(colour=colour)).status_code == 303
        if colour == "red":
            again = send(table, table.seats[1], photograph(colour=colour))
            assert again.status_code == 409 and "already" in again.content.decode()
    answer = send(table, table.director, photograph(colour="yellow"))
    assert answer.status_code == 409 and "3 photos" in answer.content.decode()


def test_a_second_press_adds_no_second_photograph(table):
    key = "0b8f2d51-7a7b-4b58-9d8a-5f5f5f5f5f5f"
    for _ in range(2):
        told = send(table, table.seats[0], photograph(), idempotency_key=key)
        assert told.status_code == 303
    assert len(kept(table)) == Photograph.objects.count() == 1


def test_who_did_not_sit_there_adds_none_and_strangers_see_none(table):
    assert send(table, player("guest"), photograph()).status_code == 403
    send(table, table.director, photograph())
    assert kept(table)[0].seat is None
    assert Client().get(f"{page_of(table)}/1").status_code == 302
    assert browser(table.seats[0]).get(f"{page_of(table)}/2").status_code == 404
    other = page_of(table).replace("/tables/1/", "/tables/2/")
    assert browser(table.seats[0]).get(f"{other}/1").status_code == 404


def test_a_director_removes_one_for_good_and_the_digest_stays(table):
    send(table, table.seats[0], photograph())
    form = {"act": "remove", "photograph": "1", "reason": "A face is in it."}
    assert browser(table.seats[0]).post(page_of(table), form).status_code == 403
    no_reason = browser(table.director).post(page_of(table), {**form, "reason": " "})
    assert no_reason.status_code == 422 and Photograph.objects.exists()
    assert browser(table.director).post(page_of(table), form).status_code == 303
    assert browser(table.director).post(page_of(table), form).status_code == 404
    assert not kept(table) and not Photograph.objects.exists()
    assert len(table.score().paper.photographs[0].sha256) == 64
    assert browser(table.seats[0]).get(f"{page_of(table)}/1").status_code == 404
    log = browser(table.seats[0]).get(f"/tournaments/{table.id}/log").content.decode()
    assert "A face is in it." in log


def test_bytes_that_are_not_those_of_the_log_are_not_shown_and_a_rebuild_keeps_the_others(table):
    send(table, table.seats[0], photograph())
    projections.rebuild(table.id)
    assert browser(table.seats[0]).get(f"{page_of(table)}/1").status_code == 200
    Photograph.objects.update(content=photograph(colour="blue"))
    assert browser(table.seats[0]).get(f"{page_of(table)}/1").status_code == 404


def test_the_dispute_of_the_penalty_shows_it(table):
    send(table, table.seats[0], photograph())
    table.dispute(table.seats[1])
    page = page_of(table).replace("/photographs", "/discard")
    assert f"{page_of(table)}/1" in browser(table.seats[0]).get(page).content.decode()


def test_a_jpeg_of_many_scans_is_refused_before_it_is_unpacked():
    """Each scan goes over all pixels again, and takes 42 bytes."""
    kept = BytesIO()
    Image.new("L", (64, 64)).save(kept, "JPEG", progressive=True)
    file = kept.getvalue()
    scan = file[file.rindex(b"\xff\xda") : -2]
    with pytest.raises(Refused) as refused:
        drawn_anew(file[:-2] + 50 * scan + file[-2:])
    assert refused.value.code == "tournament.photograph-unreadable"
    assert drawn_anew(file + 50 * scan).width == 64  # behind the end, as a film behind its picture
