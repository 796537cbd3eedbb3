"""Whether a page can be read where it is narrow or low: it scrolls one way, and nothing of it is out of reach.

WCAG 1.4.10 asks for it at 320 pixels of width and 256 of height (a desk of 1280×1024 at 400 %), 1.4.4 at 200 %.
"""

from __future__ import annotations

OUT_OF_REACH = """() => {
  const wrong = [], root = document.documentElement, wide = innerWidth, high = innerHeight;
  const name = (one) => [one.tagName.toLowerCase(), one.id, one.getAttribute("class")].join(" ");
  const style = (one) => getComputedStyle(one);
  const box = (one) => one.getBoundingClientRect();
  const parents = (one) => one.parentElement ? [one.parentElement, ...parents(one.parentElement)] : [];
  const scrolls = (one, way) => ["auto", "scroll"].includes(style(one)["overflow" + way]);
  const holds = (by) => scrolls(by, "Y") || scrolls(by, "X") || style(by).overflow === "hidden";
  const shown = [document.body, ...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility());
  if (root.scrollWidth > wide) {
    const far = shown.filter((one) => box(one).right > wide + 1 && !parents(one).some((by) =>
      by !== document.body && by !== root && style(by).overflowX !== "visible"));
    wrong.push("scrolls sideways to " + root.scrollWidth + ": " + far.slice(-2).map(name));
  }
  for (const one of shown) {
    const moves = one.scrollWidth > one.clientWidth + 1 && one.scrollHeight > one.clientHeight + 1;
    if (moves && scrolls(one, "X") && scrolls(one, "Y")) wrong.push(name(one) + " scrolls both ways");
    const { position, pointerEvents } = style(one), room = box(one);
    const over = ["fixed", "sticky"].includes(position) && pointerEvents !== "none" && !scrolls(one, "Y");
    if (over && room.height > high / 2 && room.width > wide / 2 && !one.matches("th, td, .visually-hidden, .skip"))
      wrong.push(name(one) + " stands over " + Math.round(room.height) + " of " + high);
  }
  // Where a page, or a part of it, does not scroll, all that is pressed or read there is within it.
  const pressed = "a[href], button, input:not([type=hidden]), summary, p, h1, h2";
  const still = (one) => style(one).overflowY === "hidden" && one.clientHeight > 1 && !one.closest("svg, select");
  for (const room of shown.filter(still)) {
    const there = room === document.body ? { top: 0, bottom: high, right: wide } : box(room);
    const cut = Array.from(room.querySelectorAll(pressed)).find((one) => {
      if (!one.checkVisibility() || one.closest(".visually-hidden, .skip")) return false;
      if (parents(one).some((by) => room.contains(by) && by !== room && holds(by))) return false;
      const at = box(one), out = at.bottom > there.bottom + 1 || at.top < there.top - 1 || at.right > there.right + 1;
      return at.height > 1 && out;
    });
    if (cut) wrong.push(name(cut) + " is cut off by " + name(room));
  }
  return wrong;
}"""
"""Each thing that is out of reach or asks for scrolling both ways; empty where the page can be read."""
