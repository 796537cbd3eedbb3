"""Cards in a real browser: a whole hand on a phone, every face drawn and large enough, told apart without colour."""

import json

import pytest
from playwright.sync_api import Browser, Page

from games.common.preferences import CHOICES
from games.engine.rules import VINAGAMES
from tests.support.browser import encoded, show
from tests.support.felt import drawn, full_table

LEAST = 20
"""Pixels that a character is high and wide in the hand at 360 px, about 5 mm in front of a phone's reader."""

HAND = """() => [...document.querySelectorAll(".held .card")].map(card => {
  const box = card.getBoundingClientRect();
  const name = card.closest("label").querySelector("input").getAttribute("aria-label");
  return {x: box.x, y: box.y, width: box.width, height: box.height, name: name};
})"""
INK = """async ([source, cards, scale]) => {
  // How large the print of each card is, in pixels: the bounds of all that differs from the ground in its upper part.
  const image = new Image();
  image.src = "data:image/png;base64," + source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width; canvas.height = image.height;
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const edge = 4;
  return cards.map(card => {
    const wide = Math.round(card.width * scale), bottom = Math.floor(wide * 0.92);
    const {data} = brush.getImageData(Math.round(card.x * scale), Math.round(card.y * scale), wide, bottom);
    const grey = (x, y) => {
      const at = 4 * (y * wide + x);
      return 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
    };
    const ground = grey(edge, edge + 1);
    let [left, right, top, low] = [wide, 0, bottom, 0];
    for (let y = edge; y < bottom; y++) for (let x = edge; x < wide - edge; x++)
      if (Math.abs(grey(x, y) - ground) > 60) {
        left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); low = Math.max(low, y);
      }
    return [right - left, low - top];
  });
}"""
SIGNS = """async ([source, top]) => {
  // The part with the sign, so many widths below the edge, in grey, 12 by 12: what eyes see that see no colour.
  const image = new Image();
  image.src = "data:image/png;base64," + source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 12; canvas.height = 12;
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 3, image.width * top, image.width - 6, image.width * 0.5, 0, 0, 12, 12);
  const {data} = brush.getImageData(0, 0, 12, 12);
  const grey = [];
  for (let i = 0; i < data.length; i += 4) grey.push(0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2]);
  const ground = grey[0];
  return grey.map(one => Math.abs(one - ground) > 40 ? "x" : ".").join("");
}"""


@pytest.fixture
def phone(chromium: Browser) -> Page:
    """A page 360 px wide with the fullest hand, and no server behind it."""
    return chromium.new_page(viewport={"width": 360, "height": 740}, device_scale_factor=2)


@pytest.mark.django_db
def test_21_cards_lie_in_two_rows_at_360_pixels_and_each_face_can_be_read(phone: Page) -> None:
    show(phone, drawn(full_table(VINAGAMES, 4, due="discard")))
    phone.wait_for_timeout(300)
    hand = phone.evaluate(HAND)
    assert len(hand) == 21 and all(card["name"] for card in hand)
    assert len({round(card["y"]) for card in hand}) == 2
    assert all(card["x"] >= 0 and card["x"] + card["width"] <= 361 for card in hand)
    assert all(card["height"] >= 2.2 * card["width"] for card in hand)
    assert max(card["y"] + card["height"] for card in hand) <= 740
    picture = phone.screenshot(animations="disabled")
    for card, (width, height) in zip(
        hand, phone.evaluate(INK, [encoded(picture), hand, 2]), strict=True
    ):
        assert max(width, height) / 2 >= LEAST, (card["name"], width / 2, height / 2)
    phone.close()


@pytest.mark.django_db
@pytest.mark.parametrize("face", CHOICES["face"])
def test_each_face_is_drawn_and_the_colours_are_told_apart_in_grey(phone: Page, face: str) -> None:
    show(phone, drawn(full_table(VINAGAMES, 4, due="discard")))
    phone.evaluate("face => document.documentElement.dataset.face = face", face)
    phone.emulate_media(reduced_motion="reduce")
    phone.wait_for_timeout(300)
    signs = {}
    for colour in ("r", "y", "g", "w"):
        card = phone.locator(f".held .card--{colour}").first
        assert card.evaluate("card => card.querySelector('use').getBBox().height") > 30, face
        top = 0.05 if face == "words" else 1.4  # a word runs below the sign
        signs[colour] = phone.evaluate(SIGNS, [encoded(card.screenshot()), top])
    assert len(set(signs.values())) == 4, json.dumps(signs, indent=1)
    phone.close()


@pytest.mark.django_db
def test_larger_cards_leave_the_felt_on_one_screen(chromium: Browser) -> None:
    page = chromium.new_page()
    show(page, drawn(full_table(VINAGAMES, 4, due="discard")))
    for width, height in ((1280, 800), (1024, 768), (768, 1024), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        widths = []
        for size in CHOICES["size"]:
            page.evaluate("size => document.documentElement.dataset.size = size", size)
            held = page.evaluate(HAND)
            assert all(card["y"] + card["height"] <= height for card in held), (width, size)
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            assert page.evaluate(
                "document.querySelector('#moves').getBoundingClientRect().bottom <= innerHeight + 1"
            )
            widths.append(held[0]["width"])
        assert widths == sorted(widths), (width, widths)
        if width == 1280:
            assert widths[0] < widths[1] < widths[2]
    page.close()
