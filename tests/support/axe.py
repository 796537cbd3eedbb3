"""The findings of axe on a page: accessibility rules that a machine can check."""

from __future__ import annotations

from typing import Any

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page

SMALL_TARGETS = """() => {
  const LEAST = 24;
  const kinds = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]";
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).display !== "inline";
  const all = [...document.querySelectorAll(kinds)].filter(seen);
  const target = (one) => {
    const box = (one.closest("label") || one).getBoundingClientRect(), more = getComputedStyle(one, "::after");
    if (more.content === "none" || more.position !== "absolute" || more.pointerEvents === "none") return box;
    const held = (getComputedStyle(one).position === "static" ? one.offsetParent : one).getBoundingClientRect();
    const [top, right, bottom, left] = ["top", "right", "bottom", "left"].map((side) => parseFloat(more[side]));
    const whole = new DOMRect(held.x + left, held.y + top, held.width - left - right, held.height - top - bottom);
    return whole.width >= LEAST && whole.height >= LEAST ? whole : box;
  };
  const boxes = all.map(target);
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const far = (a, b) => Math.hypot(middle(a)[0] - middle(b)[0], middle(a)[1] - middle(b)[1]) >= LEAST;
  return all.filter((one, at) => {
    const box = boxes[at];
    if (!box.width || !box.height || (box.width >= LEAST && box.height >= LEAST)) return false;
    const label = one.closest("label") || one;
    return boxes.some((other, place) => other.width && !label.contains(all[place]) && !far(box, other));
  }).map((one) => one.outerHTML.slice(0, 120));
}"""
"""WCAG 2.5.8, which this axe does not know yet: a target is 24 pixels wide and high, or has as much room around it.

What lies after an element can be pressed as well: `::after` makes a line of small type as high as a finger needs.
"""


def findings(page: Page) -> list[str]:
    """Return each finding on the current page: the rule and the element."""
    # A renewal turns content for pages without scripts into elements; no browser with scripts shows them.
    found: dict[str, Any] = Axe().run(
        page,
        context={"exclude": [["noscript"]]},
        options={"resultTypes": ["violations"]},  # details of what passes are not needed
    )
    said = [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
    return said + [f"target-size: {element}" for element in page.evaluate(SMALL_TARGETS)]
