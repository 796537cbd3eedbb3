"""What of a table must be in sight on a screen, whatever its size: measured in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SIDEWAYS = ((844, 390), (740, 360), (932, 430), (853, 533), (640, 400))
"""Phones held sideways, and a desk of 1280 pixels at 150 and 200 %."""
LEAST_ACTIVE = 60
"""Pixels that the active card is high at the least: its character and its letters can be read."""

PARTS = """(least) => {
  const wrong = [], all = (what) => Array.from(document.querySelectorAll(what));
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.id || one.getAttribute("class") || one.tagName;
  const inside = (one, room, where) => {
    const at = box(one);
    const out = Math.max(room.top - at.top, room.left - at.left, at.bottom - room.bottom, at.right - room.right);
    if (out > 1) wrong.push(name(one) + " lies outside " + where + " by " + out);
    if (at.width < 1 || at.height < 1) wrong.push(name(one) + " is not there");
  };
  const screen = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  const named = ".bar, .bar__menu, .bar__again, #clock:not([hidden]), .seat, .seat__sets:not(:empty), #active, " +
    "#prompt, #since b:not(:empty), .centre__key, #stock, #stock .card, #stock p, #discards, #discards .card, " +
    ".own__sets, .hand, .tool";
  for (const one of all(named)) inside(one, screen, "the screen");

  for (const one of all("#clock:not([hidden])"))
    if (one.scrollWidth > one.clientWidth + 1) wrong.push("the clock is cut by " + (one.scrollWidth - one.clientWidth));

  // A hand that is wider than the screen is moved by the thumb, from its first card to its last.
  const hand = document.querySelector(".hand"), held = all(".held");
  const moves = hand && hand.scrollWidth > hand.clientWidth + 1;
  for (const one of held) {
    if (!moves) inside(one, screen, "the screen");
    if (box(one).top < -1 || box(one).bottom > innerHeight + 1) wrong.push("a card of the hand is cut");
    if (box(one).width < 24) wrong.push(name(one) + " is too narrow for a finger: " + box(one).width);
  }
  if (moves) {
    hand.scrollLeft = hand.scrollWidth;
    inside(held.at(-1), screen, "the end of the row");
    hand.scrollLeft = 0;
    inside(held[0], screen, "the start of the row");
  }
  for (const one of all(".move").filter((move) => move.checkVisibility({ visibilityProperty: true }))) {
    inside(one, screen, "the screen");
    if (box(one).height < 44) wrong.push(name(one) + " is too low for a finger: " + box(one).height);
    if (box(one).width < 40) wrong.push(name(one) + " is too narrow for a finger: " + box(one).width);
    const type = parseFloat(getComputedStyle(one.querySelector(".move__words") || one).fontSize);
    if (type < 9) wrong.push(name(one) + " is written too small: " + type);
  }
  for (const one of all(".seat, .own__sets, .seats, .centre")) {
    const hidden = one.scrollHeight - one.clientHeight;
    if (hidden > 1) wrong.push(name(one) + " hides " + hidden + " of its height");
  }

  // What is said: the newest and the legend whole, and of what was before it each sentence whole or not at all.
  const middle = box(document.querySelector("#centre"));
  for (const one of all("#active .card, #stock .card, #stock p, #discards")) inside(one, middle, "the middle");
  const words = document.querySelector(".centre__words"), noscript = words.querySelector("noscript");
  if (noscript) noscript.style.display = "none"; // what a page without scripts says besides may scroll
  const unsaid = words.scrollHeight - words.clientHeight;
  if (unsaid > 1) wrong.push("the middle cuts its words by " + unsaid);
  for (const one of all("#prompt, #since b:not(:empty), .centre__key")) inside(one, box(words), "the words");
  const older = document.querySelector(".since__before");
  for (const one of older ? older.children : []) {
    const there = one.checkVisibility() && box(one).left < box(older).right - 1;
    if (there && (box(one).top < box(older).top - 1 || box(one).bottom > box(older).bottom + 1))
      wrong.push("an older sentence is cut: " + one.textContent);
  }

  const parts = all(".bar, .seat, #active .card, .centre__words, #stock, #discards, .own__sets, .hand, .tools, .moves");
  parts.forEach((one, at) => parts.slice(at + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const a = box(one), b = box(other);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2) wrong.push(name(one) + " lies over " + name(other) + " by " + wide + "×" + high);
  }));
  const active = document.querySelector("#active .card");
  if (active && box(active).height < least) wrong.push("the active card is too small: " + box(active).height);
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) wrong.push("the page scrolls");
  return wrong;
}"""
"""All that is wrong with a table on its screen; empty where the whole game is in sight and nothing covers another."""


def due_at(*places: int, of: int = 2) -> bool:
    """Return whether a look is due where each thing that varies is at this place in its list: one of so many is.

    For looks at everything that varies in turn: whichever two places are taken together, there is a look, and every
    third thing is somewhere in them, but not each together with each of the others.
    """
    return sum(places) % of == 0


def wrong_at(page: Page, width: int, height: int, size: str = "normal") -> Any:
    """Return what is wrong with the table of this page on such a screen, with cards of this size."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("(size) => { document.documentElement.dataset.size = size; }", size)
    return page.evaluate(PARTS, LEAST_ACTIVE)
